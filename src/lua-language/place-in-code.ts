// Analyses a position in a text: the tokens before it, the path of names around it, and the argument of a call.
import type { LuaToken } from './lua-tokens.ts';

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

export function isSign(token: LuaToken | undefined, ...texts: string[]): boolean {
  return token !== undefined && token.kind !== 'string' && texts.includes(token.text);
}

/** Returns the names up to the token, `a.b` in `a.b.c` for the token `b`; empty if it is not part of such a path. */
export function namesUpTo(code: readonly LuaToken[], index: number): { names: string[]; first: number } {
  const names: string[] = [];
  let at = index;
  for (;;) {
    const token = code[at];
    if (token?.kind !== 'name') return { names: [], first: index };
    names.unshift(token.text);
    if (!isSign(code[at - 1], '.', ':')) return { names, first: at };
    at -= 2;
  }
}

/** Returns the opening bracket around `index`, or -1, with what lies between them. */
export function openBefore(
  code: readonly LuaToken[],
  index: number,
): { open: number; commas: number; between: number } {
  const closed: string[] = [];
  let commas = 0;
  let between = -1;
  for (let at = index - 1; at >= 0; at--) {
    const { kind, text } = code[at] as LuaToken;
    if (kind === 'string') continue;
    if (OPENING[text] !== undefined) closed.push(OPENING[text]);
    else if (text === '(' || text === '[' || text === '{') {
      if (closed.length === 0) return { open: at, commas, between };
      closed.pop();
    } else if (closed.length === 0 && (text === ',' || text === ';')) {
      if (commas === 0) between = at;
      commas += 1;
    } else if (closed.length === 0 && kind === 'keyword' && STATEMENT.has(text)) {
      // A bracket left open before this statement.
      return { open: -1, commas: 0, between: -1 };
    }
  }
  return { open: -1, commas: 0, between: -1 };
}

const STATEMENT: ReadonlySet<string> = new Set([
  'local',
  'return',
  'then',
  'do',
  'if',
  'while',
  'for',
  'repeat',
]);

/** Returns the call whose argument starts at `index`, and the index of the argument; undefined otherwise. */
export function callAround(
  code: readonly LuaToken[],
  index: number,
): { names: string[]; argument: number; first: number } | undefined {
  if (isSign(code[index], '{') && code[index - 1]?.kind === 'name') {
    const { names, first } = namesUpTo(code, index - 1);
    return names.length > 0 ? { names, argument: 0, first } : undefined;
  }
  const { open, commas } = openBefore(code, index);
  if (open < 1 || !isSign(code[open], '(')) return undefined;
  const { names, first } = namesUpTo(code, open - 1);
  return names.length > 0 ? { names, argument: commas, first } : undefined;
}
