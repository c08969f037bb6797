// Files in the storage: each is cut into pieces, which are encrypted and named by their content. A record of the log
// names the pieces and their digests, so a storage can neither swap, cut nor repeat one unnoticed.
import { sha256Hex } from '../../../base/digest.ts';
import { ORIGINAL_BYTES } from '../../../core/original.ts';
import { isObject, type Json } from '../../../base/json.ts';
import type { Sealed } from './files.ts';
import { NotReadable } from '../../../storage/age-files.ts';

/** Bytes of a piece: what an interruption repeats at most. */
export const PIECE_BYTES = 4 * 1024 * 1024;
/** Characters of a name or a content type. */
const LONGEST = 1000;
const LINE_FEED = 10;

type Bytes = Uint8Array<ArrayBuffer>;

/** What the log holds of a file. */
export interface FileValue {
  name: string;
  type: string;
  /** Digest of the content of its record. */
  of: string;
  size: number;
  /** Hex SHA-256 of each piece. */
  pieces: readonly string[];
}

/** @returns undefined for anything but the value of a file */
export function readFileValue(value: Json | undefined): FileValue | undefined {
  if (!isObject(value)) return undefined;
  const { name, type, of, size, pieces } = value;
  const fine =
    isText(name) &&
    isText(type) &&
    isText(of) &&
    Number.isSafeInteger(size) &&
    (size as number) >= 0 &&
    (size as number) <= ORIGINAL_BYTES &&
    Array.isArray(pieces) &&
    pieces.length === Math.ceil((size as number) / PIECE_BYTES) &&
    pieces.every((hash) => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash));
  if (!fine) return undefined;
  return { name, type, of, size: size as number, pieces: pieces as string[] };
}

/** Yields the pieces of a file, without holding more than one. */
export async function* piecesOf(blob: Blob): AsyncGenerator<{ bytes: Bytes; hash: string }> {
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    const bytes = new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer());
    yield { bytes, hash: await sha256Hex(bytes) };
  }
}

export async function sealPiece(sealed: Sealed, path: string, bytes: Bytes): Promise<Bytes> {
  const line = sealed.plain(path, {});
  return sealed.sealBytes(new Uint8Array(await new Blob([line, '\n', bytes]).arrayBuffer()));
}

/** @throws NotReadable for anything but the piece of this name with this content */
export async function openPiece(
  sealed: Sealed,
  path: string,
  given: { bytes: Uint8Array; hash: string },
): Promise<Bytes> {
  const { plain } = await sealed.openBytes(path, given.bytes);
  const end = plain.indexOf(LINE_FEED);
  if (end === -1) throw new NotReadable('not a piece');
  sealed.checked(path, plain.subarray(0, end));
  const bytes = plain.slice(end + 1);
  if ((await sha256Hex(bytes)) !== given.hash) throw new NotReadable('other content');
  return bytes;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST;
}
