// What Tesseract recognised, as lines like those of a PDF page: so that paragraphs and headings are found the same way. Pure.
import type { RecognisedLine } from '../../core/ports/text-recognition.ts';

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** The part of Tesseract's output that is used. Places count from the left and the top, in pixels. */
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

/** Below these percentages a line or a word is mostly grain, shadows and frames. */
const LEAST_CONFIDENCE = { line: 40, word: 20 } as const;
/** Words that are further apart than this many heights of letters are in different columns of a table. */
const SPREAD = 1.5;
/** A line of Tesseract is so much lower than the size of its font. */
const FONT_SIZE = 1.06;
/** Heights of lines differ by the letters in them: up to this share it is one size. */
const SAME_SIZE = 0.25;

/**
 * @param height of the picture, in pixels
 * @param points that one pixel stands for
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

/** Sizes that are close to the usual one become it: measured on a scan, no two lines have quite the same. */
function inFewSizes(lines: RecognisedLine[]): RecognisedLine[] {
  const letters = lines.flatMap(({ size, text }) => Array<number>(text.length).fill(size));
  const usual = letters.sort((a, b) => a - b)[Math.floor(letters.length / 2)];
  if (usual === undefined) return lines;
  return lines.map((line) => (Math.abs(line.size / usual - 1) < SAME_SIZE ? { ...line, size: usual } : line));
}
