// Reads one escape of a text: percent-encoding, HTML entities, backslash escapes and quoted-printable. Pure. Written
// by hand and without objects, because a text of a few MB can hold millions of escapes.

const CONTROLS: readonly (readonly [string, string])[] = [
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
];

/** The ASCII characters that HTML has names for, including all that occur in keys and passwords. */
const ENTITIES = new Map(
  Object.entries({
    ...{ amp: '&', AMP: '&', lt: '<', LT: '<', gt: '>', GT: '>', quot: '"', QUOT: '"', apos: "'" },
    ...{ nbsp: '\u00a0', Tab: '\t', NewLine: '\n', excl: '!', num: '#', dollar: '$', percnt: '%' },
    ...{ lpar: '(', rpar: ')', ast: '*', midast: '*', plus: '+', comma: ',', period: '.', sol: '/' },
    ...{ colon: ':', semi: ';', equals: '=', quest: '?', commat: '@', lsqb: '[', lbrack: '[', bsol: '\\' },
    ...{ rsqb: ']', rbrack: ']', Hat: '^', lowbar: '_', UnderBar: '_', grave: '`', DiacriticalGrave: '`' },
    ...{ lcub: '{', lbrace: '{', verbar: '|', vert: '|', VerticalLine: '|', rcub: '}', rbrace: '}' },
    ...{ hyphen: '‐', dash: '‐', tilde: '~' },
  }).map(([name, character]) => [name, character.charCodeAt(0)]),
);
const [SHORTEST_NAME, LONGEST_NAME] = [2, 31];

const ASCII = 128;
const [PERCENT, AMPERSAND, BACKSLASH, EQUALS] = ['%', '&', '\\', '='].map(code) as [
  number,
  number,
  number,
  number,
];
const [HASH, SEMICOLON, ZERO, OPEN, CLOSE] = ['#', ';', '0', '{', '}'].map(code) as [
  number,
  number,
  number,
  number,
  number,
];
const [LOWER_X, UPPER_X, LOWER_U, UPPER_U] = ['x', 'X', 'u', 'U'].map(code) as [
  number,
  number,
  number,
  number,
];
const [CR, LF] = [13, 10];

const bytesAsText = new TextDecoder('windows-1252');
/** Maps a byte to the character that byte texts are searched as. */
const BYTES = Uint16Array.from({ length: 256 }, (_, byte) =>
  bytesAsText.decode(Uint8Array.of(byte)).charCodeAt(0),
);
/** Values of the digits; 255 for every other character. */
const DIGITS = Uint8Array.from({ length: ASCII }, (_, unit) => {
  const value = Number.parseInt(String.fromCharCode(unit), 16);
  return Number.isNaN(value) ? 255 : value;
});
const ESCAPED = Uint8Array.from({ length: ASCII }, (_, unit) => unit);
for (const [letter, control] of CONTROLS) ESCAPED[code(letter)] = code(control);

/** Tells whether an escape may begin with this UTF-16 unit. */
export function isMark(unit: number): boolean {
  return unit === BACKSLASH || unit === PERCENT || unit === AMPERSAND || unit === EQUALS;
}

export class EscapeReader {
  /** The code point of the last escape; -1 for none, as in a soft line break. */
  code = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the length of the escape that begins at this position, or 0. It is never shorter than its decoded form. */
  read(at: number): number {
    switch (this.#text.charCodeAt(at)) {
      case BACKSLASH:
        return this.#backslashed(at);
      case PERCENT:
        return this.#percent(at);
      case EQUALS:
        return this.#byte(at) || this.#lineEnd(at);
      case AMPERSAND:
        return this.#text.charCodeAt(at + 1) === HASH ? this.#numbered(at) : this.#named(at);
      default:
        return 0;
    }
  }

