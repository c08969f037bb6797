// Adds many items: reads them one by one and writes them in batches. An unreadable item is reported, and the rest
// continues.
import {
  type AddProgress,
  type AddReport,
  type DocumentMeta,
  revisionKey,
  type StoredDocument,
} from '../core/document.ts';
import { withCollections, withOwn } from '../core/document-change.ts';
import { type ErrorCode, Failure } from '../core/errors.ts';
import type { PauseController } from '../base/pause-controller.ts';
import type { NotKept } from '../core/original.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import type { NewOriginal } from '../core/ports/original-store.ts';
import type { Recognising } from '../core/ports/text-recognition.ts';
import type { ReadPacked } from './extract/extract.ts';
import { DistinctTitles } from './distinct-titles.ts';
import { Refusal } from './extract/extracted.ts';
import { arrivalsOf } from './arrivals.ts';
import { type Joining, ofPerson } from './joining.ts';
import { withRemedy } from './remedy.ts';
import { type Content, contentOf, type Draft, type Incoming, nameOf } from './incoming.ts';

export interface AddOptions {
  /** The number of items, for progress. */
  total?: number;
  /** The source of items that name none. */
  source?: string;
  onProgress?: (progress: AddProgress) => void;
  signal?: AbortSignal;
  /** While paused, nothing more is read, and everything read so far is written. */
  pause?: PauseController;
}

/**
 * Limits of a batch: documents, characters, or bytes of files in memory. A second or so of work, a few megabytes at
 * most. Each batch costs a flush to disk and a segment to merge, whatever its size.
 */
const BATCH = { documents: 128, characters: 4_000_000, originals: 64 * 1024 * 1024 } as const;

/** An item that has been read and can be written. */
export interface Arrived {
  draft: Draft;
  content: Content;
  /** Whether it is one of several documents of a file. */
  among: boolean;
  /** The id of the collection that it joins. */
  collection?: string | undefined;
}

export interface Placed {
  documents: StoredDocument[];
  /** Revision keys of the texts it replaces. */
  replaced: string[];
  skipped: AddReport['skipped'];
  unchanged: number;
  /** Files of these documents, and of those left out because they already exist. */
  originals: PlacedOriginal[];
  /** Documents whose file was not kept. */
  withoutOriginal?: NotKept[];
  joining: Joining[];
}

export type PlacedOriginal = NewOriginal & { key: string };

interface Destination {
  findByHash(hash: string): Promise<DocumentMeta | undefined>;
  /** Writes what doesn't exist yet, and returns what it wrote. */
  commit(arrived: Arrived[], joining: Joining[]): Promise<Placed>;
  /** Keeps the file of an existing document that has none yet. */
  keepMissing?(original: PlacedOriginal): Promise<void>;
  /** Reads PDF, Office and other packed files. Absent: they are rejected. */
  readPacked?: ReadPacked | undefined;
}

/**
 * @throws Failure `unavailable` when the storage fails, `cancelled` when `signal` aborts. What was written before
 *   stays, and `details` is its report.
 */
