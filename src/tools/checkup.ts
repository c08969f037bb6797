// Checks, once a session, whether stored tools still compile: a newer Lua may read an old script differently.
//
// - A tool that doesn't is marked, in memory only: nothing stored changes, and the mark goes when it compiles again.
// - A flow is also marked while a tool that it calls isn't installed.
// - Tools added or changed later are checked once the list has been quiet for a moment.
// - A tool that can't be checked (no sandbox, timeout) keeps its mark.
import { isObject } from '../base/json.ts';
import { Failure } from '../core/errors.ts';
import type { SyntaxProblem } from '../core/finding.ts';
import type { Tool, ToolInfo } from '../core/tool.ts';
import type { ToolFilter } from './listing.ts';
import { byteLength } from './plain.ts';
import { scriptOf } from './runnable.ts';

export interface CheckupDeps {
  tools: {
    list(filter: ToolFilter): ToolInfo[];
    get(id: string): Tool | undefined;
    /** @param problems sentences, by the id of the version */
    mark(problems: ReadonlyMap<string, string>): void;
    onChange(listener: () => void): () => void;
  };
  /** Returns Lua's errors by path, without running anything. */
  compile(sources: Record<string, string>): Promise<SyntaxProblem[]>;
}

/** Bytes of Lua per request to the sandbox: a twentieth of a second, so that a call in between need not wait. */
const BATCH_BYTES = 256 * 1024;
/** Milliseconds: several changes in a row are checked together. */
const QUIET = 300;

export class Checkup {
  readonly #deps: CheckupDeps;
  /** The text that was checked, by id. */
  readonly #seen = new Map<string, string>();
  readonly #problems = new Map<string, string>();
  #running: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: CheckupDeps) {
    this.#deps = deps;
  }

  /** Makes the first check, and then checks what changes. Never rejects. Later calls wait for the first one. */
  start(): Promise<void> {
    if (!this.#running) {
      this.#deps.tools.onChange(() => this.#later());
      this.#running = this.#look();
    }
    return this.#running;
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#running?.then(() => this.#look());
    }, QUIET);
  }

  async #look(): Promise<void> {
    const { tools } = this.#deps;
    const stored = tools
      .list({ includeDisabled: true, connectors: true })
      .flatMap(({ id, builtin }) => (builtin ? [] : (tools.get(id) ?? [])));
    const present = new Set(stored.map(({ id }) => id));
    for (const id of this.#seen.keys()) if (!present.has(id)) this.#forget(id);
    let batch: { tool: Tool; texts: Record<string, string> }[] = [];
    let bytes = 0;
    const flush = async (): Promise<void> => {
      if (batch.length > 0) await this.#compile(batch);
      [batch, bytes] = [[], 0];
    };
    for (const tool of stored) {
      if (this.#seen.get(tool.id) === textOf(tool)) continue;
      const texts = await this.#textsOf(tool);
      if (!texts) continue;
      const size = Object.values(texts).reduce((sum, text) => sum + byteLength(text), 0);
      if (bytes + size > BATCH_BYTES) await flush();
      batch.push({ tool, texts });
      bytes += size;
    }
    await flush();
    const lost = stored.flatMap((tool): [string, string][] => {
      const problem = this.#problems.has(tool.id) ? undefined : lostCall(tool, (name) => tools.get(name));
      return problem === undefined ? [] : [[tool.id, problem]];
    });
    tools.mark(new Map([...this.#problems, ...lost]));
  }

  /** Returns a tool's Lua by file; undefined when it has none, which is then its problem. */
  async #textsOf(tool: Tool): Promise<Record<string, string> | undefined> {
    try {
      const modules = Object.entries(tool.files).filter(([path]) => path.endsWith('.lua'));
      return Object.fromEntries([...modules, ['', await scriptOf(tool)]]);
    } catch (error) {
      if (error instanceof Failure && error.code === 'bad_request') {
        this.#note(tool, `it can no longer be read: ${error.message}`);
      }
      return undefined;
    }
  }

  async #compile(batch: readonly { tool: Tool; texts: Record<string, string> }[]): Promise<void> {
    const sources = batch.flatMap(({ tool, texts }) =>
      Object.entries(texts).map(([path, text]): [string, string] => [`${tool.id}/${path}`, text]),
    );
    let found: SyntaxProblem[];
    try {
      found = await this.#deps.compile(Object.fromEntries(sources));
    } catch {
      // The next session or change checks again.
      return;
    }
    const first = new Map<string, SyntaxProblem>();
    for (const problem of found) {
      const id = problem.file.slice(0, problem.file.indexOf('/'));
      if (!first.has(id)) first.set(id, problem);
    }
    for (const { tool } of batch) {
      const problem = first.get(tool.id);
      this.#note(tool, problem && sentenceOf(tool, problem));
    }
  }

  #note(tool: Tool, problem: string | undefined): void {
    this.#seen.set(tool.id, textOf(tool));
    if (problem === undefined) this.#problems.delete(tool.id);
    else this.#problems.set(tool.id, problem);
  }

  #forget(id: string): void {
    this.#seen.delete(id);
    this.#problems.delete(id);
  }
}

/** Says which tool a flow calls that isn't there, as a sentence. */
function lostCall({ kind, source }: Tool, find: (name: string) => Tool | undefined): string | undefined {
  if (kind !== 'flow') return undefined;
  const lost = [...new Set(calledBy(source))].filter((name) => find(name) === undefined);
  if (lost.length === 0) return undefined;
  const [names, them] = [lost.join(', '), lost.length === 1 ? 'it' : 'them'];
  return `it calls ${names}, which ${lost.length === 1 ? 'is' : 'are'} not installed: install ${them}, or change its steps`;
}

/** Names of the tools in the steps of a flow, in branches too. */
function calledBy(source: string): string[] {
  const names: string[] = [];
  let open: unknown[];
  try {
    open = [JSON.parse(source)];
  } catch {
    return [];
  }
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) open.push(...(next as unknown[]));
    if (!isObject(next)) continue;
    if (typeof next['tool'] === 'string') names.push(next['tool']);
    open.push(next['steps'], next['then'], next['else'], next['branches']);
  }
  return names.sort();
}

function textOf({ source, files }: Tool): string {
  return Object.keys(files).length > 0 ? source + JSON.stringify(files) : source;
}

function sentenceOf({ id, name }: Tool, { file, line, message }: SyntaxProblem): string {
  const path = file.slice(id.length + 1);
  return `it no longer compiles: ${path === '' ? name : path}:${line}: ${message}`;
}
