// One scan of a connector, page by page: its items are compared with the library, and new or changed ones are added.
//
// - Each page is a separate call of the script, with its own run, record and 300 s, and is added before the next one.
//   A scan that stops early keeps what it added, and reports its progress.
// - Only new or changed items reach the library; no passage of the others is made again.
// - Documents are removed only after a complete scan that requested everything.
import type { Scan } from '../../core/connector.ts';
import type { AddReport, DocumentInput, DocumentMeta } from '../../core/document.ts';
import { Failure, toErrorData, type ErrorData } from '../../core/errors.ts';
import type { PauseController } from '../../base/pause-controller.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { CallReport } from '../../core/tool.ts';
import type { FirstCaller } from '../../core/call.ts';
import { standingOf, type Standing } from './standing.ts';

export interface ScanDeps {
  /** The one invocation path. */
  call(
    name: string,
    args: JsonObject,
    options: {
      caller: FirstCaller;
      settings?: JsonObject;
      signal?: AbortSignal;
      onProgress?: (fraction: number, text: string | undefined) => void;
    },
  ): Promise<CallReport>;
  library: {
    add(
      items: DocumentInput[],
      options: {
        onProgress?: (progress: { done: number; total: number; name: string }) => void;
        signal?: AbortSignal;
        pause?: PauseController;
        collection?: string;
      },
    ): Promise<AddReport>;
    remove(ids: string[]): Promise<number>;
  };
  documents: {
    known(source: string, ids: readonly string[]): Promise<(DocumentMeta | undefined)[]>;
    identities(source: string): Promise<{ id: string; source_id: string }[]>;
  };
}

export interface ScanPlan {
  connector: string;
  caller: FirstCaller;
  /** Arguments of its function besides its config. */
  args?: JsonObject | undefined;
  /** Settings that override its config. */
  settings?: JsonObject | undefined;
  /** The source of the documents. */
  source: string;
  /** The id of the collection that new or changed documents join. */
  collection?: string | undefined;
  /** Writes nothing. */
  dryRun?: boolean | undefined;
  /** Removes documents of the source that a complete scan doesn't return. */
  prune?: boolean | undefined;
  /** A scheduled scan: it removes no more than half of a source. */
  unattended?: boolean;
  signal?: AbortSignal | undefined;
  /** Pauses between two pages and between two documents. */
  pause?: PauseController | undefined;
  onProgress?: ((progress: ScanProgress) => void) | undefined;
  /** Receives all items, page by page. */
  onItems?: (items: DocumentInput[]) => void;
}

/** The progress of a scan. */
export interface ScanProgress {
  doing: 'reading' | 'adding' | 'removing';
  /** From 1. */
  page: number;
  /** Items of the earlier pages. */
  items: number;
  /** While reading: the script's own progress, from 0 to 1 and in words. */
  fraction?: number;
  text?: string;
  /** While adding: finished documents, the total, and the current one. */
  done?: number;
  total?: number;
  name?: string;
}

export interface ScanChange {
  what: 'added' | 'changed' | 'removed';
  source_id: string;
  title?: string;
  source_url?: string;
}

export interface ScanReport {
  pages: number;
  /** Number of valid items. */
  items: number;
  /** In a dry run, what would be added. */
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** Documents not removed, because they were too many without asking. */
  held: number;
  /** The first few hundred of the added, changed and removed documents. */
  changes: ScanChange[];
  skipped: { name: string; reason: string }[];
  /** Ids of the written documents. */
  ids: string[];
  chunks: number;
  /** The record of the last run. */
  run?: string;
  /** State that the connector wants at the next scan. */
  keep?: Json;
  /** The scan was complete. */
  whole: boolean;
  /** Why it ended early. */
  error?: ErrorData;
}