export async function addItems(
  items: Iterable<Incoming> | AsyncIterable<Incoming>,
  options: AddOptions,
  into: Destination,
): Promise<AddReport> {
  const { total = 0, source, onProgress, signal, pause } = options;
  const report: AddReport = { documents: 0, chunks: 0, skipped: [], unchanged: 0, ids: [] };
  const batch = new Batch(into, report);
  const paths = new Set<string>();
  const orSkip = async (name: string, read: () => Promise<void>, among = false): Promise<void> => {
    try {
      await read();
    } catch (error) {
      if (error instanceof Failure) throw error; // A storage failure would affect every other item too.
      if (error instanceof AlreadyThere) leaveOut(report, name, error, among);
      else report.skipped.push({ name, reason: reasonOf(error) });
    }
  };
  let done = 0;
  let saved = 0;
  const tell = (name: string, more: Pick<AddProgress, 'held' | 'page'> = {}): void => {
    if (batch.isEmpty) saved = done;
    onProgress?.({ done, total, name, saved, ...more });
  };
  const waitIfHeld = async (name: string): Promise<void> => {
    if (!pause?.on || signal?.aborted) return;
    await batch.commit();
    tell(name, { held: true });
    await pause.released(signal);
    tell(name);
  };
  /** The current item, or the one within it. */
  let current = '';
  const onPage: Recognising['onPage'] = async (number, of) => {
    await waitIfHeld(current);
    tell(current, { page: { number, of } });
  };
  const readPacked: ReadPacked | undefined =
    into.readPacked && ((kind, bytes) => into.readPacked!(kind, bytes, signal, onPage));
  try {
    for await (const item of items) {
      const name = nameOf(item, done + 1);
      current = name;
      await waitIfHeld(name);
      if (signal?.aborted) break;
      tell(name);
      await orSkip(name, async () => {
        for await (const arrival of arrivalsOf(item, name, source, readPacked)) {
          const { among } = arrival;
          current = arrival.name;
          if (among) await waitIfHeld(arrival.name);
          if (signal?.aborted) break;
          if (among) tell(arrival.name);
          const add = async (): Promise<void> => {
            const draft = await arrival.draft();
            if (!draft.identified) givePath(draft, paths);
            await batch.add(draft, among, item.collection);
          };
          await orSkip(arrival.name, add, among);
          if (batch.isFull) await batch.commit();
        }
      });
      done++;
    }
    if (signal?.aborted) throw new Failure('cancelled', 'Stopped.');
    await batch.commit();
    onProgress?.({ done: total, total, name: '', saved: total });
    return report;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw withReport(error.code, error.message, report, total);
  }
}

class Batch {
  readonly #into: Destination;
  readonly #report: AddReport;
  readonly #titles = new DistinctTitles();
  #arrived: Arrived[] = [];
  /** Documents that already existed. */
  #joining: Joining[] = [];
  #characters = 0;
  /** Bytes. */
  #originals = 0;

  constructor(into: Destination, report: AddReport) {
    this.#into = into;
    this.#report = report;
  }

  get isEmpty(): boolean {
    return this.#arrived.length === 0 && this.#joining.length === 0;
  }

  get isFull(): boolean {
    return (
      this.#arrived.length >= BATCH.documents ||
      this.#characters >= BATCH.characters ||
      this.#originals >= BATCH.originals
    );
  }

