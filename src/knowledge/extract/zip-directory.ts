// The central directory of a ZIP file, read without unpacking anything.
import { Refusal } from './extracted.ts';
import { checkCount, LIMITS } from './limits.ts';

export interface ZipEntry {
  name: string;
  /** 0 for stored, 8 for deflated. */
  method: number;
  encrypted: boolean;
  /** Size in bytes: packed and, as the directory claims, unpacked. */
  packed: number;
  size: number;
  /** Position of its local header. */
  offset: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** The end record and the longest comment that may follow it. */
const END_WITHIN = 22 + 0xffff;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/**
 * Returns entries by name. Of two with one name the last counts, as in other readers. @throws Refusal for a damaged
 * file
 */
export function readZipDirectory(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff)
    throw new Refusal('the file is a ZIP64 archive, which cannot be read');
  checkCount('parts', count, LIMITS.entries);
  const entries = new Map<string, ZipEntry>();
  const decoder = new TextDecoder();
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== ENTRY) throw damaged();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number];
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength));
    entries.set(name, {
      name,
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** Returns the packed bytes of an entry, after its local header. */
export function packedBytes(bytes: Uint8Array, { offset, packed }: ZipEntry): Uint8Array {
  if (offset + 30 > bytes.length) throw damaged();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > bytes.length) throw damaged();
  return bytes.subarray(start, start + packed);
}

function findEnd(view: DataView): number {
  const least = Math.max(0, view.byteLength - END_WITHIN);
  for (let at = view.byteLength - 22; at >= least; at--) if (view.getUint32(at, true) === END) return at;
  throw damaged();
}

export function damaged(): Refusal {
  return new Refusal('the file is damaged or incomplete');
}
