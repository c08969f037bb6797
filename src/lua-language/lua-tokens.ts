// Tokenises Lua 5.4 text without gaps, in linear time for any text. Invalid text becomes a token too, with its
// problem, so strings and comments never pass for code.

export type LuaTokenKind =
  'name' | 'keyword' | 'number' | 'string' | 'operator' | 'comment' | 'space' | 'bad';

/** Offsets and columns count UTF-16 units, as JavaScript and editors do; lines and columns start at 1. */
export interface LuaToken {
  kind: LuaTokenKind;
  text: string;
  /** Offsets of its first character, and of the one after its last. */
  start: number;
  end: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  /** Why Lua rejects it, and the offset of the error. */
  problem?: { message: string; at: number };
}

export const LUA_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'and break do else elseif end false for function goto if in local nil not or repeat return then true ' +
    'until while'
  ).split(' '),
);

const OPERATOR = /\.\.\.|<<|>>|\/\/|[=~<>]=|::|\.\.|[-+*/%^#&~|<>=(){}[\];:,.]/y;
const SPACE = /[ \t\v\f\n\r]+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const DECIMAL = /^(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const HEXADECIMAL = /^0[xX]([\da-fA-F]+(\.[\da-fA-F]*)?|\.[\da-fA-F]+)([pP][+-]?\d+)?$/;
/** Everything that Lua's scanner takes for a numeral, including invalid ones and a letter directly after it. */
const DECIMAL_RUN = /(?:[eE][+-]?|[\da-fA-F.])+[A-Za-z_]?/y;
const HEXADECIMAL_RUN = /0[xX](?:[pP][+-]?|[\da-fA-F.])*[A-Za-z_]?/y;
const LONG_BRACKET = /\[(=*)\[/y;
const LINE_REST = /[^\r\n]*/y;
/** One step inside a quoted string: plain characters, or an escape that may be invalid. */
const PLAIN = /[^\\"'\r\n]+/y;
const ESCAPE =
  /\\(?:[abfnrtv\\"']|\r\n|\n\r|[\r\n]|z[ \t\v\f\r\n]*|x[\da-fA-F]{2}|u\{[\da-fA-F]+\}|\d{1,3})/y;

export function luaTokens(source: string): LuaToken[] {
  const lines = lineStarts(source);
  const tokens: LuaToken[] = [];
  let line = 0;
  const move = (offset: number): void => {
    while (line + 1 < lines.length && (lines[line + 1] as number) <= offset) line += 1;
  };
  let start = 0;
  while (start < source.length) {
    const { kind, end, problem } = nextOf(source, start);
    move(start);
    const token: LuaToken = {
      kind,
      text: source.slice(start, end),
      start,
      end,
      line: line + 1,
      column: start - (lines[line] as number) + 1,
      endLine: 0,
      endColumn: 0,
    };
    move(end);
    token.endLine = line + 1;
    token.endColumn = end - (lines[line] as number) + 1;
    if (problem) token.problem = problem;
    tokens.push(token);
    start = end;
  }
  return tokens;
}

/** Returns the tokens without spaces and comments. */
export function luaCode(source: string): LuaToken[] {
  return luaTokens(source).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
}

/** Returns the value of a string token. Bytes above 127 that are not UTF-8 become one character each. */
export function luaStringValue({ text }: Pick<LuaToken, 'text'>): string {
  const long = matchAt(LONG_BRACKET, text, 0);
  if (long !== undefined) {
    const inner = text.slice(long.length, text.endsWith(closing(long)) ? -long.length : undefined);
    return inner.replace(/^(\r\n|\n\r|\n|\r)/, '');
  }
  const inner = text.slice(1, text.length > 1 && text.endsWith(text.charAt(0)) ? -1 : undefined);
  return inner.replace(
    /\\(?:([abfnrtv])|z[ \t\v\f\r\n]*|x([\da-fA-F]{2})|u\{([\da-fA-F]+)\}|(\d{1,3})|(\r\n|\n\r|[\s\S]))/g,
    (whole, letter?: string, hex?: string, unicode?: string, decimal?: string, other?: string) => {
      if (letter !== undefined) return CONTROLS[letter] ?? '';
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (unicode !== undefined) return fromCodePoint(Number.parseInt(unicode, 16));
      if (decimal !== undefined) return String.fromCharCode(Number(decimal));
      if (other === undefined) return whole.startsWith('\\z') ? '' : whole;
      return /[\r\n]/.test(other) ? '\n' : other;
    },
  );
}

const CONTROLS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function fromCodePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

interface Found {
  kind: LuaTokenKind;
  end: number;
  problem?: { message: string; at: number };
}

function nextOf(source: string, at: number): Found {
  const first = source.charAt(at);
  if (at === 0 && first === '\ufeff') return { kind: 'space', end: 1 };
  // The shebang line.
  if (first === '#' && (at === 0 || (at === 1 && source.startsWith('\ufeff')))) {
    return { kind: 'comment', end: endOf(LINE_REST, source, at) };
  }
  if (isSpace(first)) return { kind: 'space', end: endOf(SPACE, source, at) };
  if (isLetter(first)) {
    const end = endOf(NAME, source, at);
    return { kind: LUA_KEYWORDS.has(source.slice(at, end)) ? 'keyword' : 'name', end };
  }
  if (isDigit(first) || (first === '.' && isDigit(source.charAt(at + 1)))) return numberAt(source, at);
  if (first === '"' || first === "'") return quotedAt(source, at, first);
  if (first === '-' && source.charAt(at + 1) === '-') {
    const long = matchAt(LONG_BRACKET, source, at + 2);
    if (long !== undefined) return longAt('comment', source, at, at + 2 + long.length, long);
    return { kind: 'comment', end: endOf(LINE_REST, source, at) };
  }
  if (first === '[') return bracketAt(source, at);
  const operator = endOf(OPERATOR, source, at);
  if (operator > at) return { kind: 'operator', end: operator };
  const code = source.codePointAt(at) as number;
  const end = at + (code > 0xffff ? 2 : 1);
  return { kind: 'bad', end, problem: { message: 'unexpected symbol', at } };
}

const isSpace = (character: string): boolean => ' \t\v\f\n\r'.includes(character);
const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const isLetter = (character: string): boolean =>
  (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character === '_';

function numberAt(source: string, at: number): Found {
  const run = /^0[xX]/.test(source.slice(at, at + 2)) ? HEXADECIMAL_RUN : DECIMAL_RUN;
  const end = endOf(run, source, at);
  const text = source.slice(at, end);
  if (DECIMAL.test(text) || HEXADECIMAL.test(text)) return { kind: 'number', end };
  return { kind: 'number', end, problem: { message: 'malformed number', at } };
}

function bracketAt(source: string, at: number): Found {
  const long = matchAt(LONG_BRACKET, source, at);
  if (long !== undefined) return longAt('string', source, at, at + long.length, long);
  if (source.charAt(at + 1) !== '=') return { kind: 'operator', end: at + 1 };
  let end = at + 1;
  while (source.charAt(end) === '=') end += 1;
  return { kind: 'bad', end, problem: { message: 'invalid long string delimiter', at } };
}

function closing(opening: string): string {
  return opening.replaceAll('[', ']');
}

function longAt(
  kind: 'string' | 'comment',
  source: string,
  at: number,
  from: number,
  opening: string,
): Found {
  const close = source.indexOf(closing(opening), from);
  if (close >= 0) return { kind, end: close + opening.length };
  return { kind, end: source.length, problem: { message: `unfinished long ${kind}`, at } };
}

function quotedAt(source: string, at: number, quote: string): Found {
  let problem: Found['problem'];
  let here = at + 1;
  for (;;) {
    here = endOf(PLAIN, source, here);
    const next = source.charAt(here);
    if (next === quote) return { kind: 'string', end: here + 1, ...(problem && { problem }) };
    if (next === '' || next === '\n' || next === '\r') {
      return { kind: 'string', end: here, problem: problem ?? { message: 'unfinished string', at } };
    }
    if (next === '\\') {
      const end = endOf(ESCAPE, source, here);
      if (end === here || isTooLarge(source.slice(here, end))) {
        problem ??= { message: 'invalid escape sequence', at: here };
      }
      // After an invalid backslash at the end of a line, the string is unfinished.
      here = Math.max(end, here + 1);
    } else {
      here += 1;
    }
  }
}

/** `\300` exceeds a byte, and `\u{…}` ends at 2^31. */
function isTooLarge(escape: string): boolean {
  if (/^\\\d/.test(escape)) return Number(escape.slice(1)) > 255;
  return escape.startsWith('\\u') && Number.parseInt(escape.slice(3, -1), 16) >= 2 ** 31;
}

/** Returns the offsets of line starts. As in Lua, CR LF and LF CR each make one line break. */
function lineStarts(source: string): number[] {
  const starts = [0];
  for (const { index, 0: text } of source.matchAll(/\r\n|\n\r|\n|\r/g)) starts.push(index + text.length);
  return starts;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
