// Parts that come before a best one that doubts would refuse.
import { expect, test } from 'vitest';
import { undoubted } from './undoubted.ts';
import type { Candidate } from './rate.ts';

function part(rank: number, covered: number, missing: number): Candidate {
  return { rank, features: { covered, missing } } as Candidate;
}

test('have at least as much of the question, and are close behind', () => {
  const best = part(1.4, 0.74, 0.22);
  const other = part(1.25, 0.86, 0);
  const far = part(1.2, 0.86, 0);
  const chosen = (...others: Candidate[]) => undoubted([best, ...others], () => true)[0];
  expect(chosen(part(1.3, 0.6, 0.3), other)).toBe(other);
  expect(chosen(far)).toBe(best);
  expect(chosen(part(1.3, 0.86, 0.22))).toBe(best);
  expect(chosen(part(1.3, 0.86, 0.3))).toBe(best);
  expect(undoubted([best, other], () => false)[0]).toBe(best);
});
