// Returns a line of a block, without its indentation.
import type { StateBlock } from 'markdown-it';

export function lineOf({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice(bMarks[line]! + tShift[line]!, eMarks[line]);
}
