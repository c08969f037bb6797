// The size of a record: what a person put there is counted, byte for byte where it is bytes.
import { expect, test } from 'vitest';
import { recordSize } from './record-size.ts';

test('bytes count as they are, in a buffer and in a view of a part of one', () => {
  expect(recordSize(new ArrayBuffer(1000)) - recordSize(new ArrayBuffer(0))).toBe(1000);
  expect(recordSize(new Uint8Array(new ArrayBuffer(1000), 0, 10)) - recordSize(new Uint8Array())).toBe(10);
});

test('a text is one byte a character, and two once one of them is not of Latin-1', () => {
  expect(recordSize('é'.repeat(100)) - recordSize('')).toBe(100);
  expect(recordSize(`${'e'.repeat(99)}猫`) - recordSize('')).toBe(200);
});

test('what is deep inside counts, with the names it stands under', () => {
  const shallow = recordSize({ a: 'x'.repeat(50) });
  expect(recordSize({ list: [{ name: { a: 'x'.repeat(50) } }] })).toBeGreaterThan(shallow);
  expect(recordSize(null)).toBeLessThan(recordSize(1));
});
