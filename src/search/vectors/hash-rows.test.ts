// Hashes and their rows: lookup, distinction, and duplicates.
import { describe, expect, it } from 'vitest';
import { passageHash } from '../passage-hash.ts';
import { HashRows } from './hash-rows.ts';

describe('rows by hash', () => {
  it('finds the row of every hash among many, and none for an unknown one', () => {
    const rows = new HashRows();
    for (let i = 0; i < 20_000; i++) rows.push(...passageHash(`passage ${i}`));
    expect(rows.count).toBe(20_000);
    const found = Array.from({ length: 20_000 }, (_, i) => rows.rowOf(...passageHash(`passage ${i}`)));
    expect(found.every((row, i) => row === i)).toBe(true);
    expect(rows.rowOf(...passageHash('another'))).toBe(-1);
    expect(rows.hashOf(12_345)).toEqual(passageHash('passage 12345'));
  });

  it('distinguishes hashes that share a half', () => {
    const rows = new HashRows();
    rows.push(1, 2);
    rows.push(1, 3);
    rows.push(0, 0);
    expect([rows.rowOf(1, 2), rows.rowOf(1, 3), rows.rowOf(0, 0), rows.rowOf(2, 2)]).toEqual([0, 1, 2, -1]);
  });

  it('keeps the first row of a duplicate hash', () => {
    const rows = new HashRows();
    rows.push(5, 6);
    rows.push(5, 6);
    expect(rows.rowOf(5, 6)).toBe(0);
    expect(rows.count).toBe(2);
  });
});
