// Turns Tesseract's lines into lines of a page: positioned, in a few sizes, and without noise.
import { expect, test } from 'vitest';
import { pdfMarkdown } from '../../knowledge/extract/pdf-markdown.ts';
import { linesOf, type TesseractBlock } from './lines.ts';

type Line = TesseractBlock['paragraphs'][number]['lines'][number];

function line(words: string, top: number, size = 30, confidence = 95, gap = 12): Line {
  let x = 100;
  const placed = words.split(' ').map((text) => {
    const bbox = { x0: x, y0: top, x1: x + text.length * 14, y1: top + size };
    x = bbox.x1 + gap;
    return { text, confidence, bbox };
  });
  const bottom = top + size;
  return {
    words: placed,
    bbox: { x0: 100, y0: top, x1: x - gap, y1: bottom },
    baseline: { x0: 100, y0: bottom - 6, x1: x, y1: bottom - 6 },
    rowAttributes: { rowHeight: size },
  };
}

const blockOf = (...lines: Line[]): TesseractBlock[] => [{ paragraphs: [{ lines }] }];

test('finds a heading and a paragraph although line heights vary', () => {
  const lines = linesOf(
    blockOf(
      line('Harbour rules', 100, 60),
      line('The fee for one', 200, 31),
      line('night is 235 crowns.', 240, 28),
    ),
    1000,
    0.5,
  );
  expect(lines[1]!.size).toBe(lines[2]!.size);
  expect(lines[0]!.y).toBe((1000 - 154) * 0.5);
  expect(pdfMarkdown([{ lines }], []).body).toBe('# Harbour rules\n\nThe fee for one night is 235 crowns.');
});

test('drops noise', () => {
  expect(linesOf(blockOf(line('a i', 10, 30, 25), line('— | .', 50)), 100, 1)).toEqual([]);
  expect(linesOf([], 100, 1)).toEqual([]);
});

test('splits words far apart into cells', () => {
  expect(linesOf(blockOf(line('Rope 12 €', 10, 30, 95, 200)), 100, 1)[0]!.spread).toBe(true);
  expect(linesOf(blockOf(line('Rope and tar', 10)), 100, 1)[0]!.spread).toBe(false);
});
