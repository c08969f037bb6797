// Converts tokens of a parsed script to the places used in findings.
import type { Place } from '../../core/finding.ts';
import type { LuaTree } from '../../lua-language/lua-tree.ts';

export function placeIn({ code }: LuaTree, file: string, first: number, last = first): Place {
  const from = code[first];
  const to = code[last];
  return {
    file,
    line: from?.line ?? 1,
    column: from?.column ?? 1,
    endLine: to?.endLine ?? 1,
    endColumn: to?.endColumn ?? 1,
  };
}
