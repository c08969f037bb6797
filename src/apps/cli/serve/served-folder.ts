// A folder of tools, agents and documents, as the MCP server and the HTTP routes use it. A change in the folder is
// read immediately; if that fails, the last readable state stays.
import type { JsonObject } from '../../../base/json.ts';
import { Listeners } from '../../../base/listeners.ts';
import { toErrorData } from '../../../core/errors.ts';
import type { ToolRunner } from '../../../core/ports/tool-runner.ts';
import type { CallReport } from '../../../core/tool.ts';
import type { FoundAgents } from '../../../profiles/find-agents.ts';
import { CallQueue } from '../../../serve/call-queue.ts';
import {
  servedAgent,
  type AgentPrompt,
  type CallWatch,
  type Change,
  type Served,
  type ServedAgent,
  type ServedTool,
} from '../../../serve/served.ts';
import { promptOf } from './agents.ts';
import type { ServedDocuments } from './served-documents.ts';
import type { ToolSet } from './tool-set.ts';

/** The contents of the folder at one moment. */
export interface FolderContents {
  /** Hash of all its files. */
  digest: string;
  tools: ToolSet;
  agents: FoundAgents;
  /** What was left out, as sentences. */
  notes: readonly string[];
}

export interface FolderParts {
  version: string;
  runner: ToolRunner;
  documents: ServedDocuments;
  /** False: the built-in tools have nothing to search, and are not offered. */
  hasDocuments: boolean;
  /** @returns undefined when nothing has changed @throws Failure that says what is wrong with the folder */
  read(before?: FolderContents): Promise<FolderContents | undefined>;
  /** Prints a line for the operator of the server. */
  say(line: string): void;
  /** Rewords a report for the command line where it tells the user what to change in the app. */
  explain(report: CallReport, watch: CallWatch): CallReport;
}

export class ServedFolder implements Served {
  readonly version: string;
  readonly #parts: FolderParts;
  readonly #queue = new CallQueue();
  readonly #listeners = new Listeners<[Change]>();
  #now: Promise<FolderContents>;
  #last: Promise<unknown>;
  #said: ReadonlySet<string> = new Set();

  constructor(parts: FolderParts) {
    this.version = parts.version;
    this.#parts = parts;
    this.#now = parts.read().then((read) => this.#tell(read!));
    this.#last = this.#now.catch(() => undefined);
  }

  /** Resolves once the folder has been read. @throws Failure that says what is wrong with it */
  async ready(): Promise<void> {
    await this.#now;
  }

  /** Reads the folder again. If that fails, reports the problem and keeps the last state. */
  reload(): Promise<void> {
    const next = this.#last.then(async () => {
      try {
        const read = await this.#parts.read(await this.#now);
        if (!read) return;
        this.#now = Promise.resolve(this.#tell(read));
        this.#listeners.tell('tools');
        this.#listeners.tell('agents');
      } catch (problem) {
        this.#parts.say(`Did not apply the change: ${toErrorData(problem).message}`);
      }
    });
    this.#last = next;
    return next;
  }

  async tools(): Promise<ServedTool[]> {
    const { tools } = await this.#now;
    return tools.tools.filter(({ builtin }) => !builtin || this.#parts.hasDocuments);
  }

  async call(name: string, args: unknown, watch: CallWatch): Promise<CallReport> {
    try {
      const { tools } = await this.#now;
      const report = await this.#queue.run(() => tools.call(name, args, watch));
      return this.#parts.explain(report, watch);
    } catch (problem) {
      return { outcome: { error: toErrorData(problem) }, args: {}, logs: [], milliseconds: 0 };
    }
  }

  async agents(): Promise<ServedAgent[]> {
    return (await this.#now).agents.agents.map(servedAgent);
  }

  async prompt(name: string, args: JsonObject, signal: AbortSignal): Promise<AgentPrompt> {
    const { agents } = (await this.#now).agents;
    return this.#queue.run(() => promptOf(agents, name, args, this.#parts.runner, signal));
  }

  documents: Served['documents'] = (page) => this.#parts.documents.list(page);
  document: Served['document'] = (place) => this.#parts.documents.open(place);

  onChange(listener: (change: Change) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Documents were added, changed or removed. */
  documentsChanged(): void {
    this.#listeners.tell('documents');
  }

  /** Prints only new messages: the output may go to a file in the folder, which would count as a change again. */
  #tell(read: FolderContents): FolderContents {
    const lines = new Set([...read.notes, ...read.tools.notes, ...read.agents.problems]);
    for (const line of lines) if (!this.#said.has(line)) this.#parts.say(line);
    this.#said = lines;
    return read;
  }
}
