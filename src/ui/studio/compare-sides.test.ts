// Comparing a tool: the choices, the initial selection, and equal texts.
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

describe('the choices for each side', () => {
  it('are the draft, the versions, removed ones with the latest first, and the address', () => {
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

describe('the initial selection', () => {
  const first = (given: Partial<Comparable>) => firstSides(sidesOf(only(given)));
  const upstream = { url: 'https://tools.example/', texts: undefined };

  it('compares the installed version with the draft', () => {
    const versions = [version('2'), version('1')];
    expect(first({ draft: { '': 'typed' }, versions, upstream })).toEqual({ from: '2', to: 'draft' });
  });

  it('compares the previous with the current version without a draft, or else a removed one', () => {
    expect(first({ versions: [version('2'), version('1')], upstream })).toEqual({ from: '1', to: '2' });
    expect(first({ removed: [gone('2', '2026-01-01')], upstream })).toEqual({ from: 'gone 2', to: '2' });
  });

  it('compares the only version of a tool with its address', () => {
    expect(first({ upstream })).toEqual({ from: '2', to: 'upstream' });
    expect(first({})).toEqual({ from: '2', to: '2' });
  });
});

describe('a side’s texts', () => {
  it('have their display names, whatever language the script uses', () => {
    expect(namedTexts('rain', { '': 'tool = {}', 'lib/a.lua': 'a' })).toEqual({
      'rain.lua': 'tool = {}',
      'lib/a.lua': 'a',
    });
    expect(namedTexts('rain', { '': '{ }' })).toEqual({ 'rain.json': '{ }' });
  });

  it('are all kept when a file is named like the script', () => {
    expect(Object.values(namedTexts('rain', { '': 'script', 'rain.lua': 'file' })).sort()).toEqual([
      'file',
      'script',
    ]);
  });

  it('are equal if both sides have them alike', () => {
    expect(alike({ b: '1', a: '', c: 'x' }, { a: '', b: '1', c: 'y', d: '' })).toEqual(['a', 'b']);
    expect(alike({ toString: 'x' }, {})).toEqual([]);
  });
});
