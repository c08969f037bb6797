// The reply when nothing answers: the words that no document has, and another way to ask.
import { expect, it } from 'vitest';
import { otherWayToAsk } from './other-way.ts';
import type { Terms } from './terms.ts';

const terms = (list: { asked: string; frequency: number; weight?: number }[]): Terms =>
  ({ list: list.map((one) => ({ weight: 1, isBorrowed: false, ...one })) }) as unknown as Terms;

it('names the words that no document has, and asks with the others', () => {
  const list = [
    { asked: 'zeppelin', frequency: 0 },
    { asked: 'rental', frequency: 3 },
  ];
  expect(otherWayToAsk(terms(list))).toEqual({ missing: ['zeppelin'], ask: 'rental' });
});

it('names no function word', () => {
  const list = [
    { asked: 'Not', frequency: 0 },
    { asked: 'rental', frequency: 3 },
  ];
  expect(otherWayToAsk(terms(list))).toEqual({ missing: [] });
});
