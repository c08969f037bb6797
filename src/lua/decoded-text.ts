// Texts without their escapes, and where each character stood: percent-encoding, HTML entities, backslash escapes and
// quoted-printable, in any mixture, and several times over. Pure.

export interface DecodedText {
  text: string;
  /** Where each of its characters begins in the text that was given; the last entry is that text's length. */
  places: Int32Array;
}

/** Where a piece of it stood in the text that was given. */
export function placeOf({ places }: DecodedText, start: number, end: number): { start: number; end: number } {
  return { start: places[start]!, end: places[end]! };
}

/** A text that was escaped for a page, in a script, in JSON, in a form. */
const MOST_LEVELS = 4;

const ESCAPES =
  /%[\dA-Fa-f]{2}|&(?:#[xX]0*[\dA-Fa-f]{1,6}|#0*\d{1,7}|[A-Za-z][\dA-Za-z]{1,30});?|\\(?:x[\dA-Fa-f]{2}|u\{0*[\dA-Fa-f]{1,6}\}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|[0-7]{1,3}|[^])|=(?:[\dA-Fa-f]{2}|\r?\n)/y;

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

/** The characters of ASCII that HTML has names for. What stands in keys and passwords is among them. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    AMP: '&',
    lt: '<',
    LT: '<',
    gt: '>',
    GT: '>',
    quot: '"',
    QUOT: '"',
    apos: "'",
    nbsp: '\u00a0',
  },
  ...{
    Tab: '\t',
    NewLine: '\n',
    excl: '!',
    num: '#',
    dollar: '$',
    percnt: '%',
    lpar: '(',
    rpar: ')',
    ast: '*',
  },
  ...{
    midast: '*',
    plus: '+',
    comma: ',',
    period: '.',
    sol: '/',
    colon: ':',
    semi: ';',
    equals: '=',
    quest: '?',
  },
  ...{ commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^', lowbar: '_' },
  ...{ UnderBar: '_', grave: '`', DiacriticalGrave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|' },
  ...{ VerticalLine: '|', rcub: '}', rbrace: '}', hyphen: '‐', dash: '‐', tilde: '~' },
};

const MARKS = tableOf('%&\\=');
const units = new TextDecoder('utf-16le', { ignoreBOM: true });
const bytesAsText = new TextDecoder('windows-1252');
/** A byte as the character that byte texts are searched as. */
const BYTES = Array.from({ length: 256 }, (_, byte) => bytesAsText.decode(Uint8Array.of(byte)));

/** The text with its escapes taken away once, twice and so on, as long as there are any. */
export function* decodedTexts(given: string): Generator<DecodedText> {
  let text = given;
  let places: Int32Array | undefined;
  for (let level = 0; level < MOST_LEVELS; level++) {
    const next = decodedOnce(text);
    if (!next) return;
    if (places) for (let at = 0; at < next.places.length; at++) next.places[at] = places[next.places[at]!]!;
    text = next.text;
    places = next.places;
    yield next;
  }
}

/** Without any escape. */
export function withoutEscapes(given: string): string {
  let text = given;
  for (const decoded of decodedTexts(given)) ({ text } = decoded);
  return text;
}

/** A text that is written unit by unit: joining millions of pieces would take seconds. */
class Written {
  readonly #units: Uint16Array;
  readonly #places: Int32Array;
  #size = 0;

  constructor(length: number) {
    this.#units = new Uint16Array(length);
    this.#places = new Int32Array(length + 1);
  }

  put(unit: number, place: number): void {
    this.#units[this.#size] = unit;
    this.#places[this.#size++] = place;
  }

  finish(length: number): DecodedText {
    this.#places[this.#size] = length;
    return {
      text: units.decode(this.#units.subarray(0, this.#size)),
      places: this.#places.subarray(0, this.#size + 1),
    };
  }
}

function decodedOnce(given: string): DecodedText | undefined {
  if (!/[%&\\=]/.test(given)) return undefined;
  const written = new Written(given.length);
  let isChanged = false;
  for (let at = 0; at < given.length;) {
    const unit = given.charCodeAt(at);
    const escape = unit < 256 && MARKS[unit] === 1 ? escapeAt(given, at) : undefined;
    if (escape === undefined) {
      written.put(unit, at++);
      continue;
    }
    const { character, length } = escape;
    for (let index = 0; index < character.length; index++) written.put(character.charCodeAt(index), at);
    at += length;
    isChanged = true;
  }
  return isChanged ? written.finish(given.length) : undefined;
}

function escapeAt(given: string, at: number): { character: string; length: number } | undefined {
  const next = given[at + 1];
  // The most frequent one by far.
  if (given[at] === '\\' && next !== undefined && CONTROLS[next] !== undefined) {
    return { character: CONTROLS[next], length: 2 };
  }
  ESCAPES.lastIndex = at;
  const escape = ESCAPES.exec(given)?.[0];
  const character = escape === undefined ? undefined : characterOf(escape);
  return character === undefined ? undefined : { character, length: escape!.length };
}

/** Never longer than the escape. */
function characterOf(escape: string): string | undefined {
  const digits = escape.slice(1);
  switch (escape[0]) {
    case '%':
      return BYTES[Number.parseInt(digits, 16)];
    case '=':
      return /\s/.test(digits) ? '' : BYTES[Number.parseInt(digits, 16)];
    case '&':
      return entity(digits.replace(/;$/, ''));
    default:
      return backslashed(digits);
  }
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name];
  const isHex = /^#x/i.test(name);
  return codePoint(Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10));
}

function backslashed(rest: string): string | undefined {
  if (/^[xuU]./.test(rest)) return codePoint(Number.parseInt(rest.replace(/^.\{?/, ''), 16));
  if (/^[0-7]/.test(rest)) return BYTES[Number.parseInt(rest, 8) & 255];
  return CONTROLS[rest] ?? rest;
}

function codePoint(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Between the lines and groups of what is in base64 or hex. */
const GAPS = tableOf(' \t\r\n\f\v\u00a0:,;>|');

/** @param unit a UTF-16 unit */
export function isGap(unit: number): boolean {
  return unit < 256 && GAPS[unit] === 1;
}

/** Without what stands between lines and groups: `places` are those of the characters that stay. */
export function withoutGaps(given: string): DecodedText {
  const written = new Written(given.length);
  for (let at = 0; at < given.length; at++) {
    const unit = given.charCodeAt(at);
    if (!isGap(unit)) written.put(unit, at);
  }
  return written.finish(given.length);
}

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
