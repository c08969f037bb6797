// Changes the passphrase and the keys of a workspace, and accepts the change on the other devices.
//
// - New files are encrypted with the new key only, so a device that was removed reads nothing that comes after.
// - A removed device knows the older keys and the old passphrase. So nothing later is taken from them: each change
//   records where every log ended (`cuts`), and a changed key file is accepted only with a new passphrase.
import { sha256Hex } from '../../../base/digest.ts';
import { Failure } from '../../../core/errors.ts';
import type { Cell } from '../log/cells.ts';
import { entryPath, HEADER, largestOf, makeHeader, openHeader, type Workspace } from '../log/files.ts';
import { newIdentity } from '../../../storage/age-files.ts';
import { newNaming, SHORTEST_PASSPHRASE } from './join.ts';
import { readFile, readHeader } from './read-file.ts';
import type { Replica } from './replica.ts';
import { writeSnapshot } from './snapshots.ts';
import { startOver } from './start-over.ts';

type Header = Uint8Array<ArrayBuffer>;

/** Tells that the person must enter the new passphrase. */
export const NEEDS_PASSPHRASE = 'passphrase';

/** @throws Failure when another device has changed the keys */
export async function checkKeys(replica: Replica, header: Uint8Array): Promise<void> {
  const digest = await sha256Hex(header as Header);
  const known = replica.state.header;
  if (known === undefined) await replica.save({ state: { header: digest } });
  else if (known !== digest) throw changed();
}

function changed(): Failure {
  return new Failure(
    'denied',
    'The passphrase was changed on another device. Enter the new one. If you did not change it, someone has replaced the key file in the storage.',
    { needs: NEEDS_PASSPHRASE },
  );
}

export interface NewKeys {
  /** The passphrase until now, and the next one. */
  old: string;
  passphrase: string;
  /** Ids of devices to remove. */
  remove?: readonly string[];
  /** Cost of guessing the passphrase; only tests lower it. */
  work?: number;
  keep: KeepKeys;
}

/**
 * Stores the new keys on this device. Called before anything is written with them: from then on a failure of the
 * storage must not bring the old keys back.
 */
export type KeepKeys = (workspace: Workspace) => Promise<void>;

/**
 * Writes new keys under a new passphrase. Sync first, so that nothing of the other devices is missing.
 * @throws Failure: then the old keys are still in use here
 */
export async function changeKeys(
  replica: Replica,
  { old, passphrase, remove = [], work, keep }: NewKeys,
): Promise<void> {
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    throw new Failure('bad_request', `Use a passphrase of at least ${SHORTEST_PASSPHRASE} characters.`);
  }
  if (same(old, passphrase)) {
    throw new Failure('bad_request', 'Choose a passphrase other than the old one.');
  }
  const before = await readHeader(replica.store);
  if (!before || (await sha256Hex(before as Header)) !== replica.state.header) throw changed();
  const { id, identities, cuts, removed } = replica.sealed.workspace;
  const { device, reached, sent } = replica.state;
  const workspace: Workspace = {
    id,
    identities: [await newIdentity(), ...identities],
    naming: newNaming(),
    cuts: [{ ...reached, [device]: sent }, ...cuts],
    removed: [...new Set([...removed, ...remove])],
  };
  const header = await makeHeader(workspace, passphrase, work);
  if (header.length > largestOf(HEADER).sealed) {
    throw new Failure(
      'too_large',
      'The passphrase was changed too often for this storage. Disconnect all devices, choose an empty folder, and connect again.',
    );
  }
  await replica.store.replace(HEADER, header);
  const digest = await sha256Hex(header);
  const there = await readHeader(replica.store);
  // Two devices changed the keys at once: the other one's are there.
  if (!there || (await sha256Hex(there as Header)) !== digest) throw changed();
  await keep(workspace);
  await useKeys(replica, workspace, digest);
  // A new device starts from it, and need not trust what older keys have encrypted. Without it, it reads the logs.
  await writeSnapshot(replica, 0).catch(() => undefined);
}

