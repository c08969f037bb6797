// Names of several words without spaces.
import { expect, test } from 'vitest';
import { lightenParts } from './identifiers.ts';

function weights(known: number): number[] {
  const list = [
    { asked: 'wheel', weight: 1, frequency: 3 },
    { asked: 'PyPI', weight: 1, frequency: known },
    { asked: 'Py', weight: 1, frequency: 9 },
    { asked: 'PI', weight: 1, frequency: 9 },
    { asked: 'size', weight: 1, frequency: 2 },
  ];
  lightenParts(
    list,
    list.map((_, at) => ({ whole: at === 1 })),
  );
  return list.map(({ weight }) => weight);
}

test('counts the parts of a known name little', () => {
  const [wheel, name, py, pi, size] = weights(4);
  expect([wheel, name, size]).toEqual([1, 1, 1]);
  expect(py).toBeLessThan(0.5);
  expect(pi).toBeLessThan(0.5);
});

test('counts the parts of an unknown name fully', () => {
  expect(weights(0)).toEqual([1, 1, 1, 1, 1]);
});