  /** Looks for the content first: of a duplicate, nothing more than its text is read. */
  async add(draft: Draft, among: boolean, collection: string | undefined): Promise<void> {
    if (!draft.identified) {
      const same = this.#arrived.find((other) => other.draft.hash === draft.hash)?.content;
      const known = same ?? (await this.#into.findByHash(draft.hash));
      if (known && 'id' in known && draft.original) {
        await this.#into.keepMissing?.({ ...draft.original, key: revisionKey(known) });
      }
      if (known && collection !== undefined && 'id' in known)
        this.#joining.push({ id: known.id, collection });
      if (known) throw new AlreadyThere(known.title);
    } else if (this.#arrived.some(({ draft: other }) => sameIdentity(other, draft))) {
      await this.commit(); // So that the later one replaces the earlier one.
    }
    const content = await contentOf(draft);
    this.#arrived.push({ draft, content, among, collection });
    this.#characters += content.size;
    this.#originals += draft.original?.size ?? 0;
  }

  async commit(): Promise<void> {
    if (this.isEmpty) return;
    const [arrived, joining] = [this.#arrived, this.#joining];
    this.#arrived = [];
    this.#joining = [];
    this.#characters = 0;
    this.#originals = 0;
    this.#titles.give(arrived);
    const { documents, skipped, unchanged, withoutOriginal } = await this.#into.commit(arrived, joining);
    this.#report.documents += documents.length;
    this.#report.unchanged += unchanged;
    this.#report.skipped.push(...skipped);
    if (withoutOriginal) (this.#report.withoutOriginal ??= []).push(...withoutOriginal);
    for (const { id, chunks } of documents) {
      this.#report.ids.push(id);
      this.#report.chunks += chunks;
    }
  }
}

export function nothingPlaced(): Placed {
  return { documents: [], replaced: [], skipped: [], unchanged: 0, joining: [], originals: [] };
}

/**
 * Assigns each item its place in the library as it is now: a new id, or that of the document it replaces. No other
 * writer may run between this and the writing.
 */
export async function place(
  arrived: Arrived[],
  deps: { store: DocumentStore; newId(): string; now(): string },
): Promise<Placed> {
  const placed = nothingPlaced();
  // All at once: one after another, each would wait for the storage.
  const found = await Promise.all(
    arrived.map(({ draft: { source, source_id, hash, identified } }) =>
      Promise.all([
        source_id === undefined ? undefined : deps.store.findByIdentity(source, source_id),
        identified ? undefined : deps.store.findByHash(hash),
      ]),
    ),
  );
  for (const [i, { draft, content: read, among, collection }] of arrived.entries()) {
    const { hash, name } = draft;
    const [existing, same] = found[i]!;
    const known = draft.identified ? existing : same;
    const content = existing?.own ? withOwn({ ...read, own: existing.own }) : read;
    const join = collection === undefined ? [] : [collection];
    if (known && known.hash === hash && (!draft.identified || saysTheSame(content, known))) {
      leaveOut(placed, name, new AlreadyThere(known.title), among);
      if (draft.original) placed.originals.push({ ...draft.original, key: revisionKey(known) });
      placed.joining.push(...join.map((one) => ({ id: known.id, collection: one })));
    } else {
      const document = toDocument(draft, content, existing, deps);
      placed.documents.push(withCollections({ ...document, ...ofPerson(existing) }, join));
      if (draft.original) placed.originals.push({ ...draft.original, key: revisionKey(document) });
      if (existing) placed.replaced.push(revisionKey(existing));
    }
  }
  return placed;
}

function toDocument(
  draft: Draft,
  { body, passages, ...content }: Content,
  existing: DocumentMeta | undefined,
  deps: { newId(): string; now(): string },
): StoredDocument {
  const id = existing?.id ?? deps.newId();
  const now = deps.now();
  const updated = content.updated_at ?? now;
  return {
    ...content,
    id,
    source: draft.source,
    source_id: draft.source_id ?? id,
    created_at: content.created_at ?? existing?.created_at ?? updated,
    updated_at: updated,
    added_at: existing && existing.added_at >= now ? millisecondAfter(existing.added_at) : now,
    hash: draft.hash,
    ...(draft.original && { file_size: draft.original.size }),
    chunks: passages.length,
    body,
    passages: passages.map((passage) => ({ document: id, ...passage })),
  };
}

/** Two texts of a document must differ in the time they were added, because the index tells them apart by it. */
export function millisecondAfter(moment: string): string {
  return new Date(Date.parse(moment) + 1).toISOString();
}

/** Two files with the same path in one call don't replace each other. */
function givePath(draft: Draft, paths: Set<string>): void {
  const path = draft.source_id;
  if (path === undefined) return;
  for (let copy = 2; paths.has(`${draft.source}\0${draft.source_id}`); copy++)
    draft.source_id = `${path} (${copy})`;
  paths.add(`${draft.source}\0${draft.source_id}`);
}

function sameIdentity(a: Draft, b: Draft): boolean {
  return a.source === b.source && a.source_id === b.source_id;
}

function saysTheSame(content: Content, known: DocumentMeta): boolean {
  const { title, author, source_url, content_type, updated_at, metadata } = content;
  return (
    title === known.title &&
    author === known.author &&
    source_url === known.source_url &&
    content_type === known.content_type &&
    (updated_at === undefined || updated_at === known.updated_at) &&
    JSON.stringify(metadata) === JSON.stringify(known.metadata)
  );
}

class AlreadyThere extends Refusal {
  constructor(title: string) {
    super(`already in the library as ${title}`);
  }
}

/** For a file with many documents, a report of every unchanged one would be useless. */
function leaveOut(
  report: Pick<AddReport, 'skipped' | 'unchanged'>,
  name: string,
  { message }: AlreadyThere,
  among: boolean,
): void {
  report.unchanged += 1;
  if (!among) report.skipped.push({ name, reason: message, unchanged: true });
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return withRemedy(error.message);
  return withRemedy(`it could not be read (${error instanceof Error ? error.message : String(error)})`);
}

function withReport(code: ErrorCode, message: string, report: AddReport, total: number): Failure {
  const kept =
    report.documents > 0
      ? ` ${report.documents} of ${total} documents had been added; they are in the library.`
      : ' Nothing was added.';
  return new Failure(code, message + kept, report);
}
