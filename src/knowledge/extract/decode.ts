// Decodes bytes to text: byte order marks, declared and detected encodings, and detection of binary files.
import { guessEncoding } from './encodings.ts';
import { Refusal } from './extracted.ts';

/** Bytes examined to tell text from binary, and for a declared encoding: scripts may stand before it. */
const SAMPLE = 64 * 1024;
/** Random bytes read as Windows-1252 are 11 % control characters; real text has none. */
const MOST_CONTROL_CHARACTERS = 0.01;

/** First bytes of common binary files. `?` is any byte. */
const SIGNATURES: [bytes: string, what: string][] = [
  ['89 50 4e 47', 'a PNG image'],
  ['ff d8 ff', 'a JPEG image'],
  ['47 49 46 38', 'a GIF image'],
  ['52 49 46 46 ? ? ? ? 57 45 42 50', 'a WebP image'],
  ['49 49 2a 00', 'a TIFF image'],
  ['4d 4d 00 2a', 'a TIFF image'],
  ['49 49 2b 00', 'a TIFF image'],
  ['4d 4d 00 2b', 'a TIFF image'],
  ['38 42 50 53 00 01', 'a Photoshop image'],
  ['00 00 01 00', 'an icon'],
  ['25 50 44 46', 'a PDF file'],
  ['50 4b 03 04', 'a ZIP archive or an Office file'],
  ['d0 cf 11 e0', 'an old Office file'],
  ['1f 8b', 'a gzip archive'],
  ['42 5a 68', 'a bzip2 archive'],
  ['fd 37 7a 58 5a', 'an xz archive'],
  ['37 7a bc af', 'a 7z archive'],
  ['52 61 72 21', 'a RAR archive'],
  ['7f 45 4c 46', 'a program'],
  ['4d 5a 90 00', 'a program'],
  ['cf fa ed fe', 'a program'],
  ['00 61 73 6d', 'a WebAssembly module'],
  ['53 51 4c 69 74 65 20 66', 'an SQLite database'],
  ['49 44 33', 'an MP3 recording'],
  ['4f 67 67 53', 'an Ogg recording'],
  // Photos of phones, whose containers are those of videos.
  ['? ? ? ? 66 74 79 70 68 65 69', 'a HEIC image'],
  ['? ? ? ? 66 74 79 70 6d 69 66 31', 'a HEIC image'],
  ['? ? ? ? 66 74 79 70 61 76 69', 'an AVIF image'],
  ['? ? ? ? 66 74 79 70', 'a video'],
];

/**
 * Returns the text of a file, with line ends as `\n`.
 * @param declared finds the encoding declared by the text itself, in its first characters read as Latin-1
 * @throws Refusal for an empty file and for anything that isn't text
 */
export function decodeText(bytes: Uint8Array, declared: (start: string) => string | undefined): string {
  if (bytes.length === 0) throw new Refusal('the file is empty');
  return checked(decodeMarked(bytes) ?? decodeUnmarked(bytes, declared));
}

function decodeMarked(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return undefined;
}

function decodeUnmarked(bytes: Uint8Array, declared: (start: string) => string | undefined): string {
  const what = recognise(bytes);
  if (what) throw new Refusal(`this is ${what}, not text`);
  if (bytes.subarray(0, SAMPLE).includes(0)) throw new Refusal('this is a binary file, not text');
  const label = declared(new TextDecoder('latin1').decode(bytes.subarray(0, SAMPLE)));
  return new TextDecoder(encodingOf(bytes, label)).decode(bytes);
}

/** Labels that programs write without looking at the text. */
const BY_DEFAULT = /^(?:us-)?ascii$|^iso-8859-1$|^windows-1252$/i;

/** Returns a name for `TextDecoder`. @param declared may be wrong, or unknown */
export function encodingOf(bytes: Uint8Array, declared: string | undefined): string {
  const label = declared !== undefined && isEncoding(declared) ? declared : undefined;
  // Valid UTF-8 is treated as UTF-8, except for encodings that write all letters in seven bits.
  if (isUtf8(bytes)) return label && /^iso-2022|^utf-16/i.test(label) ? label : 'utf-8';
  if (label && BY_DEFAULT.test(label)) return guessEncoding(bytes) ?? label;
  if (label && !/^utf-?(8|16)/i.test(label)) return label;
  // A few bad bytes in UTF-8 must not garble all other letters.
  const lossy = new TextDecoder('utf-8').decode(bytes);
  const bad = lossy.match(/\ufffd/g)?.length ?? 0;
  const good = lossy.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return good > bad ? 'utf-8' : (guessEncoding(bytes) ?? 'windows-1252');
}

export function isUtf8(bytes: Uint8Array): boolean {
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)) !== undefined;
}

export function isEncoding(label: string): boolean {
  return attempt(() => new TextDecoder(label).encoding) !== undefined;
}

function attempt(decode: () => string): string | undefined {
  try {
    return decode();
  } catch {
    return undefined; // Not in that encoding, or an unknown encoding.
  }
}

/** Names the type of a binary file by its first bytes: "a PNG image". */
export function recognise(bytes: Uint8Array): string | undefined {
  return SIGNATURES.find(([signature]) =>
    signature.split(' ').every((byte, i) => byte === '?' || bytes[i] === parseInt(byte, 16)),
  )?.[1];
}

function checked(text: string): string {
  const sample = text.slice(0, SAMPLE);
  // eslint-disable-next-line no-control-regex
  const controls = sample.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g)?.length ?? 0;
  if (controls > 1 && controls > sample.length * MOST_CONTROL_CHARACTERS) {
    throw new Refusal('this is a binary file, not text');
  }
  if (text.trim() === '') throw new Refusal('the file has no text in it');
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Finds the encoding in a page's `meta` element, or in the first line of an XML file. */
export function declaredCharset(start: string): string | undefined {
  return (
    /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]+encoding\s*=\s*["']([\w.-]+)["']/i.exec(start)?.[1]
  );
}
