// Test support: a ZIP written field by field, so that any field can be wrong.
import { deflateSync } from 'fflate';

export interface HandMadeEntry {
  name: string | Uint8Array;
  content?: string | Uint8Array;
  /** The content is already compressed. */
  isPacked?: boolean;
  method?: number;
  flags?: number;
  /** The size in the directory, true or not. */
  size?: number;
  packed?: number;
  crc?: number;
  /** The Unix mode, in the upper half of the attributes. */
  mode?: number;
  offset?: number;
}

export interface HandMadeEnd {
  count?: number;
  disk?: number;
  size?: number;
  start?: number;
  comment?: string;
  /** Bytes between the directory and the end record. */
  before?: Uint8Array;
}

const encoder = new TextEncoder();
const bytesOf = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? encoder.encode(text) : text;

/** Writes little-endian numbers of the given widths in bytes. */
function fields(...given: [number, number][]): Uint8Array {
  const bytes = new Uint8Array(given.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of given) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

export function handMadeZip(entries: readonly HandMadeEntry[], end: HandMadeEnd = {}): Uint8Array {
  const local: Uint8Array[] = [];
  const listed: Uint8Array[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = bytesOf(entry.name);
    const content = bytesOf(entry.content ?? '');
    const method = entry.method ?? 8;
    const packed = method === 8 && !entry.isPacked ? deflateSync(content) : content;
    const about: [number, number][] = [
      [2, 20],
      [2, entry.flags ?? 0x0800],
      [2, method],
      [4, 0x00210000],
      [4, entry.crc ?? crcOf(content)],
      [4, entry.packed ?? packed.length],
      [4, entry.size ?? content.length],
      [2, name.length],
      [2, 0],
    ];
    const head = fields([4, 0x04034b50], ...about);
    local.push(head, name, packed);
    const tail: [number, number][] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, ((entry.mode ?? 0) << 16) >>> 0],
      [4, entry.offset ?? at],
    ];
    listed.push(fields([4, 0x02014b50], [2, 0x0314], ...about, ...tail), name);
    at += head.length + name.length + packed.length;
  }
  const list = join(listed);
  const comment = bytesOf(end.comment ?? '');
  const count = end.count ?? entries.length;
  const last = fields(
    [4, 0x06054b50],
    [2, end.disk ?? 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, end.size ?? list.length],
    [4, end.start ?? at],
    [2, comment.length],
  );
  return join([...local, list, end.before ?? new Uint8Array(), last, comment]);
}
