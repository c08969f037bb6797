// Which tools a model is given: all of them, or with many installed those that fit the question and those it found since.
//
// - The order is stable while an answer is made, since endpoints keep what is the same at the beginning of a request:
//   built-ins, those chosen for the question, those found later.
// - What was called or found in this conversation stays before what was merely chosen.
import { definitionOf, definitionTokens } from '../core/definition.ts';
import type { Message } from '../core/conversation.ts';
import { FIND_TOOLS, isOfferable, namesFound } from '../core/offerable.ts';
import type { CallReport, ToolInfo } from '../core/tool.ts';
import type { ModelTool } from '../models/model.ts';

/** What OpenAI takes as a tool's description; it refuses the whole request for a longer one. */
const LONGEST_DESCRIPTION = 1024;

/** Tokens of what a model of today holds at least, 128,000. Definitions are to stay below a twentieth of it. */
const CONTEXT = 128_000;

export interface OfferLimits {
  /** Up to so many tools, of so many tokens together, all are given. */
  all: { count: number; tokens: number };
  /** Tools chosen for a question: the right one was among 20 for 95 % of questions (bench/README.md). */
  chosen: number;
  /** Tokens of all definitions that are sent, when there are too many to send all. */
  tokens: number;
}

export const OFFER_LIMITS: OfferLimits = {
  all: { count: 40, tokens: 0.04 * CONTEXT },
  chosen: 20,
  // With what is said of scripts (`code-mode.ts`, up to 710) they stay below a twentieth.
  tokens: 0.0444 * CONTEXT,
};
/** Shares of the tokens: kept for tools to be found, and at most for those that were called or found before. */
const KEPT_FREE = 0.02;
const MOST_MET = 0.5;

/** True when there are too many tools to send all their definitions with each request. */
export function areMany(tools: readonly ToolInfo[], { all }: OfferLimits = OFFER_LIMITS): boolean {
  const offerable = tools.filter((tool) => isOfferable(tool) && tool.name !== FIND_TOOLS);
  return offerable.length > all.count || sum(offerable.map(tokensOf)) > all.tokens;
}

export class OfferedTools {
  /** Not all tools are given, and the model can find the others. */
  readonly canFindMore: boolean;
  readonly #byName: ReadonlyMap<string, ToolInfo>;
  readonly #limits: OfferLimits;
  readonly #everything: ModelTool[] | undefined;
  readonly #always: ToolInfo[];
  /** What was chosen and fits: only tools that are found later push some of it out. */
  readonly #chosen: readonly ToolInfo[];
  /** Called or found in this conversation, the latest last. */
  readonly #met = new Set<ToolInfo>();

  /**
   * @param tools all there are.
   * @param fitting those that fit the question, best first; undefined: all are given.
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

  /** What to send with the next request. */
  get tools(): ModelTool[] {
    return this.#everything ?? this.#given().map(toModelTool);
  }

  /** The same, as the registry knows them. */
  get infos(): ToolInfo[] {
    return this.#everything
      ? [...this.#byName.values()].filter(({ name }) => name !== FIND_TOOLS)
      : this.#given();
  }

  /** Tells of a call: the tool itself, and those that `find_tools` named, are given from now on. */
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

  /** Those for which there is room, in their order, so that so many tokens are left. */
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
