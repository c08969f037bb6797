// Pieces of bytes are joined in order, and stay unchanged.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinedBytes } from './joined-bytes.ts';

it('concatenates the pieces in order', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 9 });
  fc.assert(
    fc.property(pieces, (given) => {
      expect([...joinedBytes(given)]).toEqual(given.flatMap((piece) => [...piece]));
    }),
  );
});

it('shares no memory with the pieces, and returns nothing for none', () => {
  const piece = Uint8Array.of(1, 2);
  const whole = joinedBytes([piece.subarray(1)]);
  piece[1] = 9;
  expect([...whole]).toEqual([2]);
  expect(joinedBytes([])).toHaveLength(0);
});
