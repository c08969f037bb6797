// What can be told about a script without running it: whether it declares a tool, and its own name for it. Reads
// tokens only; whatever remains unclear, the sandbox determines.

export interface LuaDeclaration {
  kind: 'tool' | 'connector';
  /** The text between the quotes of `name = "…"`, if the table contains it literally. */
  name?: { text: string; start: number; end: number };
}

interface Token {
  text: string;
  start: number;
}

/** Names and paths of tools, without escapes. */
const PLAIN_TEXT = /^(["'])([^"'\\\n]*)\1$/;

/** Maximum characters, the same as the registry's for a script. */
const LONGEST = 1024 * 1024;

/** @returns undefined for a script without a global `tool` or `connector`: a module, or something else */
export function declarationOf(source: string): LuaDeclaration | undefined {
  if (source.length > LONGEST || !/tool|connector/.test(source)) return undefined;
  const tokens = [...tokensOf(source)];
  let found: LuaDeclaration | undefined;
  for (let index = 0; index < tokens.length; index += 1) {
    const kind = tokens[index]?.text;
    if ((kind !== 'tool' && kind !== 'connector') || !isGlobal(tokens, index)) continue;
    const next = tokens[index + 1]?.text;
    if (next === '=') {
      const name = tokens[index + 2]?.text === '{' ? nameIn(tokens, index + 3) : undefined;
      return name ? { kind, name } : { kind };
    }
    if (next === '.' && tokens[index - 1]?.text === 'function') found ??= { kind };
  }
  return found;
}

/** Returns the script with another name in its table, or unchanged when it has none, so that its file name counts. */
export function renamed(source: string, name: string): string {
  const declared = declarationOf(source)?.name;
  return declared ? source.slice(0, declared.start) + name + source.slice(declared.end) : source;
}

function isGlobal(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.text;
  if (before === 'local') return false;
  if (before !== '.' && before !== ':') return true;
  return tokens[index - 2]?.text === '_G' || tokens[index - 2]?.text === '_ENV';
}

/** Finds the field `name` of the table whose brace was just opened. */
function nameIn(tokens: readonly Token[], from: number): LuaDeclaration['name'] {
  let depth = 1;
  for (let index = from; index < tokens.length && depth > 0; index += 1) {
    const { text } = tokens[index] as Token;
    if (text === '{' || text === '(') depth += 1;
    if (text === '}' || text === ')') depth -= 1;
    if (depth !== 1 || text !== 'name' || !isField(tokens, index)) continue;
    const value = tokens[index + 2];
    const plain = PLAIN_TEXT.exec(value?.text ?? '');
    if (!value || !plain || !/^[,;}]$/.test(tokens[index + 3]?.text ?? '')) return undefined;
    return { text: plain[2] ?? '', start: value.start + 1, end: value.start + value.text.length - 1 };
  }
  return undefined;
}

function isField(tokens: readonly Token[], index: number): boolean {
  return /^[{,;]$/.test(tokens[index - 1]?.text ?? '') && tokens[index + 1]?.text === '=';
}

const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const SPACE = /\s+/y;
const LONG_OPEN = /\[(=*)\[/y;

/**
 * Yields words, strings and single characters, without comments and spaces. Ends at the first unclosed string or
 * comment.
 */
function* tokensOf(source: string): Generator<Token> {
  let at = 0;
  while (at < source.length) {
    const start = at;
    const isComment = source.startsWith('--', at);
    const end = isComment ? endOfComment(source, at) : endOfToken(source, at);
    if (end === undefined) return;
    at = end;
    if (!isComment && !/\s/.test(source.charAt(start))) yield { text: source.slice(start, end), start };
  }
}

function endOfComment(source: string, at: number): number | undefined {
  const open = match(LONG_OPEN, source, at + 2);
  if (open !== undefined) return endOfLong(source, at + 2, open);
  const line = source.indexOf('\n', at);
  return line < 0 ? source.length : line;
}

function endOfToken(source: string, at: number): number | undefined {
  const sign = source.charAt(at);
  if (sign === '"' || sign === "'") return endOfText(source, at, sign);
  const open = sign === '[' ? match(LONG_OPEN, source, at) : undefined;
  if (open !== undefined) return endOfLong(source, at, open);
  if (source.startsWith('==', at)) return at + 2;
  const length = match(WORD, source, at) ?? match(SPACE, source, at) ?? 1;
  return at + length;
}

function endOfLong(source: string, at: number, open: number): number | undefined {
  const close = `]${'='.repeat(open - 2)}]`;
  const found = source.indexOf(close, at + open);
  return found < 0 ? undefined : found + close.length;
}

function endOfText(source: string, at: number, quote: string): number | undefined {
  for (let index = at + 1; index < source.length; index += 1) {
    const sign = source.charAt(index);
    if (sign === quote) return index + 1;
    if (sign === '\\') index += 1;
    else if (sign === '\n') return undefined;
  }
  return undefined;
}

/** Returns the length of the match at exactly this place. */
function match(pattern: RegExp, source: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0].length;
}
