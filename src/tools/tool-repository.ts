// The catalogue, kept equal to the store, even when another tab writes or a record is damaged.
//
// - A change is based on what is stored now: under a lock shared by all tabs, and committed only if no other tab has
//   written since.
// - Changes and reloads take turns: a reload never restores what a change of this tab has just replaced.
// - A record that can't be read stays where it is, and `problems` reports it.
import { BUNDLE_IDS, type Bundle } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import type { Tool } from '../core/tool.ts';
import { Catalogue } from './catalogue.ts';
import { deepFreeze } from './plain.ts';
import { nameOf, readBundle, readTool } from './read-records.ts';
import type { Commit, Marked, Snapshot, ToolStore } from '../core/ports/tool-store.ts';

export interface ToolProblem {
  name: string;
  /** A sentence for people. */
  message: string;
  /** Of the damaged record. */
  id?: string;
}

export interface ToolRepositoryDeps {
  store: ToolStore;
  /** Names of built-ins. */
  ownNames: { has(name: string): boolean };
  now(): string;
  onChange(): void;
}

/** The result of a change: what to write, and what to return once it is written. */
export interface Change<T> {
  commit: Commit;
  value: T;
}

/** Tabs without Web Locks ignore the lock and may interfere, so this limits the retries. */
const MAX_ATTEMPTS = 5;

export class ToolRepository {
  readonly #deps: ToolRepositoryDeps;
  #catalogue: Catalogue;
  #revision = -1;
  #marks: Snapshot['marks'] = { 'removed-bundled': [], 'disabled-builtin': [] };
  #problems: readonly ToolProblem[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: ToolRepositoryDeps) {
    this.#deps = deps;
    this.#catalogue = new Catalogue(deps.ownNames);
  }

  /** Reads the store, and follows other tabs from then on. */
  async load(): Promise<void> {
    this.#deps.store.onChange(() => void this.#reload());
    await this.#inTurn(() => this.#read());
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  get problems(): readonly ToolProblem[] {
    return this.#problems;
  }

  marked(list: Marked): readonly string[] {
    return this.#marks[list];
  }

  /**
   * Writes the changes that `work` makes to the present state, all or nothing.
   * @param work gets what is stored now, and runs again when another tab interfered. It must not wait. Its errors are
   *   passed on, and nothing is written.
   */
  change<T>(work: (catalogue: Catalogue) => Change<T>): Promise<T> {
    return this.#inTurn(() => this.#deps.store.exclusive(() => this.#write(work)));
  }

  /** Keeps a tool that could not be stored until the page is closed. */
  keepUnstored(tool: Tool, message: string): void {
    this.#catalogue.apply({ putTools: [tool] });
    this.#problems = [...this.#problems, { name: tool.name, message }];
  }

  async #write<T>(work: (catalogue: Catalogue) => Change<T>): Promise<T> {
    const { store } = this.#deps;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if ((await store.revision()) !== this.#revision) await this.#read();
      const { commit, value } = work(this.#catalogue);
      if (Object.keys(commit).length === 0) return value;
      const revision = await store.commit(this.#revision, commit);
      if (revision === undefined) continue;
      this.#revision = revision;
      this.#marks = { ...this.#marks, ...commit.marks };
      this.#catalogue.apply(commit);
      const deleted = new Set(commit.deleteTools);
      this.#problems = this.#problems.filter(({ id }) => id === undefined || !deleted.has(id));
      this.#deps.onChange();
      return value;
    }
    throw new Failure(
      'conflict',
      'other tabs are changing the tools at the same time; try again in a moment',
    );
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #reload(): Promise<void> {
    await this.#inTurn(() => this.#read()).catch((error: unknown) => {
      this.#problems = [{ name: '', message: `the list of tools could not be read again: ${String(error)}` }];
    });
    this.#deps.onChange();
  }

  async #read(): Promise<void> {
    const { store, ownNames } = this.#deps;
    const snapshot = await store.read();
    if (snapshot.revision === this.#revision) return;
    const problems: ToolProblem[] = [];
    const readAll = <T>(records: readonly unknown[], read: (record: unknown) => T): T[] =>
      records.flatMap((record) => {
        try {
          return [deepFreeze(read(record))];
        } catch (error) {
          problems.push({ name: nameOf(record), message: (error as Error).message, id: idOf(record) });
          return [];
        }
      });
    const bundles = new Map(standardBundles().map((bundle) => [bundle.id, bundle]));
    for (const bundle of readAll(snapshot.bundles, readBundle)) bundles.set(bundle.id, bundle);
    const tools = readAll(snapshot.tools, readTool);
    this.#catalogue = new Catalogue(ownNames, tools, bundles.values());
    this.#marks = snapshot.marks;
    this.#problems = problems;
    this.#revision = snapshot.revision;
  }
}

function idOf(record: unknown): string {
  return String((record as { id?: unknown } | null)?.id);
}

/** They exist before anything about them is stored. */
function standardBundles(): Bundle[] {
  const start = new Date(0).toISOString();
  const bundle = (
    id: string,
    slug: string,
    displayName: string,
    description: string,
    origin: Bundle['origin'],
  ) =>
    deepFreeze<Bundle>({
      id,
      slug,
      displayName,
      description,
      enabled: true,
      origin,
      createdAt: start,
      modifiedAt: start,
    });
  return [
    bundle(BUNDLE_IDS.builtin, 'builtin', 'Built in', 'Tools that are part of Perilune.', 'builtin'),
    bundle(BUNDLE_IDS.bundled, 'perilune', 'Perilune', 'Tools that come with Perilune.', 'bundled'),
    bundle(BUNDLE_IDS.mine, 'my-tools', 'My tools', 'Tools you made.', 'user'),
  ];
}
