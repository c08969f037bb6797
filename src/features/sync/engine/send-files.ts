// Sends the files of this device: the pieces that the storage lacks, then the change that names them.
import type { Json } from '../../../base/json.ts';
import { digestOf } from '../log/canonical.ts';
import { winner, type Cell } from '../log/cells.ts';
import { piecePath } from '../log/files.ts';
import { openPiece, piecesOf, sealPiece } from '../log/pieces.ts';
import { NotReadable } from '../../../storage/age-files.ts';
import { NewerFormat } from '../log/passphrase-seal.ts';
import { EntryDraft } from './capture.ts';
import type { FileContent, LocalFile, LocalFiles } from './ports.ts';
import { push } from './push.ts';
import { readFile } from './read-file.ts';
import { kindOf, type Replica } from './replica.ts';
import type { FileOptions, PieceFolder } from './piece-folder.ts';

/** Bytes of a file that weigh as much as a character: an entry comes after some 32 MB of files. */
const BYTES_PER_CHARACTER = 64;

interface SendOptions extends FileOptions {
  /** Keys of files that the storage has lost. */
  lost: ReadonlySet<string>;
}

export async function sendFiles(
  replica: Replica,
  files: LocalFiles,
  folder: PieceFolder,
  options: SendOptions,
): Promise<void> {
  const { signal, onProgress } = options;
  const fresh: LocalFile[] = [];
  const found = new Set<string>();
  for await (const file of files.scan()) {
    found.add(file.key);
    const cell = replica.cells.get(file.key);
    const isKnown = cell?.mark === file.mark && !options.lost.has(file.key);
    if (!isKnown && replica.isOwned(file.key)) fresh.push(file);
  }
  await forgetMissing(replica, files.kind, found);
  const total = fresh.reduce((sum, { size }) => sum + size, 0);
  const draft = new EntryDraft(replica);
  const quiet: Cell[] = [];
  const save = async (): Promise<void> => {
    await draft.save(quiet.splice(0));
    await push(replica, {});
  };
  let done = 0;
  for (const file of fresh) {
    const tell = (sent: number): void => onProgress?.({ phase: 'sendingFiles', done: done + sent, total });
    tell(0);
    const content = await file.read();
    const sent =
      content && (await sendContent(replica, folder, content, { tell, ...(signal && { signal }) }));
    done += file.size;
    if (!sent) continue;
    const { value, pieces } = sent;
    const cell = replica.cells.get(file.key);
    const hash = await digestOf(value);
    const heads = cell?.heads ?? [];
    const same = heads.filter((head) => head.hash === hash).map(({ stamp }) => stamp);
    const over = [...new Set([...(cell?.applied ?? []), ...same])];
    const won = winner(heads);
    if (won?.hash === hash && String(won.pieces) === String(pieces)) {
      const applied = over.filter((stamp) => heads.some((head) => head.stamp === stamp));
      quiet.push({ key: file.key, heads, applied, mark: file.mark });
      continue;
    }
    const stamp = replica.clock.tick(replica.state.device);
    const weight = file.size / BYTES_PER_CHARACTER;
    await draft.add({ key: file.key, stamp, over, hash, value, pieces }, file.mark, weight);
    if (draft.isFull) await save();
  }
  await save();
}

/** A file that went missing here, alone or with its record, is fetched when its record is here. */
async function forgetMissing(replica: Replica, kind: string, found: ReadonlySet<string>): Promise<void> {
  const missing = [...replica.cells.values()].filter(
    ({ key, mark }) => mark !== undefined && kindOf(key) === kind && !found.has(key),
  );
  if (missing.length === 0) return;
  await replica.save({ cells: missing.map(({ key, heads }) => ({ key, heads, applied: [] })) });
}

/** @returns undefined when the file can't be read any more */
async function sendContent(
  replica: Replica,
  folder: PieceFolder,
  { blob, name, type, of }: FileContent,
  { tell, signal }: { tell(sent: number): void; signal?: AbortSignal },
): Promise<{ value: Json; pieces: string[] } | undefined> {
  const hashes: string[] = [];
  const pieces: string[] = [];
  let sent = 0;
  const parts = piecesOf(blob);
  for (;;) {
    signal?.throwIfAborted();
    // A file of the browser that was removed meanwhile.
    const next = await parts.next().catch(() => undefined);
    if (!next) return undefined;
    if (next.done) break;
    const piece = await replica.sealed.blobName(next.value.hash);
    await sendPiece(replica, folder, piece, next.value);
    hashes.push(next.value.hash);
    pieces.push(piece);
    sent += next.value.bytes.length;
    tell(sent);
  }
  return { value: { name, type, of, size: blob.size, pieces: hashes }, pieces };
}

/** One content is sent once. What is there already is read back: an upload may have been cut off. */
async function sendPiece(
  replica: Replica,
  folder: PieceFolder,
  name: string,
  { bytes, hash }: { bytes: Uint8Array<ArrayBuffer>; hash: string },
): Promise<void> {
  const { store, sealed } = replica;
  const path = piecePath(name);
  const names = await folder.names();
  let isThere = names.has(name);
  if (!isThere) isThere = !(await store.create(path, await sealPiece(sealed, path, bytes)));
  if (isThere && !(await isWhole(replica, path, hash))) {
    await store.replace(path, await sealPiece(sealed, path, bytes));
  }
  names.add(name);
}

async function isWhole(replica: Replica, path: string, hash: string): Promise<boolean> {
  try {
    const bytes = await readFile(replica.store, path);
    if (!bytes) return false;
    await openPiece(replica.sealed, path, { bytes, hash });
    return true;
  } catch (error) {
    if (!(error instanceof NotReadable) || error instanceof NewerFormat) throw error;
    return false;
  }
}
