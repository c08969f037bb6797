// Fetches the files that other devices have sent and that are missing here. Each piece is checked against the digest
// in the log before anything of it is kept.
import { isApplied, winner, type Cell, type Head } from '../log/cells.ts';
import { piecePath } from '../log/files.ts';
import { openPiece, piecesOf, readFileValue, type FileValue } from '../log/pieces.ts';
import { NotReadable } from '../../../storage/age-files.ts';
import { NewerFormat } from '../log/passphrase-seal.ts';
import { valueOf } from './apply.ts';
import type { FetchedFile, LocalFile, LocalFiles } from './ports.ts';
import { readFile } from './read-file.ts';
import { kindOf, type Replica } from './replica.ts';
import type { FileOptions, PieceFolder } from './piece-folder.ts';

/** Bytes and files that are kept in one step. */
const BATCH = { bytes: 16 * 1024 * 1024, files: 50 } as const;
/** Files from which the listing tells what is missing; fewer are asked for one by one. */
const MANY = 5;
/** Files named at once; the others are fetched the next time. */
const MOST_NAMED = 20;

interface Wanted {
  cell: Cell;
  head: Head;
  value: FileValue;
  mark: string;
}

type Problem = 'missing' | 'damaged' | 'full';

interface Unread {
  problem: Problem;
  /** The piece that another device can send again. */
  piece?: string;
}

/** @returns names of pieces that are missing or damaged in the storage */
export async function fetchFiles(
  replica: Replica,
  files: LocalFiles,
  folder: PieceFolder,
  { onProgress, signal }: FileOptions,
): Promise<Set<string>> {
  const lacking = new Set<string>();
  const cells = [...replica.cells.values()].filter(
    (cell) => kindOf(cell.key) === files.kind && !isApplied(cell) && replica.isOwned(cell.key),
  );
  if (cells.length === 0 || !(await files.wants())) return lacking;
  const wanted = await missingHere(replica, files, cells, signal);
  const total = wanted.reduce((sum, { value }) => sum + value.size, 0);
  const there = wanted.length > MANY ? await folder.names() : undefined;
  let named = 0;
  const report = ({ head, value }: Wanted, kind: Problem): void => {
    named += 1;
    if (named > MOST_NAMED) return;
    replica.report({ kind, device: replica.nameOf(head.at[0]), file: value.name });
  };
  let batch: (Wanted & { blob: Blob })[] = [];
  let done = 0;
  const flush = async (): Promise<boolean> => {
    const isFull = batch.length > 0 && (await keepAll(replica, files, batch, report));
    batch = [];
    return isFull;
  };
  for (const one of wanted) {
    signal?.throwIfAborted();
    onProgress?.({ phase: 'receivingFiles', done, total });
    done += one.value.size;
    const absent = there ? (one.head.pieces ?? []).filter((name) => !there.has(name)) : [];
    for (const name of absent) lacking.add(name);
    if (absent.length > 0) {
      report(one, 'missing');
      continue;
    }
    const read = await fetchOne(replica, one, signal);
    if (!(read instanceof Blob)) {
      report(one, read.problem);
      if (read.piece !== undefined) lacking.add(read.piece);
      continue;
    }
    batch.push({ ...one, blob: read });
    const size = batch.reduce((sum, { value }) => sum + value.size, 0);
    if ((batch.length >= BATCH.files || size >= BATCH.bytes) && (await flush())) return lacking;
  }
  await flush();
  return lacking;
}

/** Leaves out what can't be kept yet, and notes what is here already. */
async function missingHere(
  replica: Replica,
  files: LocalFiles,
  cells: readonly Cell[],
  signal: AbortSignal | undefined,
): Promise<Wanted[]> {
  const wanted: Wanted[] = [];
  for (const cell of cells) {
    signal?.throwIfAborted();
    const head = winner(cell.heads);
    const read = head && head.hash !== null ? await valueOf(replica, head) : undefined;
    if (!head || read === undefined) continue;
    const value = readFileValue(read);
    if (!value || value.pieces.length !== head.pieces?.length) {
      replica.report({ kind: 'damaged', device: replica.nameOf(head.at[0]), seq: head.at[1] });
      continue;
    }
    const place = await files.placeFor(cell.key, value.of);
    if (!place) continue;
    if (place.file && (await isSame(place.file, value)))
      await replica.save({ cells: [applied(cell, place.mark)] });
    else wanted.push({ cell, head, value, mark: place.mark });
  }
  return wanted;
}

async function isSame(file: LocalFile, { size, pieces }: FileValue): Promise<boolean> {
  if (file.size !== size) return false;
  const content = await file.read();
  if (!content) return false;
  let index = 0;
  try {
    for await (const { hash } of piecesOf(content.blob)) if (hash !== pieces[index++]) return false;
  } catch {
    // The browser has lost the file: it is fetched.
    return false;
  }
  return index === pieces.length;
}

async function fetchOne(
  replica: Replica,
  { head, value }: Wanted,
  signal: AbortSignal | undefined,
): Promise<Blob | Unread> {
  const { states, store, sealed } = replica;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const [index, hash] of value.pieces.entries()) {
    signal?.throwIfAborted();
    const name = head.pieces![index]!;
    const isLong = value.pieces.length > 1;
    let part = isLong ? await states.piece(name) : undefined;
    if (!part) {
      try {
        const bytes = await readFile(store, piecePath(name));
        if (!bytes) return { problem: 'missing', piece: name };
        part = await openPiece(sealed, piecePath(name), { bytes, hash });
      } catch (error) {
        if (!(error instanceof NotReadable)) throw error;
        // A later version wrote it, which this one can't judge.
        return { problem: 'damaged', ...(!(error instanceof NewerFormat) && { piece: name }) };
      }
      if (isLong) await states.keepPiece(name, part);
    }
    parts.push(part);
  }
  const blob = new Blob(parts, { type: value.type });
  return blob.size === value.size ? blob : { problem: 'damaged' };
}

/** @returns true when this device is full */
async function keepAll(
  replica: Replica,
  files: LocalFiles,
  batch: readonly (Wanted & { blob: Blob })[],
  report: (one: Wanted, kind: Problem) => void,
): Promise<boolean> {
  const outcomes = await files.keep(
    batch.map(({ cell, mark, blob, value: { name, type, of } }): FetchedFile => {
      return { key: cell.key, mark, blob, name, type, of };
    }),
  );
  const kept = batch.filter(({ cell }) => outcomes.get(cell.key) === 'kept');
  await replica.save({ cells: kept.map(({ cell, mark }) => applied(cell, mark)) });
  replica.counts.applied += kept.length;
  await replica.states.dropPieces();
  const full = batch.find(({ cell }) => outcomes.get(cell.key) === 'full');
  if (full) report(full, 'full');
  return full !== undefined;
}

function applied({ key, heads }: Cell, mark: string): Cell {
  return { key, heads, applied: heads.map(({ stamp }) => stamp), mark };
}
