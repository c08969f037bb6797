// Large imports in pieces, and whole again.
import { expect, test } from 'vitest';
import type { BundleDraft } from '../../core/tool-draft.ts';
import { bundleDraft, toolDraft } from '../../tools/formats/draft.ts';
import { join, pieces } from './import-pieces.ts';

const bundle = (slug: string, sizes: readonly number[]): BundleDraft => ({
  ...bundleDraft({ name: slug, tools: [] }),
  notes: [`${slug} was read`],
  tools: sizes.map((size, index) =>
    toolDraft({ kind: 'lua', name: `${slug}_${index}`, source: 'x'.repeat(size) }),
  ),
});

test('large bundles arrive in several small pieces, and are whole again once joined', () => {
  const bundles = [
    bundle('a', Array<number>(400).fill(5000)),
    bundle('b', []),
    bundle('c', [9, 3_000_000, 9]),
  ];
  const parts = [...pieces(bundles)];
  expect(parts.length).toBeGreaterThan(4);
  for (const part of parts) {
    const sizes = part.flatMap(({ tools }) => tools.map(({ source }) => source.length));
    expect(sizes.slice(0, -1).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(510_000);
  }
  const [whole, ...later] = structuredClone(parts);
  for (const part of later) join(whole!, part);
  expect(whole).toEqual(bundles);
});

test('a small import is one piece, and so is an empty one', () => {
  expect([...pieces([bundle('a', [1, 2])])]).toHaveLength(1);
  expect([...pieces([])]).toEqual([[]]);
});
