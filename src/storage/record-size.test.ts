// The size of a record: everything a person stored counts, and bytes count exactly.
import { expect, test } from 'vitest';
import { recordSize } from './record-size.ts';

test('counts bytes exactly, in a buffer and in a view of part of one', () => {
  expect(recordSize(new ArrayBuffer(1000)) - recordSize(new ArrayBuffer(0))).toBe(1000);
  expect(recordSize(new Uint8Array(new ArrayBuffer(1000), 0, 10)) - recordSize(new Uint8Array())).toBe(10);
});

test('counts one byte per character of a text, or two if any character is beyond Latin-1', () => {
  expect(recordSize('é'.repeat(100)) - recordSize('')).toBe(100);
  expect(recordSize(`${'e'.repeat(99)}猫`) - recordSize('')).toBe(200);
});

test('counts nested values with their keys', () => {
  const shallow = recordSize({ a: 'x'.repeat(50) });
  expect(recordSize({ list: [{ name: { a: 'x'.repeat(50) } }] })).toBeGreaterThan(shallow);
  expect(recordSize(null)).toBeLessThan(recordSize(1));
});
