// When segments are merged: eight of a size, or mostly dead ones; large ones are not.
import { expect, test } from 'vitest';
import { planMerge } from './merge-plan.ts';

const segments = (count: number, chunks: number, deadShare = 0) =>
  Array.from({ length: count }, (_, n) => ({ id: `${chunks}-${n}`, chunks, deadShare }));

test('leaves a few segments alone, and merges eight of similar size', () => {
  expect(planMerge([])).toEqual([]);
  expect(planMerge(segments(7, 300))).toEqual([]);
  expect(planMerge(segments(8, 300))).toHaveLength(8);
  expect(planMerge([...segments(8, 3000), ...segments(3, 10)])).toHaveLength(8);
  expect(planMerge([...segments(4, 3000), ...segments(4, 10)])).toEqual([]);
});

test('rewrites mostly dead segments, and merges no large ones for their size', () => {
  expect(planMerge([...segments(1, 50_000, 0.6), ...segments(2, 10, 0.1)])).toEqual(['50000-0']);
  expect(planMerge(segments(20, 60_000))).toEqual([]);
});

test('turns a thousand small batches into few segments, and rewrites each passage only a few times', () => {
  let state: { id: string; chunks: number; deadShare: number }[] = [];
  let rewritten = 0;
  for (let n = 0; n < 1000; n++) {
    state.push({ id: `s${n}`, chunks: 100, deadShare: 0 });
    for (let ids = planMerge(state); ids.length > 0; ids = planMerge(state)) {
      const chunks = state.filter(({ id }) => ids.includes(id)).reduce((sum, each) => sum + each.chunks, 0);
      state = [
        ...state.filter(({ id }) => !ids.includes(id)),
        { id: `m${n}-${chunks}`, chunks, deadShare: 0 },
      ];
      rewritten += chunks;
    }
  }
  expect(state.length).toBeLessThan(40);
  expect(rewritten / 100_000).toBeLessThan(6);
});
