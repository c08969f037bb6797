// A sync: notes own changes, sends them, reads those of other devices, and applies them.
//
// - Own changes are noted first, so that nothing from elsewhere replaces what was not noted.
// - Every step can be repeated: after a stop at any point, the next sync continues.
import { Failure } from '../../../core/errors.ts';
import { isApplied } from '../log/cells.ts';
import { checkHeader } from '../log/files.ts';
import { applyCells } from './apply.ts';
import { capture } from './capture.ts';
import { checkKeys } from './change-keys.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { readHeader } from './read-file.ts';
import { kindOf, type KnownDevice, type Replica, type SyncOptions, type SyncReport } from './replica.ts';
import { writeSnapshot } from './snapshots.ts';

/** Rounds of comparing and applying; the next sync continues. */
const ROUNDS = 4;
const SNAPSHOT_EVERY = 200;
/** Bytes that are sent before more is read. */
const SENT_TOGETHER = 4 * 1024 * 1024;
/** Bytes of changes kept while offline. More is compared again when the storage is back. */
const MOST_WAITING = 16 * 1024 * 1024;

/** Notes own changes without the storage, for instance while offline. */
export async function noteChanges(replica: Replica, options: SyncOptions = {}): Promise<void> {
  const { compared } = chosen(replica, options);
  await capture(replica, compared, { isFull: () => replica.pendingBytes() > MOST_WAITING });
}

/** @throws Failure when the storage can't be reached, or must not be written */
export async function sync(replica: Replica, options: SyncOptions = {}): Promise<SyncReport> {
  await checkStorage(replica);
  replica.problems.length = 0;
  Object.assign(replica.counts, { sent: 0, received: 0, applied: 0 });
  const { kinds, compared } = chosen(replica, options);
  let compare = compared;
  const isFirst = replica.cells.size === 0;
  const apply = (): Promise<void> => applyCells(replica, dirty(replica, kinds), options);
  for (let round = 0; round < ROUNDS; round += 1) {
    options.signal?.throwIfAborted();
    // A new device reads first, so that it doesn't send what is there already.
    if (!isFirst || round > 0) await send(replica, compare, options);
    const received = await pull(replica, options, apply);
    await apply();
    compare = [...new Set([...dirty(replica, kinds), ...replica.again].map(kindOf))];
    replica.again.clear();
    if (isFirst && round === 0) compare = [...kinds];
    else if (compare.length === 0 && received === 0) break;
  }
  await push(replica, options);
  await writeSnapshot(replica, options.snapshotEvery ?? SNAPSHOT_EVERY);
  return {
    ...replica.counts,
    problems: [...replica.problems],
    devices: otherDevices(replica),
  };
}

function chosen(
  replica: Replica,
  { kinds: wanted = replica.local.kinds, changed = wanted }: SyncOptions,
): { kinds: readonly string[]; compared: readonly string[] } {
  const kinds = wanted.filter((kind) => kind !== replica.files?.kind);
  return { kinds, compared: changed.filter((kind) => kinds.includes(kind)) };
}

/** Own changes go out while the rest is still compared, so a first sync needs little room. */
async function send(replica: Replica, kinds: readonly string[], options: SyncOptions): Promise<void> {
  await push(replica, options);
  const isFull = (): boolean => replica.pendingBytes() > SENT_TOGETHER;
  for (let isDone = false; !isDone;) {
    isDone = await capture(replica, kinds, { isFull, ...(options.signal && { signal: options.signal }) });
    await push(replica, options);
  }
}

/** Returns the keys of records that don't show the merged state yet. */
function dirty(replica: Replica, kinds: readonly string[]): string[] {
  const keys: string[] = [];
  for (const cell of replica.cells.values()) {
    if (!isApplied(cell) && kinds.includes(kindOf(cell.key)) && replica.isOwned(cell.key))
      keys.push(cell.key);
  }
  return keys;
}

function otherDevices({ state, sealed }: Replica): KnownDevice[] {
  const ids = new Set([...Object.keys(state.reached), ...Object.keys(state.names)]);
  return [...ids]
    .filter((id) => id !== state.device && !sealed.workspace.removed.includes(id))
    .map((id) => ({
      ...{ id, name: state.names[id] ?? id },
      ...(state.times?.[id] !== undefined && { at: state.times[id] }),
    }));
}

async function checkStorage(replica: Replica): Promise<void> {
  const header = await readHeader(replica.store);
  if (header === undefined) {
    throw new Failure(
      'not_found',
      'The sync files are gone from the storage. Everything is still on this device. Disconnect, then set up sync again.',
    );
  }
  checkHeader(header);
  await checkKeys(replica, header);
}
