// Joins the pieces of text on a PDF page, as pdf.js returns them, to lines.
import type { RecognisedLine } from '../../core/ports/text-recognition.ts';

/** The used fields of a piece of text. `transform` is its position and size: [.., .., .., size, x, y]. */
export interface TextItem {
  str: string;
  transform: number[];
  width: number;
  height: number;
  hasEOL: boolean;
}

export type PdfLine = RecognisedLine;

/** In letter sizes: pieces further apart than this are in different columns of a table … */
const SPREAD = 1.5;
/** … and these are different words. */
const APART = 0.15;
/** Letters raised or lowered by more than this are on another line; by less, they are an exponent. */
const RAISED = 0.6;

export function linesOf(items: readonly TextItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let open: PdfLine | undefined;
  /** How many letters of the current line have its size. */
  let weight = 0;
  const close = (): void => {
    if (open) {
      open.text = open.text.replace(/[\s\u00a0]+/g, ' ').trim();
      if (open.text !== '') lines.push(open);
    }
    open = undefined;
  };
  for (const { str, transform, width, height, hasEOL } of items) {
    const [, , skew = 0, scale = 0, x = 0, y = 0] = transform;
    const size = height || Math.hypot(skew, scale);
    if (str.trim() === '') {
      if (open && str !== '') open.text += ' ';
    } else if (open && Math.abs(y - open.y) <= RAISED * Math.max(size, open.size) && x >= open.x - size) {
      const gap = x - open.right;
      if (gap > APART * size && !/\s$/.test(open.text)) open.text += ' ';
      if (gap > SPREAD * size) open.spread = true;
      open.text += str;
      open.right = Math.max(open.right, x + width);
      if (str.length > weight) {
        if (Math.abs(size - open.size) > 0.1) Object.assign(open, { size, y });
        weight = str.length;
      }
    } else {
      close();
      open = { text: str, x, right: x + width, y, size, spread: false };
      weight = str.length;
    }
    if (hasEOL && open && !continuesRow(open, y)) close();
  }
  close();
  return lines;
}

/** In some tables pdf.js ends a line after each cell; the next cell is joined by its height on the page. */
function continuesRow(open: PdfLine, y: number): boolean {
  return Math.abs(y - open.y) < 0.01;
}
