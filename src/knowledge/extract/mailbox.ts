// Splits a mailbox (mbox) into its messages, in pieces: only the current message is in memory, however long the file
// is.
import { joinedBytes } from '../../base/joined-bytes.ts';
import { Refusal } from './extracted.ts';
import { checkCount, checkSize, LIMITS } from './limits.ts';

/** The used part of `Blob`. */
export interface Sliced {
  size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

const PIECE = 4 * 1024 * 1024;
const NEWLINE = 10;
const RETURN = 13;
const FROM = new TextEncoder().encode('From ');
/** Maximum characters of the line before a message: an address and a date. */
const LONGEST_LINE = 1000;
/** Bytes kept of a message that is too large: the next one may begin in it. */
const KEPT = 2 * LONGEST_LINE;
/** Contains the time, which sentences that begin with "From " seldom do. */
const SEPARATOR = /^From .*\b\d{1,2}:\d{2}\b/;

/** Tells whether a text begins with the line before a message, followed by a header. */
export function beginsMailbox(start: string): boolean {
  const [line = '', header = ''] = start.split(/\r?\n/, 2);
  return SEPARATOR.test(line) && /^>?[\w-]+:|^>?From /.test(header);
}

/**
 * Yields the messages in order, without the lines between them. A message that is too large yields its refusal.
 * @throws Refusal for a file that doesn't begin with a message, or has too many
 */
export async function* messagesIn(
  file: Sliced,
  piece = PIECE,
): AsyncGenerator<Uint8Array<ArrayBuffer> | Refusal> {
  /** The part of the current message read so far. */
  let held = new Uint8Array(0);
  let looked = 0;
  /** Bytes of it dropped because it is too large. */
  let lost = 0;
  let count = 0;
  if (file.size === 0) throw new Refusal('the file is empty');
  for (let at = 0; at < file.size; at += piece) {
    const end = Math.min(at + piece, file.size);
    const read = new Uint8Array(await file.slice(at, end).arrayBuffer());
    if (at === 0 && !beginsMailbox(latin1(read.subarray(0, 2 * LONGEST_LINE)))) {
      throw new Refusal('this is not a mailbox (mbox), or it is damaged');
    }
    held = held.length === 0 ? read : joinedBytes([held, read]);
    let begin = 0;
    for (;;) {
      const next = separatorAfter(held, looked, end === file.size);
      looked = next.at;
      if (!next.found) break;
      checkCount('messages', ++count, LIMITS.documents);
      yield messageOf(held.slice(begin, looked), lost);
      [begin, lost] = [looked, 0];
    }
    held = held.slice(begin);
    looked -= begin;
    if (refusalOf(lost + held.length) && held.length > KEPT) {
      const dropped = held.length - KEPT;
      held = held.slice(dropped);
      looked = Math.max(0, looked - dropped);
      lost += dropped;
    }
  }
  if (held.length > 0) yield messageOf(held, lost);
}

/** Finds where the next message begins, or where to look again after reading more. */
function separatorAfter(bytes: Uint8Array, from: number, isLast: boolean): { at: number; found: boolean } {
  for (let line = from; ;) {
    const newline = bytes.indexOf(NEWLINE, line);
    if (newline < 0) return { at: bytes.length, found: false };
    line = newline + 1;
    if (bytes.length - line < LONGEST_LINE && !isLast && bytes.indexOf(NEWLINE, line) < 0)
      return { at: newline, found: false };
    if (!FROM.every((byte, i) => bytes[line + i] === byte)) continue;
    const before = bytes[newline - 1] === RETURN ? newline - 2 : newline - 1;
    if (bytes[before] !== NEWLINE) continue;
    const [text = ''] = latin1(bytes.subarray(line, line + LONGEST_LINE)).split('\n', 1);
    if (SEPARATOR.test(text)) return { at: line, found: true };
  }
}

function messageOf(bytes: Uint8Array<ArrayBuffer>, lost: number): Uint8Array<ArrayBuffer> | Refusal {
  const refusal = refusalOf(bytes.length + lost);
  if (refusal) return refusal;
  return unquoted(bytes.slice(bytes.indexOf(NEWLINE) + 1));
}

function refusalOf(size: number): Refusal | undefined {
  try {
    checkSize('mail', size);
    return undefined;
  } catch (error) {
    return error as Refusal;
  }
}

/** Removes the quoting of message lines that begin with "From ". */
function unquoted(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const text = latin1(bytes);
  if (!text.includes('\n>From ')) return bytes;
  return Uint8Array.from(text.replace(/^>(>*From )/gm, '$1'), (letter) => letter.charCodeAt(0));
}

/** Maps each byte to the character of the same number; the decoder of that name reads some bytes differently. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}
