// Which tools exist: built-ins, bundled ones and the user's own; installing, switching and removing them.
//
// - A write counts when the store says so; the list follows the store, also when another tab wrote.
// - Writes and reloads take turns: a reload never brings back what a write of this tab has just replaced.
// - Tools are frozen. A change makes a new record.
// - A stored record that cannot be read stays where it is; `problems` says so.
import { Failure } from '../core/errors.ts';
import {
  toolInfo,
  type CallReport,
  type Policy,
  type Tool,
  type ToolInfo,
  type ToolSpec,
} from '../core/tool.ts';
import type { Approve } from './approvals.ts';
import { builtinTool, type Builtin } from './builtins.ts';
import { reconciled, type BundledTool } from './bundled.ts';
import { invoke, noSuchTool, type CallOptions, type ToolRunner } from './invoke.ts';
import { byteLength, deepFreeze, inMebibytes, sha256 } from './plain.ts';
import {
  checkOptions,
  checkPolicy,
  install,
  nameOf,
  readTool,
  type InstallOptions,
  type Offer,
} from './records.ts';

/** A list of names kept beside the tools. */
export type Marked = 'removed-bundled' | 'disabled-builtin';

export interface ToolStore {
  /** The records as they lie there: whether one reads is not the store's to judge. */
  all(): Promise<unknown[]>;
  /**
   * Stores what `change` makes of the record with that name (undefined: leave it), reading and writing in one
   * transaction, so that two tabs cannot both be the first. The name leaves `removed-bundled`. What `change` throws
   * undoes everything and is thrown.
   */
  update(name: string, change: (stored: unknown) => Tool | undefined): Promise<void>;
  /** Removes by name. With `mark` the name joins `removed-bundled` in the same transaction. False: there was none. */
  remove(name: string, mark: boolean): Promise<boolean>;
  marked(list: Marked): Promise<string[]>;
  mark(list: Marked, name: string, on: boolean): Promise<void>;
  /** Tells when another tab has changed something. */
  onChange(listener: () => void): void;
}

export interface RegistryDeps {
  store: ToolStore;
  runner: ToolRunner;
  builtins: Builtin[];
  bundled: BundledTool[];
  approve: Approve;
  newId(): string;
  /** ISO 8601. */
  now(): string;
}

export interface ToolProblem {
  name: string;
  message: string;
}

/** A script larger than this is not a tool. Its parse alone would eat the deadline of reading it. */
export const MAX_SOURCE_BYTES = 1024 * 1024;

