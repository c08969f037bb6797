// The installed tools in memory, kept equal to the store: also when another tab writes, or a record is damaged.
//
// - Writes and reloads take turns: a reload never brings back what a write of this tab has just replaced.
// - Tools are frozen; a change makes a new record.
// - A record that cannot be read stays where it is, and `problems` says so.
import { Failure } from '../core/errors.ts';
import type { Tool } from '../core/tool.ts';
import { reconciled } from './bundled.ts';
import { noSuchTool } from './no-such-tool.ts';
import { deepFreeze } from './plain.ts';
import { nameOf, readTool, type Offer } from './records.ts';

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

export interface ToolProblem {
  name: string;
  /** A sentence for people. */
  message: string;
}

export interface ShelfDeps {
  store: ToolStore;
  /** Names of built-ins: a stored tool of such a name is hidden, not deleted. */
  isBuiltin(name: string): boolean;
  newId(): string;
  now(): string;
  onChange(): void;
}

export class Shelf {
  readonly #deps: ShelfDeps;
  readonly #tools = new Map<string, Tool>();
  #disabledBuiltins: readonly string[] = [];
  #problems: readonly ToolProblem[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: ShelfDeps) {
    this.#deps = deps;
  }

  /** Reads the store, brings the bundled tools up to date, and follows other tabs from then on. */
  async load(bundled: readonly Offer[]): Promise<void> {
    await this.#inTurn(async () => {
      await this.#read();
      await this.#reconcile(bundled);
    });
    this.#deps.store.onChange(() => void this.#reload());
  }

  get tools(): Iterable<Tool> {
    return this.#tools.values();
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  get problems(): readonly ToolProblem[] {
    return this.#problems;
  }

  get disabledBuiltins(): readonly string[] {
    return this.#disabledBuiltins;
  }

  /**
   * Stores what `change` makes of the tool with that name. It gets what is stored now, maybe by another tab.
   * @param replaceDamaged a record that cannot be read gives way; else it is a Failure `conflict`.
   */
  write(name: string, change: (stored: Tool | undefined) => Tool, replaceDamaged = false): Promise<Tool> {
    return this.#inTurn(async () => {
      const tool = await this.#store(name, change, replaceDamaged);
      this.#problems = this.#problems.filter((problem) => problem.name !== name);
      this.#deps.onChange();
      return tool;
    });
  }

  /** @throws Failure `not_found` */
  modify(name: string, change: (tool: Tool) => Tool): Promise<Tool> {
    return this.write(name, (stored) => {
      if (!stored) throw noSuchTool(name);
      return change(stored);
    });
  }

  /**
   * @param mark the name is a bundled tool's: it is not to come back.
   * @throws Failure `not_found`
   */
  remove(name: string, mark: boolean): Promise<Tool> {
    return this.#inTurn(async () => {
      const tool = this.#tools.get(name);
      if (!tool) throw noSuchTool(name);
      const found = await this.#deps.store.remove(name, mark);
      this.#tools.delete(name);
      this.#deps.onChange();
      if (!found) throw noSuchTool(name);
      return tool;
    });
  }

  switchBuiltin(name: string, enabled: boolean): Promise<void> {
    return this.#inTurn(async () => {
      await this.#deps.store.mark('disabled-builtin', name, !enabled);
      this.#disabledBuiltins = await this.#deps.store.marked('disabled-builtin');
      this.#deps.onChange();
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
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

  async #reload(): Promise<void> {
    await this.#inTurn(() => this.#read()).catch((error: unknown) => {
      this.#problems = [{ name: '', message: `the list of tools could not be read again: ${String(error)}` }];
    });
    this.#deps.onChange();
  }

  async #read(): Promise<void> {
    const { store, isBuiltin } = this.#deps;
    const [records, disabled] = await Promise.all([store.all(), store.marked('disabled-builtin')]);
    this.#disabledBuiltins = disabled;
    this.#tools.clear();
    const problems: ToolProblem[] = [];
    for (const record of records) {
      try {
        const tool = deepFreeze(readTool(record));
        if (isBuiltin(tool.name)) {
          throw new Failure(
            'conflict',
            `your tool '${tool.name}' is hidden by the built-in tool of that name`,
          );
        }
        this.#tools.set(tool.name, tool);
      } catch (error) {
        problems.push({ name: nameOf(record), message: (error as Error).message });
      }
    }
    this.#problems = problems;
  }

  async #reconcile(bundled: readonly Offer[]): Promise<void> {
    const { store, newId, now } = this.#deps;
    const removed = await store.marked('removed-bundled');
    const damaged = this.#problems.map((problem) => problem.name);
    for (const offer of bundled) {
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
