// Brings this device's own records up to the merged state. A record that a person has changed meanwhile is left alone
// and compared first.
import type { Json } from '../../../base/json.ts';
import { digestOf } from '../log/canonical.ts';
import { losers, winner, type Cell, type Head } from '../log/cells.ts';
import { blobPath, entryPath, readEntry } from '../log/files.ts';
import { NotReadable } from '../../../storage/age-files.ts';
import type { Incoming } from './ports.ts';
import { readFile } from './read-file.ts';
import { kindOf, partsOf, type Replica, type SyncOptions } from './replica.ts';

/** Records and characters that are applied in one step. */
const BATCH = { records: 500, size: 4 * 1024 * 1024 } as const;

export async function applyCells(
  replica: Replica,
  keys: readonly string[],
  { onProgress, signal }: SyncOptions,
): Promise<void> {
  const groups = grouped(replica, keys);
  let batch: Incoming[] = [];
  let size = 0;
  let done = 0;
  const flush = async (): Promise<void> => {
    await applyBatch(replica, batch);
    done += batch.length;
    batch = [];
    size = 0;
    onProgress?.({ phase: 'applying', done, total: keys.length });
  };
  for (const group of groups) {
    signal?.throwIfAborted();
    for (const key of group) {
      const cell = replica.cells.get(key)!;
      if (outlives(replica, cell)) {
        await keep(replica, cell);
        continue;
      }
      const changes = await incoming(replica, cell);
      batch.push(...changes);
      size += changes.reduce(
        (sum, { value }) => sum + (value === undefined ? 0 : JSON.stringify(value).length),
        0,
      );
    }
    if (batch.length >= BATCH.records || size >= BATCH.size) await flush();
  }
  if (batch.length > 0) await flush();
}

/** Records with their parts, in the order of their kinds, then as they are stored, so that each entry is read once. */
function grouped(replica: Replica, keys: readonly string[]): string[][] {
  const { local } = replica;
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const owner = local.ownerOf(key) ?? key;
    groups.set(owner, [...(groups.get(owner) ?? []), key]);
  }
  const rank = (key: string): number => local.kinds.indexOf(kindOf(key));
  const place = (key: string): string => {
    const at = winner(replica.cells.get(key)?.heads ?? [])?.at;
    return at ? entryPath(at[0], at[1]) + String(at[2]).padStart(6, '0') : '';
  };
  return [...groups]
    .map(([owner, parts]) => ({ rank: rank(owner), place: place(parts[0]!), parts }))
    .sort((a, b) => a.rank - b.rank || (a.place < b.place ? -1 : 1))
    .map(({ parts }) => parts.sort((a, b) => rank(a) - rank(b) || (place(a) < place(b) ? -1 : 1)));
}

/** Tells whether a record has parts that its deletion has not seen. It then stays, with all its parts. */
function outlives(replica: Replica, cell: Cell): boolean {
  const won = winner(cell.heads);
  if (won?.hash !== null || cell.mark === undefined) return false;
  const covered = new Set(cell.heads.flatMap(({ covers = [] }) => covers));
  return partsOf(replica, cell.key).some(({ heads }) =>
    heads.some(({ hash, stamp }) => hash !== null && !covered.has(stamp)),
  );
}

/** The record is noted again, as a change made after the deletion. */
async function keep(replica: Replica, cell: Cell): Promise<void> {
  const applied = cell.heads.map(({ stamp }) => stamp);
  await replica.save({ cells: [{ ...cell, applied, mark: '' }] });
  replica.again.add(cell.key);
}

/** Returns the change of a record, and new records for values that lost against it. */
async function incoming(replica: Replica, cell: Cell): Promise<Incoming[]> {
  const won = winner(cell.heads);
  if (!won) return [];
  const value = await valueOf(replica, won);
  if (won.hash !== null && value === undefined) return [];
  const changes: Incoming[] = [{ key: cell.key, value, mark: cell.mark }];
  for (const lost of value === undefined ? [] : losers(cell.heads)) {
    const other = await valueOf(replica, lost);
    if (other === undefined) continue;
    const fork = await replica.local.fork(cell.key, other, lost.hash!, value!);
    if (!fork || replica.cells.has(fork.key)) continue;
    changes.push({ ...fork, mark: undefined });
  }
  return changes;
}

async function applyBatch(replica: Replica, batch: readonly Incoming[]): Promise<void> {
  const outcomes = await replica.local.apply(batch);
  const cells: Cell[] = [];
  for (const { key } of batch) {
    const outcome = outcomes.get(key);
    const cell = replica.cells.get(key);
    if (!cell) replica.again.add(key);
    if (!cell || !outcome || outcome === 'later') continue;
    const { mark: _, ...rest } = cell;
    const applied = cell.heads.map(({ stamp }) => stamp);
    cells.push({ ...rest, applied, ...(outcome.mark !== undefined && { mark: outcome.mark }) });
    replica.counts.applied += 1;
  }
  if (cells.length > 0) await replica.save({ cells });
}

/** @returns undefined for a deletion, and for a value that the storage doesn't give: then it is reported */
export async function valueOf(replica: Replica, head: Head): Promise<Json | undefined> {
  if (head.hash === null) return undefined;
  const [device, seq, index] = head.at;
  try {
    const value =
      head.blob === undefined
        ? await inEntry(replica, head, index)
        : ((await read(replica, blobPath(head.blob)))['value'] as Json | undefined);
    if (value === undefined || (await digestOf(value)) !== head.hash) throw new NotReadable('other content');
    return value;
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    const kind = error.message === MISSING ? 'missing' : 'damaged';
    replica.report({ kind, device: replica.nameOf(device), seq });
    return undefined;
  }
}

async function inEntry(replica: Replica, { at, stamp }: Head, index: number): Promise<Json | undefined> {
  const path = entryPath(at[0], at[1]);
  let entry = replica.recall(path);
  if (!entry) {
    const waiting = at[0] === replica.state.device && replica.pending.find(({ seq }) => seq === at[1]);
    entry = readEntry(
      waiting
        ? (JSON.parse(new TextDecoder().decode(waiting.bytes)) as Record<string, unknown>)
        : await read(replica, path),
    );
    replica.remember(path, entry);
  }
  const change = entry.changes[index];
  return change?.stamp === stamp ? change.value : undefined;
}

const MISSING = 'missing';

async function read(replica: Replica, path: string): Promise<Record<string, unknown>> {
  const sealed = await readFile(replica.store, path);
  if (!sealed) throw new NotReadable(MISSING);
  return (await replica.sealed.open(path, sealed)).content;
}
