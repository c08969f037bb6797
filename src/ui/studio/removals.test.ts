// The removals that the list offers to undo.
import { expect, it } from 'vitest';
import type { Tool } from '../../core/tool.ts';
import { removalsOf } from './removals.ts';

const entry = (id: string, slug: string, version: string, removedAt: string, withBundle = false) => ({
  id,
  removedAt,
  tool: { bundle: withBundle ? 'gone' : 'mine', slug, name: slug, spec: { version } } as Tool,
  ...(withBundle && { withBundle }),
});

it('groups versions that were removed together', () => {
  const entries = [
    entry('1', 'greet', '2', '2026-01-02'),
    entry('2', 'greet', '1', '2026-01-02'),
    entry('3', 'greet', '1', '2026-01-01'),
  ];
  expect(removalsOf(entries, new Set(), () => false)).toEqual([
    { ids: ['1', '2'], name: 'greet', versions: ['2', '1'], removedAt: '2026-01-02' },
    { ids: ['3'], name: 'greet', versions: ['1'], removedAt: '2026-01-01' },
  ]);
});

it('leaves out what returns with its bundle, and what exists again', () => {
  const entries = [
    entry('1', 'a', '1', '2026', true),
    entry('2', 'b', '1', '2026'),
    entry('3', 'c', '1', '2026'),
  ];
  const names = (bundles: string[]) =>
    removalsOf(entries, new Set(bundles), ({ slug }) => slug === 'b').map(({ name }) => name);
  expect(names(['gone'])).toEqual(['c']);
  // A permanently deleted bundle restores nothing.
  expect(names([])).toEqual(['a', 'c']);
});