export class Registry {
  readonly #deps: RegistryDeps;
  readonly #listeners = new Set<() => void>();
  readonly #tools = new Map<string, Tool>();
  #builtins: Map<string, Tool>;
  #problems: readonly ToolProblem[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
    this.#builtins = this.#switched([]);
  }

  /** Reads the stored tools and brings the bundled ones up to date. Once, before anything else. */
  async load(): Promise<void> {
    const offers = await Promise.all(this.#deps.bundled.map((bundled) => this.#bundledOffer(bundled)));
    await this.#inTurn(async () => {
      await this.#readStore();
      await this.#reconcile(offers);
    });
    this.#deps.store.onChange(() => void this.#reload());
    this.#changed();
  }

  /** Built-ins first, then by name. */
  list(options: { includeDisabled?: boolean } = {}): ToolInfo[] {
    const scripts = [...this.#tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return [...this.#builtins.values(), ...scripts]
      .filter((tool) => tool.enabled || options.includeDisabled === true)
      .map(toolInfo);
  }

  get(name: string): Tool | undefined {
    return this.#builtins.get(name) ?? this.#tools.get(name);
  }

  /** What could not be read or kept, for people to see. */
  get problems(): readonly ToolProblem[] {
    return this.#problems;
  }

  /**
   * What a script declares, its version filled in. Nothing is stored.
   * @throws Failure `bad_request`, `too_large`, `timeout`, `sandbox_crashed` or `unavailable`.
   */
  async inspect(source: string, fileName?: string): Promise<ToolSpec> {
    if (typeof source !== 'string') throw new Failure('bad_request', 'the source of a tool must be Lua text');
    if (source.length > MAX_SOURCE_BYTES || byteLength(source) > MAX_SOURCE_BYTES) {
      throw new Failure('too_large', `a tool must not be larger than ${inMebibytes(MAX_SOURCE_BYTES)}`);
    }
    return versioned(await this.#deps.runner.inspect(source, fileName), source);
  }

  /**
   * Installs a script, or its new version. The same script again is the same tool.
   * @throws Failure of `inspect`; `bad_request` for wrong options; `conflict` for a built-in's name and for another
   * source under the same version; `unavailable` when it cannot be stored. After a failure nothing has changed.
   */
  async install(source: string, options?: InstallOptions): Promise<Tool> {
    const checked = checkOptions(options);
    const spec = await this.inspect(source, checked.fileName);
    this.#refuseBuiltin(spec.name, 'the name is taken by a built-in tool; choose another one');
    const isBundled = this.#deps.bundled.some((one) => one.source === source && one.spec.name === spec.name);
    const offer: Offer = { source, spec, origin: isBundled ? 'bundled' : 'user', options: checked };
    const { newId, now } = this.#deps;
    return this.#write(spec.name, (stored) => install(stored, offer, newId(), now()), checked.replace);
  }

  /**
   * @returns the removed tool, for `restore`. A bundled tool that was removed does not come back with an update.
   * @throws Failure `not_found`, or `denied` for a built-in.
   */
  async remove(name: string): Promise<Tool> {
    if (this.#builtins.has(name)) {
      throw new Failure('denied', `tool '${name}' is built in and cannot be removed; switch it off instead`);
    }
    return this.#inTurn(async () => {
      const tool = this.#tools.get(name);
      if (!tool) throw noSuchTool(name);
      const isBundled = this.#deps.bundled.some(({ spec }) => spec.name === name);
      const found = await this.#deps.store.remove(name, isBundled);
      this.#tools.delete(name);
      this.#changed();
      if (!found) throw noSuchTool(name);
      return tool;
    });
  }

  /**
   * Undoes a `remove`.
   * @throws Failure `conflict` when the name has been taken since.
   */
  async restore(tool: Tool): Promise<void> {
    this.#refuseBuiltin(tool.name, 'the name is taken by a built-in tool');
    const kept = readTool(tool);
    await this.#write(kept.name, (stored) => {
      if (stored && stored.id !== kept.id) {
        throw new Failure('conflict', `another tool is called '${kept.name}' by now; remove it first`);
      }
      return kept;
    });
  }

  /** @throws Failure `not_found`. */
  async setEnabled(name: string, enabled: boolean): Promise<Tool> {
    if (!this.#builtins.has(name)) return this.#modify(name, (tool) => ({ ...tool, enabled }));
    return this.#inTurn(async () => {
      await this.#deps.store.mark('disabled-builtin', name, !enabled);
      this.#builtins = this.#switched(await this.#deps.store.marked('disabled-builtin'));
      this.#changed();
      return this.get(name) as Tool;
    });
  }

  /** @throws Failure `not_found`, or `denied` for a built-in. */
  async setPolicy(name: string, policy: Policy): Promise<Tool> {
    checkPolicy(policy);
    if (this.#builtins.has(name)) {
      throw new Failure(
        'denied',
        `tool '${name}' is built in; its policy cannot be changed, only its switch`,
      );
    }
    return this.#modify(name, (tool) => ({ ...tool, policy }));
  }

  /** Calls a tool. Never rejects: see `invoke.ts`. */
  call(name: string, args: unknown, options: CallOptions): Promise<CallReport> {
    const { runner, approve, builtins } = this.#deps;
    const find = (wanted: string): Tool | undefined => this.get(wanted);
    const builtin = (wanted: string): Builtin | undefined => builtins.find((one) => one.name === wanted);
    return invoke({ find, builtin, runner, approve }, name, args, options);
  }

  /** @returns a function that ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** @param replaceDamaged a stored record that cannot be read gives way, instead of standing in it. */
  #write(name: string, change: (stored: Tool | undefined) => Tool, replaceDamaged = false): Promise<Tool> {
    return this.#inTurn(async () => {
      const tool = await this.#store(name, change, replaceDamaged);
      this.#problems = this.#problems.filter((problem) => problem.name !== name);
      this.#changed();
      return tool;
    });
  }

  async #store(
    name: string,
    change: (stored: Tool | undefined) => Tool,
    replaceDamaged: boolean,
  ): Promise<Tool> {
    let result: Tool | undefined;
    await this.#deps.store.update(name, (record) => {
      const stored = record === undefined ? undefined : readInTheWay(record, replaceDamaged);
      result = change(stored);
      return result === stored ? undefined : result;
    });
    const tool = deepFreeze(result as Tool);
    this.#tools.set(name, tool);
    return tool;
  }

  async #modify(name: string, change: (tool: Tool) => Tool): Promise<Tool> {
    return this.#write(name, (stored) => {
      if (!stored) throw noSuchTool(name);
      return change(stored);
    });
  }

  #refuseBuiltin(name: string, why: string): void {
    if (this.#builtins.has(name)) throw new Failure('conflict', `tool '${name}': ${why}`);
  }

  #switched(disabled: string[]): Map<string, Tool> {
    const tools = this.#deps.builtins.map((one) =>
      deepFreeze(builtinTool(one, !disabled.includes(one.name))),
    );
    return new Map(tools.map((tool) => [tool.name, tool]));
  }

  async #reload(): Promise<void> {
    await this.#inTurn(() => this.#readStore()).catch((error: unknown) => {
      this.#problems = [{ name: '', message: `the list of tools could not be read again: ${String(error)}` }];
    });
    this.#changed();
  }

  async #readStore(): Promise<void> {
    const { store } = this.#deps;
    const [records, disabled] = await Promise.all([store.all(), store.marked('disabled-builtin')]);
    this.#builtins = this.#switched(disabled);
    this.#tools.clear();
    const problems: ToolProblem[] = [];
    for (const record of records) {
      try {
        const tool = readTool(record);
        this.#refuseBuiltin(tool.name, 'hidden by the built-in tool of that name');
        this.#tools.set(tool.name, tool);
      } catch (error) {
        problems.push({ name: nameOf(record), message: (error as Error).message });
      }
    }
    this.#problems = problems;
  }

  async #bundledOffer({ source, spec }: BundledTool): Promise<Offer> {
    return { source, spec: await versioned(spec, source), origin: 'bundled', options: {} };
  }

  async #reconcile(offers: Offer[]): Promise<void> {
    const { store, newId, now } = this.#deps;
    const removed = await store.marked('removed-bundled');
    const damaged = this.#problems.map((problem) => problem.name);
    for (const offer of offers) {
      const { name } = offer.spec;
      const stored = this.#tools.get(name);
      if (!stored && (removed.includes(name) || damaged.includes(name))) continue;
      const next = reconciled(stored, offer, newId(), now());
      if (next === stored) continue;
      try {
        await this.#store(name, (latest) => reconciled(latest, offer, newId(), now()), false);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        // Not kept, but usable until the page is closed.
        this.#tools.set(name, next);
        this.#problems = [...this.#problems, { name, message: error.message }];
      }
    }
  }
}

function readInTheWay(record: unknown, replaceDamaged: boolean): Tool | undefined {
  try {
    return readTool(record);
  } catch (error) {
    if (replaceDamaged) return undefined;
    throw new Failure('conflict', (error as Error).message);
  }
}

/** A script without a version gets one from its text, so that a changed script is a newer one. */
async function versioned(spec: ToolSpec, source: string): Promise<ToolSpec> {
  if (spec.version !== '') return spec;
  return { ...spec, version: `0-${(await sha256(source)).slice(0, 8)}` };
}
