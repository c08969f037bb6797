// A line of a block, without what it is indented by.
import type { StateBlock } from 'markdown-it';

export function lineOf({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice(bMarks[line]! + tShift[line]!, eMarks[line]);
}
