// A script as coloured lines with every character visible. Lines are counted as in Lua. Pure.
import { visibleText } from '../../../base/visible-text.ts';
import { luaTokens, type LuaTokenKind } from '../../../lua-language/lua-tokens.ts';

export interface LuaPiece {
  text: string;
  kind: LuaTokenKind;
  /** Stands for an invisible character. */
  hidden: boolean;
}

/** As in Lua, a carriage return next to a line feed is one line break. */
const BREAK = /\r\n|\n\r|\n|\r/;

export function luaLines(source: string): LuaPiece[][] {
  const lines: LuaPiece[][] = [[]];
  for (const { text, kind } of luaTokens(source)) {
    text.split(BREAK).forEach((part, index) => {
      if (index > 0) lines.push([]);
      const line = lines.at(-1) as LuaPiece[];
      for (const piece of visibleText(part)) line.push({ ...piece, kind });
    });
  }
  return lines;
}

/**
 * The same without colours, for a script that is still being written.
 * @param last number of lines at the end to read; others are empty, so that a long script is not read again and again
 */
export function plainLines(source: string, last = Infinity): LuaPiece[][] {
  const lines = source.split(BREAK);
  const first = lines.length - last;
  return lines.map((line, index) =>
    index < first ? [] : visibleText(line).map((piece) => ({ ...piece, kind: 'name' })),
  );
}
