// What can be compared of a tool, what is chosen at first, and which texts are the same.
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../core/tool.ts';
import { alike, firstSides, namedTexts, sidesOf, type Comparable } from './compare-sides.ts';

const version = (id: string, files: Record<string, string> = {}): Tool =>
  ({ id, source: `-- ${id}`, files, spec: { version: id } }) as unknown as Tool;
const gone = (id: string, removedAt: string) => ({ id: `gone ${id}`, tool: version(id), removedAt });
const only = (given: Partial<Comparable>): Comparable => ({
  draft: undefined,
  versions: [version('2')],
  removed: [],
  ...given,
});

describe('what can stand on either side', () => {
  it('is the draft, the versions, what gave way with the latest first, and the address', () => {
    const sides = sidesOf({
      draft: { '': 'typed' },
      versions: [version('2', { 'lib/words.lua': 'words' }), version('1')],
      removed: [gone('0', '2026-01-01'), gone('0.5', '2026-02-01')],
      upstream: { url: 'https://tools.example/', texts: undefined },
    });
    expect(sides.map(({ id, label }) => [id, label])).toEqual([
      ['draft', 'Draft, not saved'],
      ['2', '2, current'],
      ['1', '1'],
      ['gone 0.5', '0.5, removed'],
      ['gone 0', '0, removed'],
      ['upstream', 'At the source address'],
    ]);
    expect(sides[1]?.texts).toEqual({ '': '-- 2', 'lib/words.lua': 'words' });
    expect(sides[5]?.texts).toBeUndefined();
  });
});

describe('at first', () => {
  const first = (given: Partial<Comparable>) => firstSides(sidesOf(only(given)));
  const upstream = { url: 'https://tools.example/', texts: undefined };

  it('what is installed stands against what is typed', () => {
    const versions = [version('2'), version('1')];
    expect(first({ draft: { '': 'typed' }, versions, upstream })).toEqual({ from: '2', to: 'draft' });
  });

  it('without a draft the version before stands against the current one, and else what gave way', () => {
    expect(first({ versions: [version('2'), version('1')], upstream })).toEqual({ from: '1', to: '2' });
    expect(first({ removed: [gone('2', '2026-01-01')], upstream })).toEqual({ from: 'gone 2', to: '2' });
  });

  it('a tool with one version stands against its address', () => {
    expect(first({ upstream })).toEqual({ from: '2', to: 'upstream' });
    expect(first({})).toEqual({ from: '2', to: '2' });
  });
});

describe('the texts of a side', () => {
  it('have the names they have on the screen, whatever the script is written in', () => {
    expect(namedTexts('rain', { '': 'tool = {}', 'lib/a.lua': 'a' })).toEqual({
      'rain.lua': 'tool = {}',
      'lib/a.lua': 'a',
    });
    expect(namedTexts('rain', { '': '{ }' })).toEqual({ 'rain.json': '{ }' });
  });

  it('are all kept when a file is called like the script', () => {
    expect(Object.values(namedTexts('rain', { '': 'script', 'rain.lua': 'file' })).sort()).toEqual([
      'file',
      'script',
    ]);
  });

  it('are the same where both have them alike', () => {
    expect(alike({ b: '1', a: '', c: 'x' }, { a: '', b: '1', c: 'y', d: '' })).toEqual(['a', 'b']);
    expect(alike({ toString: 'x' }, {})).toEqual([]);
  });
});
