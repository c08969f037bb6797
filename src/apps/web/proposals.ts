// Wires the proposals of models: checked in the sandbox, kept in memory, and recovered from their conversation.
import { v7 as uuid } from 'uuid';
import type { Conversation, Message } from '../../core/conversation.ts';
import { isObject } from '../../base/json.ts';
import { PROPOSE_TOOL, type Proposal } from '../../core/proposal.ts';
import { CASES_FILE, type ToolCase } from '../../core/tool-case.ts';
import type { ProposeDeps } from '../../tools/propose.ts';
import type { Registry } from '../../tools/registry.ts';
import type { AppTools } from './app-tools.ts';

export interface ProposalsDeps {
  tools: Pick<Registry, 'get' | 'inspect'>;
  parts: Pick<AppTools, 'operations' | 'cases'>;
  conversations: {
    list(): Promise<Conversation[]>;
    messages(id: string): Promise<Message[]>;
  };
}

export function openProposals(deps: ProposalsDeps): Proposals {
  return new Proposals(deps);
}

/** In memory; older ones are read from their conversation. */
const MOST_KEPT = 50;

export class Proposals {
  readonly #deps: ProposalsDeps;
  readonly #kept = new Map<string, Proposal>();

  constructor(deps: ProposalsDeps) {
    this.#deps = deps;
  }

  /** Dependencies of the built-in. */
  get proposing(): ProposeDeps {
    const { tools, parts } = this.#deps;
    return {
      nameOf: async (source) => (await tools.inspect(source)).name,
      check: async (source) => {
        const { errors } = await (await parts.operations()).validate(source);
        return errors.map(({ line, message }) => (line === undefined ? message : `line ${line}: ${message}`));
      },
      readCases: async (text) => (await parts.cases()).read(text),
      tryCases: async ({ name, source }, cases) => {
        const { results } = await (await parts.cases()).run({ name, source, files: {} }, cases);
        return results.flatMap(({ name, problems }) =>
          problems.map((problem) => `case “${name}”: ${problem}`),
        );
      },
      find: (name) => tools.get(name),
      keep: (proposal) => {
        this.#kept.set(proposal.id, proposal);
        const [oldest] = this.#kept.keys();
        if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
      },
      newId: uuid,
    };
  }

  /** Undefined when no conversation on this device contains it. */
  async find(id: string): Promise<Proposal | undefined> {
    const kept = this.#kept.get(id);
    if (kept) return kept;
    const { conversations } = this.#deps;
    for (const { id: conversation } of await conversations.list()) {
      for (const message of await conversations.messages(conversation)) {
        const found = proposalIn(message, id);
        if (found) return found;
      }
    }
    return undefined;
  }

  /** Returns the tool's texts before and after, by path: the diff shows them, and installing uses them. */
  textsOf({ name, source, cases }: Proposal): {
    before: Record<string, string>;
    after: Record<string, string>;
  } {
    const there = this.#deps.tools.get(name);
    const fileName = `${name}.lua`;
    // The tool's other files are its data, which only the user passes on.
    const code = Object.fromEntries(
      Object.entries(there?.files ?? {}).filter(([path]) => /\.lua$/i.test(path) || path === CASES_FILE),
    );
    const files = { ...code, ...(cases && { [CASES_FILE]: `${JSON.stringify(cases, null, 2)}\n` }) };
    return {
      before: there ? { ...code, [fileName]: there.source } : {},
      after: { ...files, [fileName]: source },
    };
  }
}

/** Reads a proposal from the call that made it. */
function proposalIn({ parts }: Message, id: string): Proposal | undefined {
  for (const part of parts) {
    if (part.type !== 'tool' || part.name !== PROPOSE_TOOL) continue;
    const result = part.report?.outcome.result;
    if (!isObject(result) || result['proposal'] !== id) continue;
    const { source, reason, cases } = part.args;
    const { name, kind, problems } = result;
    return {
      ...{ id, name: String(name), kind: kind === 'fix' ? 'fix' : 'new' },
      ...{ source: String(source), reason: String(reason) },
      problems: Array.isArray(problems) ? problems.map(String) : [],
      ...(Array.isArray(cases) && { cases: cases as unknown as ToolCase[] }),
    };
  }
  return undefined;
}
