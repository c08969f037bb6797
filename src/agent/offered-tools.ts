// Selects the tools offered to a model: all of them, or, when many are installed, those that fit the question and
// those found since.
//
// - The order is stable during an answer, since endpoints cache the common prefix of requests: built-ins, tools
//   chosen for the question, tools found later.
// - Tools called or found in this conversation take precedence over those merely chosen.
import { definitionOf, definitionTokens } from '../core/definition.ts';
import type { Message } from '../core/conversation.ts';
import { FIND_TOOLS, isOfferable, namesFound } from '../core/offerable.ts';
import type { CallReport, ToolInfo } from '../core/tool.ts';
import type { ModelTool } from '../models/model.ts';

/** OpenAI's limit for a description. It refuses the whole request for a longer one. */
const LONGEST_DESCRIPTION = 1024;

/** Smallest context window of current models, in tokens. Definitions must stay below a twentieth of it. */
const CONTEXT = 128_000;

export interface OfferLimits {
  /** Up to this number of tools and tokens, all are offered. */
  all: { count: number; tokens: number };
  /** Tools chosen for a question. The right one was among 20 for 95 % of questions (bench/README.md). */
  chosen: number;
  /** Tokens of all definitions sent when not all tools are. */
  tokens: number;
}

export const OFFER_LIMITS: OfferLimits = {
  all: { count: 40, tokens: 0.04 * CONTEXT },
  chosen: 20,
  // Together with the script instructions (`code-mode.ts`, up to 710), they stay below a twentieth.
  tokens: 0.0444 * CONTEXT,
};
/** Shares of the tokens: reserved for tools to be found, and the maximum for those called or found before. */
const KEPT_FREE = 0.02;
const MOST_MET = 0.5;

/** Tells whether there are too many tools to send all definitions with each request. */
export function areMany(tools: readonly ToolInfo[], { all }: OfferLimits = OFFER_LIMITS): boolean {
  const offerable = tools.filter((tool) => isOfferable(tool) && tool.name !== FIND_TOOLS);
  return offerable.length > all.count || sum(offerable.map(tokensOf)) > all.tokens;
}

export class OfferedTools {
  /** Not all tools are offered, and the model can find the others. */
  readonly canFindMore: boolean;
  readonly #byName: ReadonlyMap<string, ToolInfo>;
  readonly #limits: OfferLimits;
  readonly #everything: ModelTool[] | undefined;
  readonly #always: ToolInfo[];
  /** Chosen tools that fit. Only tools found later displace some of them. */
  readonly #chosen: readonly ToolInfo[];
  /** Tools called or found in this conversation, latest last. */
  readonly #met = new Set<ToolInfo>();

  /**
   * @param tools all tools.
   * @param fitting those that fit the question, best first; undefined offers all.
   * @param earlier the conversation before the question.
   */
  constructor(
    tools: readonly ToolInfo[],
    fitting: readonly ToolInfo[] | undefined,
    earlier: readonly Message[] = [],
    limits: OfferLimits = OFFER_LIMITS,
  ) {
    const offerable = tools.filter(isOfferable);
    this.#limits = limits;
    this.#byName = new Map(offerable.map((tool) => [tool.name, tool]));
    this.#always = offerable.filter((tool) => tool.builtin);
    this.canFindMore = fitting !== undefined && this.#byName.has(FIND_TOOLS);
    this.#everything =
      fitting === undefined
        ? offerable.filter(({ name }) => name !== FIND_TOOLS).map(toModelTool)
        : undefined;
    for (const { parts } of earlier) {
      for (const part of parts) if (part.type === 'tool') this.met(part.name, part.report?.outcome);
    }
    const chosen = (fitting ?? []).filter((tool) => !tool.builtin && this.#byName.has(tool.name));
    this.#chosen = this.#inRoom(chosen.slice(0, limits.chosen), limits.tokens * KEPT_FREE).chosen;
  }

  /** Returns the definitions for the next request. */
  get tools(): ModelTool[] {
    return this.#everything ?? this.#given().map(toModelTool);
  }

  /** Returns the same tools as registry entries. */
  get infos(): ToolInfo[] {
    return this.#everything
      ? [...this.#byName.values()].filter(({ name }) => name !== FIND_TOOLS)
      : this.#given();
  }

  /** Records a call: the tool itself, and those named by `find_tools`, are offered from now on. */
  met(name: string, outcome: CallReport['outcome'] | undefined): void {
    const names = name === FIND_TOOLS ? namesFound(outcome?.result).reverse() : [name];
    for (const one of names) {
      const tool = this.#byName.get(one);
      if (!tool || tool.builtin) continue;
      this.#met.delete(tool);
      this.#met.add(tool);
    }
  }

  #given(): ToolInfo[] {
    const { chosen, met } = this.#inRoom(this.#chosen, 0);
    return [...this.#always, ...chosen, ...met.filter((tool) => !chosen.includes(tool))];
  }

  /** Returns the tools that fit, in order, leaving this many tokens free. */
  #inRoom(chosen: readonly ToolInfo[], free: number): { chosen: ToolInfo[]; met: ToolInfo[] } {
    const { tokens } = this.#limits;
    const taken = new Set<ToolInfo>();
    let left = tokens - sum(this.#always.map(tokensOf));
    const take = (tool: ToolInfo, leave: number): void => {
      const size = tokensOf(tool);
      if (taken.has(tool) || left - size < leave) return;
      left -= size;
      taken.add(tool);
    };
    for (const tool of [...this.#met].reverse()) take(tool, tokens * MOST_MET);
    for (const tool of chosen) take(tool, free);
    return {
      chosen: chosen.filter((tool) => taken.has(tool)),
      met: [...this.#met].filter((tool) => taken.has(tool)),
    };
  }
}

const sizes = new WeakMap<ToolInfo, number>();

function tokensOf(tool: ToolInfo): number {
  const known = sizes.get(tool);
  if (known !== undefined) return known;
  const size = definitionTokens(definitionOf(tool, 'openai-responses'));
  sizes.set(tool, size);
  return size;
}

function toModelTool({ name, description, parameters }: ToolInfo): ModelTool {
  return { name, description: description.slice(0, LONGEST_DESCRIPTION), parameters };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
