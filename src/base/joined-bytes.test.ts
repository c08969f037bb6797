// Pieces of bytes become one, in their order, and are left as they were.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinedBytes } from './joined-bytes.ts';

it('is what the pieces are one after another', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 9 });
  fc.assert(
    fc.property(pieces, (given) => {
      expect([...joinedBytes(given)]).toEqual(given.flatMap((piece) => [...piece]));
    }),
  );
});

it('shares no memory with them, and of nothing is nothing', () => {
  const piece = Uint8Array.of(1, 2);
  const whole = joinedBytes([piece.subarray(1)]);
  piece[1] = 9;
  expect([...whole]).toEqual([2]);
  expect(joinedBytes([])).toHaveLength(0);
});
