// Snapshots: where the present values are, so that a new device need not read the whole past.
import { readSnapshot, snapshotPath, type Reached } from '../log/files.ts';
import { NotReadable } from '../../../storage/age-files.ts';
import { sendMarker } from './push.ts';
import { readFile } from './read-file.ts';
import type { Replica } from './replica.ts';

/** Writes one when enough entries have come since the last. */
export async function writeSnapshot(replica: Replica, every: number): Promise<void> {
  const { state } = replica;
  const entries = [state.sent, ...Object.values(state.reached)].reduce((sum, { seq }) => sum + seq, 0);
  const fresh = entries - (state.snapshot?.entries ?? 0);
  if (fresh < every || replica.pending.length > 0 || replica.problems.length > 0) return;
  await putSnapshot(replica, entries);
}

async function putSnapshot(replica: Replica, entries: number): Promise<void> {
  const { state } = replica;
  const name = replica.clock.tick(state.device);
  const path = snapshotPath(name);
  const reached = { ...state.reached, [state.device]: state.sent };
  const cells = [...replica.cells.values()].map(({ key, heads }) => ({ key, heads }));
  await replica.store.replace(path, await replica.sealed.seal(path, { reached, cells }));
  await replica.save({ state: { snapshot: { name, entries } } });
  await sendMarker(replica);
}

/**
 * Starts a new device from a snapshot. One that can't be read is ignored: the logs have everything.
 * @returns whether it did
 */
export async function startFromSnapshot(replica: Replica, name: string): Promise<boolean> {
  const path = snapshotPath(name);
  try {
    const sealed = await readFile(replica.store, path);
    if (!sealed) return false;
    const { content, key } = await replica.sealed.open(path, sealed);
    // A removed device could have written one with an older key.
    if (key !== 0) return false;
    const { reached, cells } = readSnapshot(content);
    const others = Object.fromEntries(
      Object.entries(reached).filter(([device]) => device !== replica.state.device),
    );
    for (const { heads } of cells) for (const { stamp } of heads) replica.clock.see(stamp);
    await replica.save({
      state: { reached: others as Record<string, Reached> },
      cells: cells.map(({ key, heads }) => ({ key, heads, applied: [] })),
    });
    return true;
  } catch (error) {
    if (error instanceof NotReadable) return false;
    throw error;
  }
}
