// Results that resemble each other.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { raised } from './neighbours.ts';

/** The cosines of unit vectors in a plane, at these angles in degrees. */
function likenessAt(...angles: readonly number[]): Float32Array {
  const cosine = (a: number, b: number): number => Math.cos(((a - b) * Math.PI) / 180);
  return Float32Array.from(angles.flatMap((a) => angles.map((b) => cosine(a, b))));
}

describe('results that resemble each other', () => {
  it('raises a result beside good ones above an equal one that stands alone', () => {
    const [, , near, alone] = raised([0.9, 0.8, 0.5, 0.5], likenessAt(0, 5, 8, 120));
    expect(near).toBeGreaterThan(0.55);
    expect(alone).toBe(0.5);
  });

  it('raises a result little when it resembles the good ones little', () => {
    const [, poor] = raised([0.9, 0.1], likenessAt(0, 60));
    expect(poor).toBeLessThan(0.15);
  });

  it('keeps the best result first, whatever resembles the others', () => {
    const scores = raised([0.9, 0.7, 0.7, 0.7], likenessAt(90, 0, 1, 2));
    expect(Math.max(...scores)).toBe(scores[0]);
  });

  it('changes nothing where there is nothing to compare', () => {
    expect(raised([], new Float32Array(0))).toEqual([]);
    expect(raised([0.4], new Float32Array([1]))).toEqual([0.4]);
    expect(raised([0.9, 0.2], new Float32Array(4))).toEqual([0.9, 0.2]);
  });

  it('never lowers a result, nor lifts one above the highest', () => {
    const results = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(359)), {
      minLength: 1,
      maxLength: 50,
    });
    fc.assert(
      fc.property(results, (some) => {
        const scores = some.map(([score]) => score);
        const top = Math.max(...scores);
        return raised(scores, likenessAt(...some.map(([, angle]) => angle))).every(
          (score, i) => score >= scores[i]! && score <= top + 1e-6,
        );
      }),
    );
  });
});
