// Turns Tesseract's output into lines like those of a PDF page, so the same code finds paragraphs and headings. Pure.
import type { RecognisedLine } from '../../core/ports/text-recognition.ts';

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** The part of Tesseract's output in use. Coordinates are in pixels from the top left. */
export interface TesseractBlock {
  paragraphs: {
    lines: {
      words: { text: string; confidence: number; bbox: Box }[];
      bbox: Box;
      baseline: Box;
      rowAttributes: { rowHeight: number };
    }[];
  }[];
}

/** Percent. Below this, a line or word is mostly noise, shadows and borders. */
const LEAST_CONFIDENCE = { line: 40, word: 20 } as const;
/** Words further apart than this many letter heights belong to different table columns. */
const SPREAD = 1.5;
/** Ratio of font size to Tesseract's line height. */
const FONT_SIZE = 1.06;
/** Line heights vary with their letters: up to this ratio they count as one size. */
const SAME_SIZE = 0.25;

/**
 * @param height of the image, in pixels
 * @param points per pixel
 */
export function linesOf(blocks: readonly TesseractBlock[], height: number, points: number): RecognisedLine[] {
  const lines = blocks.flatMap(({ paragraphs }) =>
    paragraphs.flatMap((paragraph) =>
      paragraph.lines.flatMap((line): RecognisedLine[] => {
        const words = line.words.filter(
          ({ text, confidence }) => confidence >= LEAST_CONFIDENCE.word && text.trim() !== '',
        );
        const text = words.map((word) => word.text.trim()).join(' ');
        const sure = words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
        if (!/[\p{L}\p{N}]/u.test(text) || sure < LEAST_CONFIDENCE.line) return [];
        const size = line.rowAttributes.rowHeight;
        const spread = words.some(({ bbox }, i) => i > 0 && bbox.x0 - words[i - 1]!.bbox.x1 > SPREAD * size);
        return [
          {
            text,
            x: line.bbox.x0 * points,
            right: line.bbox.x1 * points,
            y: (height - (line.baseline.y0 + line.baseline.y1) / 2) * points,
            size: size * points * FONT_SIZE,
            spread,
          },
        ];
      }),
    ),
  );
  return inFewSizes(lines);
}

/** Replaces sizes close to the most common one by it: in scans, no two lines are exactly equal. */
function inFewSizes(lines: RecognisedLine[]): RecognisedLine[] {
  const letters = lines.flatMap(({ size, text }) => Array<number>(text.length).fill(size));
  const usual = letters.sort((a, b) => a - b)[Math.floor(letters.length / 2)];
  if (usual === undefined) return lines;
  return lines.map((line) => (Math.abs(line.size / usual - 1) < SAME_SIZE ? { ...line, size: usual } : line));
}
