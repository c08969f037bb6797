// Makes a workspace in a storage, or joins the one that is there.
import { sha256Hex } from '../../../base/digest.ts';
import { Failure } from '../../../core/errors.ts';
import { randomId } from '../log/canonical.ts';
import { FOLDERS, HEADER, makeHeader, openHeader, type Workspace } from '../log/files.ts';
import { newIdentity } from '../../../storage/age-files.ts';
import { toBase64 } from '../../../base/base64.ts';
import type { SyncStore } from '../stores/store.ts';
import type { DeviceState } from './ports.ts';
import { readHeader } from './read-file.ts';

export const SHORTEST_PASSPHRASE = 10;

export interface Joined {
  workspace: Workspace;
  state: DeviceState;
}

/**
 * Reads the keys with the passphrase, or makes new ones when the storage is empty.
 * @param work cost of guessing the passphrase; only tests lower it
 * @throws Failure `denied` for a wrong passphrase; `conflict` for a later version; `bad_request` for other files
 */
export async function join(
  store: SyncStore,
  { passphrase, name, work }: { passphrase: string; name: string; work?: number },
): Promise<Joined> {
  const root = await store.list('');
  const known = new Set<string>([HEADER, ...FOLDERS]);
  if (root.some((entry) => entry.name === HEADER)) {
    const header = await readHeader(store);
    if (header) return joined(header, passphrase, name);
  } else if (root.some((entry) => !known.has(entry.name) && !entry.name.startsWith('.'))) {
    throw new Failure('bad_request', 'This folder contains other files. Choose an empty folder for sync.');
  }
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    throw new Failure('bad_request', `Use a passphrase of at least ${SHORTEST_PASSPHRASE} characters.`);
  }
  await store.prepare(FOLDERS);
  const workspace: Workspace = {
    id: randomId(),
    identities: [await newIdentity()],
    naming: newNaming(),
    ...{ cuts: [], removed: [] },
  };
  // Two devices may begin at once: the second one joins the first.
  const made = await makeHeader(workspace, passphrase, work);
  if (await store.create(HEADER, made)) return { workspace, state: await newState(name, true, made) };
  const header = await readHeader(store);
  if (!header) throw new Failure('unavailable', 'The storage lost the file it just accepted. Try again.');
  return joined(header, passphrase, name);
}

async function joined(header: Uint8Array, passphrase: string, name: string): Promise<Joined> {
  return { workspace: await openHeader(header, passphrase), state: await newState(name, false, header) };
}

export function newNaming(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(32)));
}

async function newState(name: string, founder: boolean, header: Uint8Array): Promise<DeviceState> {
  return {
    // A key file that is replaced before the first sync is noticed then.
    header: await sha256Hex(header as Uint8Array<ArrayBuffer>),
    ...{ device: randomId(), name, identity: await newIdentity(), founder },
    clock: { ms: 0, counter: 0 },
    ...{ written: { seq: 0, hash: '' }, sent: { seq: 0, hash: '' }, marked: 0 },
    ...{ reached: {}, tags: {}, names: {} },
  };
}
