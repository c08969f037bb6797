// Sends entries that wait, in order, and then the marker that names the last one.
import { sha256Hex } from '../../../base/digest.ts';
import { blobPath, devicePath, entryPath } from '../log/files.ts';
import { NotReadable, recipientOf } from '../../../storage/age-files.ts';
import { NewerFormat } from '../log/passphrase-seal.ts';
import type { Pending } from './ports.ts';
import { readFile } from './read-file.ts';
import { startOver } from './start-over.ts';
import type { Replica, SyncOptions } from './replica.ts';

export async function push(replica: Replica, { onProgress, signal }: SyncOptions): Promise<void> {
  const total = replica.pending.length;
  for (let next = replica.pending[0]; next; next = replica.pending[0]) {
    signal?.throwIfAborted();
    onProgress?.({ phase: 'sending', done: total - replica.pending.length, total });
    for (const { name, bytes } of next.blobs) await sendBlob(replica, blobPath(name), bytes);
    if (!(await sendEntry(replica, next))) {
      await startOver(replica);
      continue;
    }
    const sent = { seq: next.seq, hash: await sha256Hex(next.bytes) };
    await replica.save({ state: { sent }, drop: [next.seq] });
    replica.counts.sent += 1;
  }
  const { marked, sent, shown } = replica.state;
  if (marked < sent.seq || !shown) await sendMarker(replica);
}

export async function sendMarker(replica: Replica): Promise<void> {
  const { device, name, sent, identity, snapshot, lacking = [] } = replica.state;
  const path = devicePath(device);
  const content = {
    ...{ device, name, seq: sent.seq, hash: sent.hash, recipient: await recipientOf(identity) },
    at: Math.max(0, Math.floor(replica.clock.now())),
    ...(snapshot && { snapshot: snapshot.name }),
    ...(lacking.length > 0 && { lacking }),
  };
  await replica.store.replace(path, await replica.sealed.seal(path, content));
  await replica.save({ state: { marked: sent.seq, shown: true } });
}

/** @returns false when another copy of this device has written another entry in this place */
async function sendEntry(replica: Replica, { seq, bytes }: Pending): Promise<boolean> {
  const path = entryPath(replica.state.device, seq);
  const sealed = await replica.sealed.sealBytes(bytes);
  if (await replica.store.create(path, sealed)) return true;
  try {
    const there = await readFile(replica.store, path);
    if (there) return (await replica.sealed.open(path, there)).hash === (await sha256Hex(bytes));
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    // A copy of this device with a later version wrote it: others may have read it.
    if (error instanceof NewerFormat) return false;
  }
  // Half written before an interruption: no other device has been able to read it.
  await replica.store.replace(path, sealed);
  return true;
}

async function sendBlob(replica: Replica, path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const sealed = await replica.sealed.sealBytes(bytes);
  if (await replica.store.create(path, sealed)) return;
  try {
    const there = await readFile(replica.store, path);
    if (there) {
      await replica.sealed.open(path, there);
      return;
    }
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
  }
  await replica.store.replace(path, sealed);
}
