// Test support: feeds over a real library and real tables (fake-indexeddb), with connectors of the test.
import { toScan } from '../../core/connector.ts';
import { toErrorData } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { ObjectSchema } from '../../core/schema.ts';
import type { CallReport } from '../../core/tool.ts';
import type { FirstCaller } from '../../core/call.ts';
import { openDatabase } from '../../storage/database.ts';
import { DocumentTable } from '../../storage/documents.ts';
import { feedTable } from '../../storage/feeds.ts';
import { SourceDocuments } from '../../storage/source-documents.ts';
import { Library } from '../library.ts';
import { type FeedConnector, Feeds } from './feeds.ts';
import type { ScanDeps } from './scan.ts';

export interface Called {
  args: JsonObject;
  settings: JsonObject | undefined;
  caller: FirstCaller;
}

/** The result of `connector.scan(config)`; may throw a Failure. */
export type Script = (
  config: JsonObject,
  call: { signal: AbortSignal; progress(at: number): void },
) => unknown;

export const START = Date.parse('2026-01-02T03:00:00.000Z');

let names = 0;

export class FeedBench {
  /** Calls of connectors, in order. */
  readonly called: Called[] = [];
  readonly scripts: Record<string, Script>;
  /** Sizes of the batches passed to the library. */
  readonly added: number[] = [];
  readonly locks: Set<string>;
  schema: ObjectSchema = { type: 'object' };
  /** Further properties of its connectors. */
  more: Partial<FeedConnector> = {};
  now = START;
  /** Ids of the existing collections. */
  readonly collections = new Set(['tea', 'lua']);
  readonly feeds: Feeds;
  readonly library: Library;
  readonly deps: ScanDeps;
  readonly #close: () => void;

  private constructor(
    database: Awaited<ReturnType<typeof openDatabase>>,
    library: Library,
    scripts: Record<string, Script>,
    locks: Set<string>,
  ) {
    this.scripts = scripts;
    this.library = library;
    this.locks = locks;
    const store = feedTable(database);
    this.deps = {
      call: (name, args, options) => this.#call(name, args, options),
      library: {
        add: (items, options) => {
          this.added.push(items.length);
          return library.add(
            items.map((document) => ({
              document,
              ...(options.collection !== undefined && { collection: options.collection }),
            })),
            { ...options, total: items.length },
          );
        },
        remove: (ids) => library.remove(ids),
      },
      documents: new SourceDocuments(database),
    };
    this.feeds = new Feeds({
      ...this.deps,
      store,
      connector: (name) => this.#tool(name),
      change: (ids, change) => library.change(ids, change),
      hasCollection: async (id) => this.collections.has(id),
      sources: async () => library.sources(),
      unlessHeld: async (lock, work) => {
        if (locks.has(lock)) return undefined;
        locks.add(lock);
        try {
          return await work();
        } finally {
          locks.delete(lock);
        }
      },
      newId: () => `feed-${++names}`,
      now: () => this.now,
    });
    this.#close = () => {
      store.close();
      database.close();
    };
  }

  /** @param other shares its storage and locks: another tab */
  static async open(
    scripts: Record<string, Script>,
    name = `feeds-${crypto.randomUUID()}`,
    locks = new Set<string>(),
  ) {
    const database = await openDatabase({ name });
    let ids = 0;
    let tick = 0;
    const library = new Library({
      store: new DocumentTable(database),
      exclusive: (work) => work(),
      announce: () => undefined,
      newId: () => `${name}-${++ids}`,
      now: () => new Date(START + ++tick).toISOString(),
    });
    await library.load();
    return new FeedBench(database, library, scripts, locks);
  }

  async titles(source: string): Promise<string[]> {
    const there = await this.deps.documents.identities(source);
    const metas = await this.deps.documents.known(
      source,
      there.map(({ source_id }) => source_id),
    );
    return metas.flatMap((meta) => meta?.title ?? []);
  }

  close(): void {
    this.#close();
  }

  async #call(name: string, args: JsonObject, options: Parameters<ScanDeps['call']>[2]): Promise<CallReport> {
    this.called.push({ args, settings: options.settings, caller: options.caller });
    const report = { args, logs: [], milliseconds: 1, run: `run-${this.called.length}` };
    try {
      const signal = options.signal ?? new AbortController().signal;
      const progress = (at: number): void => options.onProgress?.(at, 'so far');
      const result = await this.scripts[name]?.({ ...options.settings, ...args }, { signal, progress });
      return { ...report, outcome: { result: toScan(result, name) as unknown as Json } };
    } catch (error) {
      return { ...report, outcome: { error: toErrorData(error) } };
    }
  }

  #tool(name: string): FeedConnector | undefined {
    if (!this.scripts[name]) return undefined;
    return { kind: 'connector', spec: { parameters: this.schema }, ...this.more };
  }
}

/** Returns an item of a scan. */
export const note = (id: string, body = `Text of ${id}`, more: object = {}) => ({
  source_id: id,
  title: `Note ${id}`,
  body,
  ...more,
});
