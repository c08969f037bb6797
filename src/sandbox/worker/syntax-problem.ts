// Locates a syntax error in a text. Lua names a line and the token at which it gave up. To find which token of that
// line it means, Lua compiles ever shorter beginnings of the text.
import type { SyntaxProblem } from '../../core/finding.ts';
import { luaTokens, type LuaToken } from '../../lua-language/lua-tokens.ts';

/** Compiles a text and returns Lua's error, `NAME:LINE: PROBLEM near 'TOKEN'`, or undefined. */
export type Compile = (source: string) => Promise<string | undefined>;

/** Tokens of one line that are tried. On a longer line the result may be an earlier token with the same text. */
const MAX_TRIES = 24;
const AT_END = /near '?<eof>'?$/;

/** Returns the first problem of a text; undefined when it compiles. */
export async function findSyntaxProblem(
  file: string,
  source: string,
  compile: Compile,
): Promise<SyntaxProblem | undefined> {
  const said = await compile(source);
  if (said === undefined) return undefined;
  // Without a line, the problem is with the whole text, such as bytecode.
  const [, number = '1', text] = /^[^\n:]*:(?:(\d+):)? ([\s\S]*)$/.exec(said) ?? [undefined, '1', said];
  const tokens = luaTokens(source);
  const message = (text as string).replace(/ near <eof>$/, ' at the end of the text');
  const wrong = tokens.find(({ problem }) => problem);
  // An error inside a token stops Lua as soon as it gets there, unless an earlier error did.
  if (wrong && isAbout(text as string, wrong)) return { file, message, ...placeIn(wrong) };
  if (AT_END.test(said)) return { file, message, ...endOf(tokens) };
  const guilty = await findToken(Number(number), text as string, tokens, source, compile);
  return { file, message, ...(guilty ? placeOf(guilty) : lineOf(Number(number), tokens)) };
}

function isAbout(text: string, { problem }: LuaToken): boolean {
  const message = problem?.message as string;
  if (message === 'invalid escape sequence') {
    return /^(invalid escape sequence|decimal escape too large|hexadecimal digit expected|missing '[{}]' in|UTF-8 value too large)/.test(
      text,
    );
  }
  // An unknown symbol is wrong as a symbol, after any other error.
  return message !== 'unexpected symbol' && text.startsWith(message);
}

/** @param line where, for Lua, the token ends */
async function findToken(
  line: number,
  text: string,
  tokens: readonly LuaToken[],
  source: string,
  compile: Compile,
): Promise<LuaToken | undefined> {
  const near = /near '([\s\S]*)'$/.exec(text)?.[1];
  if (near === undefined) return undefined;
  const onLine = tokens.filter(
    ({ endLine, kind }) => endLine === line && kind !== 'space' && kind !== 'comment',
  );
  const same = onLine.filter((token) => isNear(token, near)).slice(0, MAX_TRIES);
  if (same.length <= 1) return same[0];
  for (const token of same) {
    const said = await compile(source.slice(0, token.end));
    if (said !== undefined && !AT_END.test(said)) return token;
  }
  return same[0];
}

/** Lua shows strings without their escapes, and non-ASCII bytes as `<\195>`. */
function isNear({ text, kind }: LuaToken, near: string): boolean {
  if (text === near) return true;
  if (kind === 'bad') return near.startsWith('<\\');
  return kind === 'string' && /^["'[]/.test(near) && text.charAt(0) === near.charAt(0);
}

type Spot = Omit<SyntaxProblem, 'file' | 'message'>;

function placeOf({ line, column, endLine, endColumn }: LuaToken): Spot {
  return { line, column, endLine, endColumn };
}

/** Returns the range from where the problem shows to the end of the token. */
function placeIn(token: LuaToken): Spot {
  const before = token.text.slice(0, (token.problem?.at ?? token.start) - token.start);
  const lines = before.split(/\r\n|\n\r|\n|\r/);
  const column = (lines.length > 1 ? 1 : token.column) + (lines.at(-1) as string).length;
  return { ...placeOf(token), line: token.line + lines.length - 1, column };
}

function endOf(tokens: readonly LuaToken[]): Spot {
  const last = tokens.at(-1);
  const line = last?.endLine ?? 1;
  const column = last?.endColumn ?? 1;
  return { line, column, endLine: line, endColumn: column };
}

/** Returns the range of all tokens on the line. */
function lineOf(line: number, tokens: readonly LuaToken[]): Spot {
  const there = tokens.filter(
    (token) =>
      token.kind !== 'space' && token.kind !== 'comment' && token.line <= line && token.endLine >= line,
  );
  const first = there[0];
  const last = there.at(-1);
  if (!first || !last) return { line, column: 1, endLine: line, endColumn: 1 };
  const column = first.line === line ? first.column : 1;
  const endColumn = last.endLine === line ? last.endColumn : column;
  return { line, column, endLine: line, endColumn };
}
