// Reads single entries of a ZIP from any byte source. Its directory is read first, and entries only on request.
//
// - Names are only compared with expected names, and no path of a backup is ever used as a path.
// - An entry is inflated in small steps, and no further than its expected size.
import { Inflate } from 'fflate';
import { Failure } from '../../core/errors.ts';
import type { ByteSource } from './byte-source.ts';

interface Entry {
  method: number;
  packed: number;
  size: number;
  offset: number;
}

export interface ZipEntries {
  /** Returns the size in the directory; undefined when there is no such entry. */
  sizeOf(path: string): number | undefined;
  /**
   * @param size of the unpacked entry
   * @throws Failure `bad_request` when it is missing, damaged, or has another size
   */
  read(path: string, size: number): Promise<Uint8Array<ArrayBuffer>>;
}

const END = { signature: 0x06054b50, bytes: 22, comment: 0xffff };
const LISTED = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const STORED = 0;
const DEFLATED = 8;
/** Maximum entries that this kind of ZIP can list. */
const ENTRIES = 65_535;
/** Bytes fed to the inflater at once: each expands to at most 1,032. */
const SPOONFUL = 16 * 1024;

export async function openZip(file: ByteSource): Promise<ZipEntries> {
  const entries = await listEntries(file);
  return {
    sizeOf: (path) => entries.get(path)?.size,
    async read(path, size) {
      const entry = entries.get(path);
      if (!entry || entry.size !== size) throw damaged(`${path} is missing, although its list includes it`);
      const head = await file.read(entry.offset, entry.offset + LOCAL.bytes);
      const view = viewOf(head);
      if (head.length < LOCAL.bytes || view.getUint32(0, true) !== LOCAL.signature) throw damaged(path);
      const start = entry.offset + LOCAL.bytes + view.getUint16(26, true) + view.getUint16(28, true);
      const packed = await file.read(start, start + entry.packed);
      if (packed.length !== entry.packed) throw damaged(`${path} is cut off`);
      if (entry.method === STORED && entry.packed === size) return packed;
      if (entry.method === DEFLATED) return inflate(packed, size, path);
      throw damaged(`${path} uses an unknown compression method`);
    },
  };
}

async function listEntries(file: ByteSource): Promise<Map<string, Entry>> {
  const tailStart = Math.max(0, file.size - END.bytes - END.comment);
  const tail = await file.read(tailStart, file.size);
  const view = viewOf(tail);
  let end = tail.length - END.bytes;
  while (end >= 0 && view.getUint32(end, true) !== END.signature) end -= 1;
  if (end < 0) throw damaged('it is cut off, or another kind of file');
  const count = view.getUint16(end + 10, true);
  const [size, start] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  if (count === ENTRIES || start + size > tailStart + end)
    throw damaged('its list of contents is not where it should be');
  return readList(await file.read(start, start + size), count);
}

function readList(list: Uint8Array<ArrayBuffer>, count: number): Map<string, Entry> {
  const view = viewOf(list);
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + LISTED.bytes > list.length || view.getUint32(at, true) !== LISTED.signature)
      throw damaged('its list of contents is broken');
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(list.subarray(at + LISTED.bytes, at + LISTED.bytes + nameLength));
    if (entries.has(name)) throw damaged(`${name} is in it twice`);
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += LISTED.bytes + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function inflate(packed: Uint8Array, size: number, path: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  const inflater = new Inflate((chunk) => {
    if (filled + chunk.length > size) throw damaged(`${path} is larger than it says`);
    bytes.set(chunk, filled);
    filled += chunk.length;
  });
  try {
    for (let at = 0; at < packed.length; at += SPOONFUL) {
      inflater.push(packed.subarray(at, at + SPOONFUL), at + SPOONFUL >= packed.length);
    }
  } catch (error) {
    throw error instanceof Failure ? error : damaged(`${path} cannot be unpacked`);
  }
  if (filled !== size) throw damaged(`${path} is smaller than it says`);
  return bytes;
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** @param why the problem found */
export function damaged(why: string): Failure {
  return new Failure('bad_request', `This is not a complete Perilune backup: ${why}. Use another copy.`);
}
