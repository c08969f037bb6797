// A script as coloured lines, every character of it to be seen. Lines are counted as Lua counts them. Pure.
import { visibleText } from '../../../base/visible-text.ts';
import { luaTokens, type LuaTokenKind } from '../../../lua-language/lua-tokens.ts';

export interface LuaPiece {
  text: string;
  kind: LuaTokenKind;
  /** It stands for a character that nobody would see. */
  hidden: boolean;
}

/** As in Lua: a carriage return next to a line feed makes one line break. */
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
