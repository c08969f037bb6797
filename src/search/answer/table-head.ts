// The head of a table: its header row and delimiter row, also where the text begins below it.
import { cellsOf } from '../../core/table-cells.ts';
import type { Stretch } from './sections.ts';
import type { Piece } from './structure.ts';

export function headOf({ text, tableHead = '' }: Stretch, { head }: Piece & { kind: 'table' }): string {
  return head.end > head.start ? text.slice(head.start, head.end) : tableHead;
}

/** Long tables of files are stored in groups, each with the head. */
export function sameHead(stretch: Stretch, piece: Piece, head: string): boolean {
  if (piece.kind !== 'table') return false;
  const own = headOf(stretch, piece);
  return own === head || cellsOf(own.split('\n')[0]!).join() === cellsOf(head.split('\n')[0]!).join();
}