/**
 * Accepts keys that another device has changed.
 * @throws Failure `denied` for another passphrase; `conflict` for an older key file
 */
export async function acceptKeys(
  replica: Replica,
  { old, passphrase, keep }: { old: string; passphrase: string; keep: KeepKeys },
): Promise<void> {
  const header = await readHeader(replica.store);
  if (!header) throw new Failure('not_found', 'The storage has no key file. Nothing was changed.');
  // A removed device knows the old passphrase, so it could have written a key file for it. This device may have kept
  // the new keys already, before it was interrupted.
  const isOld = same(old, passphrase);
  const workspace = await openHeader(header, passphrase).catch((problem: unknown) => {
    throw isOld ? oldPassphrase() : problem;
  });
  const kept = replica.sealed.workspace;
  if (isOld && JSON.stringify(workspace) !== JSON.stringify(kept)) throw oldPassphrase();
  const { id, identities } = kept;
  const hasOurs = identities.every((identity) => workspace.identities.includes(identity));
  if (workspace.id !== id || !hasOurs) {
    throw new Failure(
      'conflict',
      'The storage shows an older key file than before, or one of another workspace. Nothing was changed. Disconnect, then join again.',
    );
  }
  if (workspace.removed.includes(replica.state.device)) await startOver(replica);
  await takeOver(replica, workspace);
  await keep(workspace);
  await useKeys(replica, workspace, await sha256Hex(header as Header));
}

async function useKeys(replica: Replica, workspace: Workspace, header: string): Promise<void> {
  replica.rekey(workspace);
  await sealAgain(replica, workspace);
  const { snapshot: _, ...state } = replica.state;
  // Markers are read again, and the next sync writes the own one with the new key.
  await replica.save({ state: { ...state, snapshot: undefined, header, tags: {}, marked: 0, shown: false } });
}

/** Entries that this device sent while another one changed the keys: others take them with the new key only. */
async function sealAgain(replica: Replica, { cuts }: Workspace): Promise<void> {
  const { device, sent } = replica.state;
  for (let seq = (cuts[0]?.[device]?.seq ?? 0) + 1; seq <= sent.seq; seq += 1) {
    const path = entryPath(device, seq);
    const there = await readFile(replica.store, path);
    if (!there) continue;
    const { content, key } = await replica.sealed.open(path, there);
    if (key > 0) await replica.store.replace(path, await replica.sealed.seal(path, content));
  }
}

/** Changes of removed devices that only this one has read, because it was faster: they become its own. */
async function takeOver(replica: Replica, { cuts, removed }: Workspace): Promise<void> {
  const isLate = (device: string, seq: number): boolean =>
    removed.includes(device) && seq > (cuts[0]?.[device]?.seq ?? 0);
  const reached = { ...replica.state.reached };
  const late = Object.keys(reached).filter((device) => isLate(device, reached[device]!.seq));
  if (late.length === 0) return;
  const cells: Cell[] = [];
  for (const cell of replica.cells.values()) {
    const heads = cell.heads.filter(({ at }) => !isLate(at[0], at[1]));
    if (heads.length === cell.heads.length) continue;
    const applied = cell.applied.filter((stamp) => heads.some((head) => head.stamp === stamp));
    // The record is compared again, and noted as a change made here.
    cells.push({ ...cell, heads, applied, ...(cell.mark !== undefined && { mark: '' }) });
  }
  for (const device of late) reached[device] = cuts[0]?.[device] ?? { seq: 0, hash: '' };
  await replica.save({ state: { reached }, cells });
}

function oldPassphrase(): Failure {
  return new Failure('denied', 'This is the old passphrase. Enter the new one. Nothing was changed.');
}

function same(one: string, other: string): boolean {
  return one.normalize('NFKC') === other.normalize('NFKC');
}
