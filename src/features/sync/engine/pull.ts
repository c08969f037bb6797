// Reads what other devices have written. Each device's log is a chain: every entry names the digest of the one before
// it, and the last entries of the other logs that its author had read. A storage that swaps, repeats, withholds or
// takes back entries breaks a chain, and is named.
import { Failure } from '../../../core/errors.ts';
import { merged, placesIn, type Cell } from '../log/cells.ts';
import {
  DEVICES,
  devicePath,
  entryPath,
  readEntry,
  readMarker,
  type Entry,
  type Marker,
} from '../log/files.ts';
import { NotReadable } from '../../../storage/age-files.ts';
import { NewerFormat } from '../log/passphrase-seal.ts';
import { readFile } from './read-file.ts';
import { startFromSnapshot } from './snapshots.ts';
import { startOver } from './start-over.ts';
import type { Replica, SyncOptions, SyncProblem } from './replica.ts';

/** Entries read at the same time, and applied together. */
const TOGETHER = 8;

/** Devices and other files in their folder, beyond which a storage makes them up. */
const MOST_DEVICES = 1000;

interface Target {
  seq: number;
  tag?: string;
}

/** @param apply is called after every few entries @returns how many entries were new */
export async function pull(
  replica: Replica,
  options: SyncOptions,
  apply: () => Promise<void>,
): Promise<number> {
  const targets = await findTargets(replica);
  const before = replica.counts.received;
  const ahead = new Map<string, Promise<Read>>();
  const stuck = new Set<string>();
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const [device, target] of [...targets]) {
      let since = 0;
      while (!stuck.has(device)) {
        const at = replica.state.reached[device] ?? { seq: 0, hash: '' };
        if (at.seq >= target.seq) break;
        options.signal?.throwIfAborted();
        readAhead(replica, ahead, device, at.seq, target.seq);
        const path = entryPath(device, at.seq + 1);
        const read = await ahead.get(path)!;
        if (!('entry' in read)) {
          stuck.add(device);
          replica.report({ kind: read.problem, device: replica.nameOf(device), seq: at.seq + 1 });
          break;
        }
        if (read.entry.prev !== at.hash) {
          stuck.add(device);
          replica.report({ kind: 'replaced', device: replica.nameOf(device), seq: at.seq + 1 });
          break;
        }
        const waits = await waitsFor(replica, read.entry, targets, stuck, options);
        if (waits === 'longer') isNew = true;
        if (waits) break;
        ahead.delete(path);
        await take(replica, read, path);
        isNew = true;
        const total = [...targets].reduce((sum, [id, { seq }]) => sum + left(replica, id, seq), 0);
        const done = replica.counts.received - before;
        options.onProgress?.({ phase: 'receiving', done, total: done + total });
        since += 1;
        if (since % (TOGETHER * 4) === 0) await apply();
      }
    }
  }
  await noteEnds(replica, targets);
  return replica.counts.received - before;
}

function left(replica: Replica, device: string, seq: number): number {
  return Math.max(0, seq - (replica.state.reached[device]?.seq ?? 0));
}

/** Finds how far the log of each other device goes. */
async function findTargets(replica: Replica): Promise<Map<string, Target>> {
  const { state } = replica;
  const listed = await replica.store.list(DEVICES);
  if (listed.length > MOST_DEVICES) {
    throw new Failure('bad_output', 'The storage lists far more devices than you have. Nothing was changed.');
  }
  const targets = new Map<string, Target>();
  const markers: Marker[] = [];
  const asked = { ...state.asked };
  let own: string | undefined;
  for (const { name: device, tag } of listed) {
    if (!/^[0-9a-f]{16}$/.test(device)) continue;
    if (state.tags[device] === tag) continue;
    const marker = await readDevice(replica, device);
    if (!marker) continue;
    if (replica.sealed.workspace.removed.includes(device)) {
      targets.set(device, { seq: marker.seq, tag });
      continue;
    }
    if (device === replica.state.device) {
      if (marker.seq < state.marked) replica.report({ kind: 'older', device: state.name });
      else if (marker.seq === state.marked) own = tag;
      if (marker.seq <= state.written.seq) continue;
      // A copy of this device has continued its log.
      await startOver(replica);
    }
    markers.push(marker);
    const reached = replica.state.reached[device];
    if (
      reached &&
      (marker.seq < reached.seq || (marker.seq === reached.seq && marker.hash !== reached.hash))
    ) {
      const kind = marker.seq < reached.seq ? 'older' : 'replaced';
      replica.report({ kind, device: marker.name });
      continue;
    }
    targets.set(device, { seq: marker.seq, tag });
    asked[device] = marker.lacking ?? [];
  }
  const names = Object.fromEntries(markers.map(({ device, name }) => [device, name]));
  const times = Object.fromEntries(
    markers.flatMap(({ device, at }) => (at === undefined ? [] : [[device, at]])),
  );
  if (own !== undefined) {
    await replica.save({ state: { tags: { ...replica.state.tags, [replica.state.device]: own } } });
  }
  if (markers.length > 0) {
    await replica.save({
      state: {
        names: { ...replica.state.names, ...names },
        times: { ...replica.state.times, ...times },
        asked: Object.fromEntries(Object.entries(asked).filter(([, pieces]) => pieces.length > 0)),
      },
    });
  }
  const present = new Set(listed.map(({ name }) => name));
  const { removed } = replica.sealed.workspace;
  const expected = [
    ...Object.keys(state.reached).filter((device) => !removed.includes(device)),
    ...(state.marked > 0 ? [state.device] : []),
  ];
  for (const device of expected) {
    if (!present.has(device)) replica.report({ kind: 'older', device: replica.nameOf(device) });
  }
  const snapshot = markers
    .flatMap((marker) => marker.snapshot ?? [])
    .sort()
    .at(-1);
  if (replica.cells.size === 0 && snapshot !== undefined) await startFromSnapshot(replica, snapshot);
  return targets;
}