/** Maximum calls of one scan: with 100 items each, as many documents as a library holds. */
const MOST_PAGES = 1000;
/** Maximum changes shown to a person. */
const MOST_CHANGES = 500;
/**
 * A handful of documents may be missing at once. If half of a source is missing on a schedule, a fault at the source
 * is more likely.
 */
const FEW = 10;
const REMOVED_AT_A_TIME = 500;

/** Never rejects for errors during the scan, which are in the report. */
export async function scan(deps: ScanDeps, plan: ScanPlan): Promise<ScanReport> {
  const course = new Course(deps, plan);
  try {
    await course.run();
  } catch (error) {
    const stopped = plan.signal?.aborted === true;
    course.report.error = stopped
      ? { code: 'cancelled', message: 'The scan was stopped.' }
      : toErrorData(error, 'unavailable');
    course.report.whole = false;
  }
  return course.report;
}

class Course {
  readonly report: ScanReport = {
    ...{ pages: 0, items: 0, added: 0, changed: 0, unchanged: 0, removed: 0, held: 0 },
    ...{ changes: [], skipped: [], ids: [], chunks: 0, whole: true },
  };
  readonly #deps: ScanDeps;
  readonly #plan: ScanPlan;
  /** Every source_id received, including those of invalid items. */
  readonly #seen = new Set<string>();
  #nameless = false;

  constructor(deps: ScanDeps, plan: ScanPlan) {
    this.#deps = deps;
    this.#plan = plan;
  }

