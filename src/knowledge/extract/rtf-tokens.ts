// Splits an RTF file into tokens: groups, control words with their numbers, and runs of text bytes. Linear time.

export interface RtfReceiver {
  open(): void;
  close(): void;
  /** `value` is undefined where the word has no number. A symbol such as `\~` is a word of one character. */
  word(name: string, value: number | undefined): void;
  /** A byte of text, in the code page of its place. */
  byte(value: number): void;
}

const [BACKSLASH, OPEN, CLOSE, RETURN, NEWLINE] = [0x5c, 0x7b, 0x7d, 13, 10];
const STEP = 1_000_000;
/** RTF has no longer words and numbers. */
const WORD = /([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const HEX = /[0-9a-fA-F]{2}/y;

/** @param source the bytes of the file, each as the character of the same number */
export function readRtf(source: string, to: RtfReceiver, alive: () => void): void {
  let next = STEP;
  for (let at = 0; at < source.length; at++) {
    if (at > next) {
      alive();
      next += STEP;
    }
    const code = source.charCodeAt(at);
    if (code === OPEN) to.open();
    else if (code === CLOSE) to.close();
    else if (code === BACKSLASH) at = control(source, at + 1, to);
    else if (code !== RETURN && code !== NEWLINE && code !== 0) to.byte(code);
  }
}

/** @returns the position of its last character */
function control(source: string, at: number, to: RtfReceiver): number {
  WORD.lastIndex = at;
  const found = WORD.exec(source);
  if (found) {
    const value = found[2] === undefined ? undefined : Number(found[2]);
    const end = at + found[0].length - 1;
    // Raw bytes, which may include braces.
    if (found[1] === 'bin') return end + Math.max(0, value ?? 0);
    to.word(found[1]!, value);
    return end;
  }
  const symbol = source[at] ?? '';
  if (symbol === "'") {
    HEX.lastIndex = at + 1;
    const hex = HEX.exec(source)?.[0];
    if (hex === undefined) return at;
    to.byte(parseInt(hex, 16));
    return at + 2;
  }
  if (symbol === '\\' || symbol === '{' || symbol === '}') to.byte(symbol.charCodeAt(0));
  else if (symbol === '\r' || symbol === '\n') to.word('par', undefined);
  else to.word(symbol, undefined);
  return at;
}