async function readDevice(replica: Replica, device: string): Promise<Marker | undefined> {
  const path = devicePath(device);
  try {
    const sealed = await readFile(replica.store, path);
    if (!sealed) return undefined;
    const { content, key } = await replica.sealed.open(path, sealed);
    const marker = readMarker(content, device);
    const last = replica.sealed.lastWith(key, device);
    return marker.seq > last.seq ? { ...marker, ...last } : marker;
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    replica.report({ kind: 'damaged', device: replica.nameOf(device) });
    return undefined;
  }
}

type Read = { entry: Entry; hash: string } | { problem: SyncProblem['kind'] };

function readAhead(
  replica: Replica,
  ahead: Map<string, Promise<Read>>,
  device: string,
  from: number,
  to: number,
): void {
  for (let seq = from + 1; seq <= Math.min(to, from + TOGETHER); seq += 1) {
    const path = entryPath(device, seq);
    if (ahead.has(path)) continue;
    const reading = read(replica, path, device, seq);
    // Reported when its turn comes.
    reading.catch(() => undefined);
    ahead.set(path, reading);
  }
}

async function read(replica: Replica, path: string, device: string, seq: number): Promise<Read> {
  try {
    const sealed = await readFile(replica.store, path);
    if (!sealed) return { problem: 'missing' };
    const { content, hash, key } = await replica.sealed.open(path, sealed);
    const entry = readEntry(content);
    if (entry.device !== device || entry.seq !== seq) return { problem: 'damaged' };
    const last = replica.sealed.lastWith(key, device);
    if (seq > last.seq) return { problem: 'damaged' };
    if (seq === last.seq && hash !== last.hash) return { problem: 'replaced' };
    return { entry, hash };
  } catch (error) {
    if (error instanceof NotReadable) return { problem: error instanceof NewerFormat ? 'newer' : 'damaged' };
    throw error;
  }
}

/**
 * Entries are taken after all that their author had read.
 * @returns `longer` when another log goes further than the storage said; `waits` when an entry is not here yet
 */
async function waitsFor(
  replica: Replica,
  { seen }: Entry,
  targets: Map<string, Target>,
  stuck: ReadonlySet<string>,
  { skipMissing }: SyncOptions,
): Promise<'longer' | 'waits' | undefined> {
  let waits: 'longer' | 'waits' | undefined;
  for (const [device, { seq, hash }] of Object.entries(seen)) {
    if (device === replica.state.device) {
      // Another device has read entries of this one that are not in its state: the state is an old copy.
      if (seq > replica.state.written.seq) await startOver(replica);
      else continue;
    }
    if (seq > replica.sealed.lastWith(0, device).seq) continue;
    const at = replica.state.reached[device] ?? { seq: 0, hash: '' };
    if (at.seq === seq && at.hash !== hash) {
      replica.report({ kind: 'replaced', device: replica.nameOf(device), seq });
    }
    if (at.seq >= seq) continue;
    const target = targets.get(device);
    // The storage shows less of that log than it has shown the author.
    const isLonger = !target || target.seq < seq;
    if (isLonger) targets.set(device, { ...target, seq });
    if (skipMissing && stuck.has(device)) {
      await replica.save({ state: { reached: { ...replica.state.reached, [device]: { seq, hash } } } });
      continue;
    }
    waits = isLonger || waits === 'longer' ? 'longer' : 'waits';
  }
  return waits;
}

async function take(
  replica: Replica,
  { entry, hash }: { entry: Entry; hash: string },
  path: string,
): Promise<void> {
  const cells = new Map<string, Cell>();
  for (const [index, { key, stamp, over, hash: digest, ...more }] of entry.changes.entries()) {
    replica.clock.see(stamp);
    const cell = cells.get(key) ?? replica.cells.get(key) ?? { key, heads: [], applied: [] };
    const at = [entry.device, entry.seq, index] as const;
    const head = { stamp, hash: digest, at, ...placesIn(more) };
    cells.set(key, { ...cell, heads: merged(cell.heads, head, over) });
  }
  replica.remember(path, entry);
  const reached = { ...replica.state.reached, [entry.device]: { seq: entry.seq, hash } };
  await replica.save({ state: { reached }, cells: [...cells.values()] });
  replica.counts.received += 1;
}

/** Remembers which logs were read to their end, so that they are not asked for again until they grow. */
async function noteEnds(replica: Replica, targets: ReadonlyMap<string, Target>): Promise<void> {
  const { reached, tags } = replica.state;
  const read = [...targets].flatMap(([device, { seq, tag }]) =>
    tag !== undefined && (reached[device]?.seq ?? 0) >= seq ? [[device, tag] as const] : [],
  );
  if (read.length > 0) await replica.save({ state: { tags: { ...tags, ...Object.fromEntries(read) } } });
}