  async run(): Promise<void> {
    let cursor: Json | undefined;
    do {
      const page = await this.#read(cursor);
      await this.#take(page);
      if (page.partial) this.report.whole = false;
      if (page.keep !== undefined) this.report.keep = page.keep;
      if (page.cursor !== undefined && JSON.stringify(page.cursor) === JSON.stringify(cursor)) {
        throw new Failure(
          'bad_output',
          `'${this.#plan.connector}' returned the same cursor twice: it would never end`,
        );
      }
      cursor = page.cursor;
      if (cursor !== undefined && this.report.pages >= MOST_PAGES) {
        throw new Failure(
          'too_large',
          `a scan reads at most ${MOST_PAGES} pages; documents added by then are kept`,
        );
      }
    } while (cursor !== undefined);
    if (this.#plan.prune && this.report.whole && !this.#nameless) await this.#prune();
  }

  async #read(cursor: Json | undefined): Promise<Scan> {
    const { connector, caller, settings, args = {}, signal, pause, onProgress } = this.#plan;
    signal?.throwIfAborted();
    const at = { page: this.report.pages + 1, items: this.report.items };
    onProgress?.({ doing: 'reading', ...at });
    await pause?.released(signal);
    signal?.throwIfAborted();
    const given = cursor === undefined ? args : { ...args, cursor };
    const { outcome, run } = await this.#deps.call(connector, given, {
      caller,
      ...(settings && { settings }),
      ...(signal && { signal }),
      ...(onProgress && {
        onProgress: (fraction, text) =>
          onProgress({ doing: 'reading', ...at, fraction, ...(text !== undefined && { text }) }),
      }),
    });
    if (run !== undefined) this.report.run = run;
    if (outcome.error) throw new Failure(outcome.error.code, outcome.error.message, outcome.error.details);
    this.report.pages += 1;
    return outcome.result as unknown as Scan;
  }

  async #take({ items, skipped }: Scan): Promise<void> {
    this.report.skipped.push(...skipped);
    for (const { name } of skipped) {
      // The reader's name for an item without a source_id, which may be any document.
      if (/^item \d+$/.test(name)) this.#nameless = true;
      else this.#seen.add(name);
    }
    const { source } = this.#plan;
    const fresh = items.filter((item) => this.#isFirst(item)).map((item) => ({ ...item, source }));
    this.#plan.onItems?.(fresh);
    const before = await this.#standings(fresh);
    const wanted = fresh.filter((_, i) => before[i] !== 'unchanged');
    const written = this.#plan.dryRun ? wanted : await this.#add(wanted, fresh.length);
    fresh.forEach((item, i) => {
      const standing = before[i] as Standing;
      if (standing === 'unchanged') this.report.unchanged += 1;
      else if (written.includes(item)) this.#count(standing, item);
    });
    this.report.items += fresh.length;
    if (this.#failed) throw this.#failed;
  }

  /** The library failed or was stopped; what it had written by then is counted first. */
  #failed: Failure | undefined;

  #isFirst({ source_id = '' }: DocumentInput): boolean {
    if (this.#seen.has(source_id)) {
      this.report.skipped.push({
        name: source_id,
        reason: 'the scan brought it twice, and the first one counts',
      });
      return false;
    }
    this.#seen.add(source_id);
    return true;
  }

  async #standings(items: readonly DocumentInput[]): Promise<Standing[]> {
    const known = await this.#deps.documents.known(
      this.#plan.source,
      items.map(({ source_id = '' }) => source_id),
    );
    return Promise.all(items.map((item, i) => standingOf(item, known[i])));
  }

  /** @returns those that are now in the library */
  async #add(wanted: DocumentInput[], brought: number): Promise<DocumentInput[]> {
    if (wanted.length === 0) return wanted;
    const { signal, pause, collection, onProgress } = this.#plan;
    const { pages: page, items } = this.report;
    let report: AddReport | undefined;
    try {
      report = await this.#deps.library.add(wanted, {
        ...(signal && { signal }),
        ...(pause && { pause }),
        ...(collection !== undefined && { collection }),
        ...(onProgress && {
          onProgress: ({ done, total, name }) =>
            onProgress({ doing: 'adding', page, items: items + brought - total, done, total, name }),
        }),
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#failed = error;
      report = error.details as AddReport | undefined;
    }
    this.report.skipped.push(...(report?.skipped ?? []));
    this.report.ids.push(...(report?.ids ?? []));
    this.report.chunks += report?.chunks ?? 0;
    if (report?.documents === wanted.length) return wanted;
    const after = await this.#standings(wanted);
    return wanted.filter((_, i) => after[i] === 'unchanged');
  }

  #count(what: ScanChange['what'], { source_id = '', title, source_url }: DocumentInput): void {
    this.report[what] += 1;
    if (this.report.changes.length >= MOST_CHANGES) return;
    const named = { ...(title !== undefined && { title }), ...(source_url !== undefined && { source_url }) };
    this.report.changes.push({ what, source_id, ...named });
  }

  async #prune(): Promise<void> {
    const { source, dryRun, unattended, signal, onProgress } = this.#plan;
    const there = await this.#deps.documents.identities(source);
    const gone = there.filter(({ source_id }) => !this.#seen.has(source_id));
    if (gone.length === 0) return;
    const many = gone.length > FEW && gone.length * 2 > there.length;
    // An empty scan is no evidence.
    if (this.#seen.size === 0 || (many && unattended)) {
      this.report.held = gone.length;
      return;
    }
    const { pages: page, items } = this.report;
    for (let from = 0; from < gone.length; from += REMOVED_AT_A_TIME) {
      signal?.throwIfAborted();
      onProgress?.({ doing: 'removing', page, items, done: from, total: gone.length });
      const slice = gone.slice(from, from + REMOVED_AT_A_TIME);
      const metas = await this.#deps.documents.known(
        source,
        slice.map(({ source_id }) => source_id),
      );
      if (!dryRun) await this.#deps.library.remove(slice.map(({ id }) => id));
      slice.forEach(({ source_id }, i) =>
        this.#count('removed', { source_id, body: '', ...titled(metas[i]) }),
      );
    }
  }
}

function titled(meta: DocumentMeta | undefined): Pick<DocumentInput, 'title' | 'source_url'> {
  return meta
    ? { title: meta.title, ...(meta.source_url !== undefined && { source_url: meta.source_url }) }
    : {};
}
