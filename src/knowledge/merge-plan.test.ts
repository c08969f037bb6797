// When segments are put together: eight of a size, or the mostly dead; large ones rest.
import { expect, test } from 'vitest';
import { planMerge } from './merge-plan.ts';

const segments = (count: number, chunks: number, deadShare = 0) =>
  Array.from({ length: count }, (_, n) => ({ id: `${chunks}-${n}`, chunks, deadShare }));

test('a few segments stay as they are, eight of about one size are merged', () => {
  expect(planMerge([])).toEqual([]);
  expect(planMerge(segments(7, 300))).toEqual([]);
  expect(planMerge(segments(8, 300))).toHaveLength(8);
  expect(planMerge([...segments(8, 3000), ...segments(3, 10)])).toHaveLength(8);
  expect(planMerge([...segments(4, 3000), ...segments(4, 10)])).toEqual([]);
});

test('segments that are mostly dead are written anew, large ones are not merged for their size', () => {
  expect(planMerge([...segments(1, 50_000, 0.6), ...segments(2, 10, 0.1)])).toEqual(['50000-0']);
  expect(planMerge(segments(20, 60_000))).toEqual([]);
});

test('a thousand small batches end in few segments, each passage rewritten a few times only', () => {
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
