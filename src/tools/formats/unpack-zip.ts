// Opens an untrusted ZIP. Its directory is read and checked before anything is inflated.
import { Failure } from '../../core/errors.ts';
import { inMebibytes } from '../../core/limits.ts';
import type { ImportFile } from '../../core/tool-draft.ts';
import {
  checkFileSize,
  checkTotals,
  decodeUtf8,
  IMPORT_LIMITS,
  type ArchiveLimits,
} from './import-limits.ts';
import { inflateEach } from './inflate.ts';
import { toImportPath } from './import-path.ts';

interface Entry {
  path: string;
  method: number;
  crc: number;
  packed: number;
  size: number;
  /** Position of its local header. */
  offset: number;
}

const END = { signature: 0x06054b50, bytes: 22, maxComment: 0xffff };
const LISTED = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const ZIP64_LOCATOR = { signature: 0x07064b50, bytes: 20 };

const STORED = 0;
const DEFLATED = 8;

/** Flag bits: the content is encrypted, strongly encrypted, or even the directory is. */
const ENCRYPTED = 0x0001 | 0x0040 | 0x2000;

/** The type of a file, as Unix keeps it in the upper half of the attributes. */
const FILE_TYPE = { mask: 0xf000, symlink: 0xa000, plain: [0, 0x8000, 0x4000] };

/** Tells whether the bytes begin like a ZIP, an empty one included. */
export function isZip(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const signature = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  return signature === LOCAL.signature || signature === END.signature;
}

/**
 * Returns the files of a ZIP, without folders. Archives inside it are not opened.
 * @param name its name in messages
 * @param limits absent: those of tools
 * @throws Failure `too_large`, or `bad_request` when it is damaged, encrypted or inconsistent; then nothing was read
 */
export function unpackZip(bytes: Uint8Array, name: string, limits?: ArchiveLimits): ImportFile[] {
  checkTotals(name, 0, bytes.length, limits);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = listEntries(bytes, view, name, limits);
  judge(entries, bytes.length, name, limits);
  return entries
    .filter(({ path }) => !path.endsWith('/'))
    .map((entry) => ({ path: entry.path, bytes: inflate(bytes, view, entry, name) }));
}

function listEntries(bytes: Uint8Array, view: DataView, name: string, limits?: ArchiveLimits): Entry[] {
  const end = findEnd(view);
  if (end === undefined) throw damaged(name, 'it is incomplete');
  const disk = view.getUint16(end + 4, true) | view.getUint16(end + 6, true);
  const [here, count] = [view.getUint16(end + 8, true), view.getUint16(end + 10, true)];
  const [size, start] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  const locator = end - ZIP64_LOCATOR.bytes;
  if (
    count === 0xffff ||
    size === 0xffffffff ||
    start === 0xffffffff ||
    (locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR.signature)
  ) {
    throw refused(name, 'it is in the format for very large archives (ZIP64)');
  }
  if (disk !== 0 || here !== count) throw refused(name, 'it is part of a split archive');
  if (start + size !== end) throw damaged(name, 'its directory is in the wrong place');
  checkTotals(name, count, 0, limits);
  const entries: Entry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + LISTED.bytes > end || view.getUint32(at, true) !== LISTED.signature) {
      throw damaged(name, 'its directory is damaged');
    }
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const next = at + LISTED.bytes + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
    if (next > end) throw damaged(name, 'its directory is damaged');
    const path = decodeUtf8(bytes.subarray(at + LISTED.bytes, at + LISTED.bytes + (nameLength ?? 0)));
    if (path === undefined) throw refused(name, 'it has a file whose name is not UTF-8');
    entries.push(toEntry(view, at, path, name));
    at = next;
  }
  if (at !== end) throw damaged(name, 'its directory is damaged');
  return entries;
}

function toEntry(view: DataView, at: number, named: string, name: string): Entry {
  const path = toImportPath(named, name);
  const entry = {
    path,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
  if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0) throw refused(name, `'${path}' is encrypted`);
  if ([entry.packed, entry.size, entry.offset].includes(0xffffffff)) {
    throw refused(name, `'${path}' is in the format for very large archives (ZIP64)`);
  }
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw refused(name, `'${path}' uses an unsupported compression method; create a standard ZIP`);
  }
  const type = (view.getUint32(at + 38, true) >>> 16) & FILE_TYPE.mask;
  if (type === FILE_TYPE.symlink) throw refused(name, `'${path}' is a link to another file`);
  if (!FILE_TYPE.plain.includes(type)) throw refused(name, `'${path}' is not a regular file`);
  return entry;
}

/** The end record is the last thing in the file, except for a comment of known length. */
function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END.bytes;
  for (let at = last; at >= 0 && at >= last - END.maxComment; at -= 1) {
    if (view.getUint32(at, true) !== END.signature) continue;
    if (at + END.bytes + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  return undefined;
}

function judge(entries: readonly Entry[], archive: number, name: string, limits?: ArchiveLimits): void {
  const seen = new Set<string>();
  let total = 0;
  for (const { path, packed, size, method } of entries) {
    if (path.endsWith('/')) {
      if (size > 0) throw damaged(name, `the folder '${path}' has content of its own`);
      continue;
    }
    if (seen.has(path)) throw refused(name, `it has two files called '${path}'`);
    seen.add(path);
    checkFileSize(path, size, limits);
    if (method === STORED && size !== packed) throw damaged(name, `'${path}' has two sizes`);
    checkRatio(path, packed, size);
    total += size;
  }
  checkTotals(name, seen.size, total, limits);
  checkRatio(name, archive, total);
}

function checkRatio(path: string, packed: number, size: number): void {
  if (size <= IMPORT_LIMITS.ratioFrom || size <= packed * IMPORT_LIMITS.ratio) return;
  throw new Failure(
    'too_large',
    `'${path}' unpacks to ${inMebibytes(size)}, more than ${IMPORT_LIMITS.ratio} times what it takes packed, which no text does. Nothing was imported`,
  );
}

function inflate(bytes: Uint8Array, view: DataView, entry: Entry, name: string): Uint8Array {
  const { path, offset, packed, size, method } = entry;
  if (offset + LOCAL.bytes > bytes.length || view.getUint32(offset, true) !== LOCAL.signature) {
    throw damaged(name, `'${path}' is not where it should be`);
  }
  const from = offset + LOCAL.bytes + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (from + packed > bytes.length) throw damaged(name, `'${path}' is incomplete`);
  const content = bytes.subarray(from, from + packed);
  const plain = method === STORED ? content.slice() : inflated(content, size, path, name);
  if (plain.length !== size || crc32(plain) !== entry.crc) {
    throw damaged(name, `'${path}' does not match the list of contents`);
  }
  return plain;
}

function inflated(content: Uint8Array, size: number, path: string, name: string): Uint8Array {
  const plain = new Uint8Array(size);
  let written = 0;
  const take = (chunk: Uint8Array): void => {
    if (written + chunk.length > size) throw damaged(name, `'${path}' is larger than it says`);
    plain.set(chunk, written);
    written += chunk.length;
  };
  const isComplete = inflateEach(content, take, () => damaged(name, `'${path}' cannot be unpacked`));
  if (!isComplete || written !== size) throw damaged(name, `'${path}' is incomplete`);
  return plain;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function damaged(name: string, why: string): Failure {
  return new Failure('bad_request', `${name} is damaged: ${why}. Nothing was imported`);
}

function refused(name: string, why: string): Failure {
  return new Failure('bad_request', `${name} cannot be imported: ${why}. Nothing was imported`);
}
