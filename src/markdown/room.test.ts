// Reserved space is about the height of the text, however it is split: a page is limited to about 33 million pixels.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownOf } from './markdown-grammar.test-support.ts';
import { htmlOf, readPieces } from './reading.ts';
import { roomsFor } from './room.ts';

const heightOf = (text: string): { height: number; pieces: number } => {
  const rooms = roomsFor(readPieces(text, htmlOf));
  return { height: rooms.reduce((sum, room) => sum + room, 0), pieces: rooms.length };
};

it('is one text high when one paragraph is split into many pieces', () => {
  const { height, pieces } = heightOf('`a``b```c'.repeat(100_000));
  expect(pieces).toBeGreaterThan(100);
  expect(height).toBeGreaterThanOrEqual((900_000 / 70) * 24);
  expect(height).toBeLessThan((900_000 / 70 + pieces) * 24);
});

it('grows with the text and its pieces', () => {
  fc.assert(
    fc.property(markdownOf(60_000), (text) => {
      const { height, pieces } = heightOf(text);
      expect(height).toBeLessThan(3 * (text.length / 70 + pieces) * 24);
    }),
    { numRuns: 60 },
  );
});