  /** Returns the digit's value, or 255. */
  #digit(at: number): number {
    const unit = this.#text.charCodeAt(at);
    return unit < ASCII ? DIGITS[unit]! : 255;
  }

  /** Reads `count` hexadecimal digits as a number; -1 when there are fewer. */
  #hex(at: number, count: number): number {
    let value = 0;
    for (let place = at; place < at + count; place++) {
      const digit = this.#digit(place);
      if (digit > 15) return -1;
      value = value * 16 + digit;
    }
    return value;
  }

  /** `%u0041`, as `escape` and older servers write it. */
  #percent(at: number): number {
    const mark = this.#text.charCodeAt(at + 1);
    if (mark !== LOWER_U && mark !== UPPER_U) return this.#byte(at);
    const value = this.#hex(at + 2, 4);
    if (value < 0) return 0;
    this.code = value;
    return 6;
  }

  #byte(at: number): number {
    const byte = this.#hex(at + 1, 2);
    if (byte < 0) return 0;
    this.code = BYTES[byte]!;
    return 3;
  }

  #lineEnd(at: number): number {
    const lf = this.#text.charCodeAt(at + 1) === CR ? at + 2 : at + 1;
    if (this.#text.charCodeAt(lf) !== LF) return 0;
    this.code = -1;
    return lf + 1 - at;
  }

  /** Returns where the number that begins at `from` ends, leading zeros included. Its value becomes `code`. */
  #number(from: number, base: 10 | 16, most: number): number {
    let at = from;
    while (this.#text.charCodeAt(at) === ZERO) at++;
    const end = at + most;
    this.code = 0;
    for (let digit = this.#digit(at); at < end && digit < base; digit = this.#digit(at)) {
      this.code = this.code * base + digit;
      at++;
    }
    return at;
  }

  #numbered(at: number): number {
    const mark = this.#text.charCodeAt(at + 2);
    const isHex = mark === LOWER_X || mark === UPPER_X;
    const from = at + (isHex ? 3 : 2);
    const end = isHex ? this.#number(from, 16, 6) : this.#number(from, 10, 7);
    if (end === from || this.code > 0x10ffff) return 0;
    return this.#withSemicolon(end) - at;
  }

  #named(at: number): number {
    let end = at + 1;
    while (end <= at + LONGEST_NAME && isAlphanumeric(this.#text.charCodeAt(end))) end++;
    if (end <= at + SHORTEST_NAME) return 0;
    const character = ENTITIES.get(this.#text.slice(at + 1, end));
    if (character === undefined) return 0;
    this.code = character;
    return this.#withSemicolon(end) - at;
  }

  #withSemicolon(end: number): number {
    return this.#text.charCodeAt(end) === SEMICOLON ? end + 1 : end;
  }

  #backslashed(at: number): number {
    if (at + 1 >= this.#text.length) return 0;
    const unit = this.#text.charCodeAt(at + 1);
    if (unit === LOWER_X) return this.#digits(at, 2);
    if (unit === UPPER_U) return this.#digits(at, 8);
    if (unit === LOWER_U)
      return this.#text.charCodeAt(at + 2) === OPEN ? this.#braced(at) : this.#digits(at, 4);
    if (this.#digit(at + 1) < 8) return this.#octal(at);
    this.code = unit < ASCII ? ESCAPED[unit]! : unit;
    return 2;
  }

  /** Reads `\x41` and similar. Without its digits, it is an escaped letter. */
  #digits(at: number, count: number): number {
    const value = this.#hex(at + 2, count);
    if (value > 0x10ffff) return 0;
    if (value < 0) return this.#letter(at);
    this.code = value;
    return 2 + count;
  }

  #braced(at: number): number {
    const from = at + 3;
    const end = this.#number(from, 16, 6);
    if (end === from || this.#text.charCodeAt(end) !== CLOSE) return this.#letter(at);
    return this.code > 0x10ffff ? 0 : end + 1 - at;
  }

  #letter(at: number): number {
    this.code = this.#text.charCodeAt(at + 1);
    return 2;
  }

  #octal(at: number): number {
    let value = 0;
    let end = at + 1;
    for (let digit = this.#digit(end); end < at + 4 && digit < 8; digit = this.#digit(end)) {
      value = value * 8 + digit;
      end++;
    }
    this.code = BYTES[value & 255]!;
    return end - at;
  }
}

function isAlphanumeric(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}

function code(character: string): number {
  return character.charCodeAt(0);
}
