// The list of tools: filters, and grouping by bundle.
import { expect, it } from 'vitest';
import { BUNDLE_IDS, type Bundle } from '../../core/bundle.ts';
import type { ToolInfo } from '../../core/tool.ts';
import { groupTools, NO_FILTER, slugFrom, tagsOf, type ToolFilter } from './tool-filter.ts';

const bundle = (slug: string, enabled = true) => ({ id: `id-${slug}`, slug, enabled }) as Bundle;
const tool = (name: string, given: Partial<ToolInfo> = {}) =>
  ({ name, bundle: 'mine', kind: 'lua', origin: 'user', enabled: true, tags: [], ...given }) as ToolInfo;

const BUNDLES = [
  { ...bundle('builtin'), id: BUNDLE_IDS.builtin },
  { ...bundle('bundled'), id: BUNDLE_IDS.bundled },
  bundle('mine'),
  bundle('off', false),
  bundle('empty'),
];
const TOOLS = [
  tool('own', { tags: ['b'] }),
  tool('flow', { kind: 'flow', enabled: false, tags: ['b', 'a'] }),
  tool('in_off', { bundle: 'off', origin: 'imported' }),
];

function shown(filter: Partial<ToolFilter>) {
  const groups = groupTools(BUNDLES, TOOLS, { ...NO_FILTER, ...filter });
  return groups.map((group) => [group.bundle.slug, group.tools.map(({ name }) => name), group.size]);
}

it("lists bundled tools below the user's own", () => {
  const own = { ...bundle('own'), id: BUNDLE_IDS.mine };
  const all = [...BUNDLES, own];
  const tools = all.map(({ slug }) => tool(`of_${slug}`, { bundle: slug }));
  expect(groupTools(all, tools, NO_FILTER).map((group) => group.bundle.slug)).toEqual([
    'own',
    'mine',
    'off',
    'empty',
    'bundled',
    'builtin',
  ]);
});

it('groups tools by bundle, shows an empty bundle, and hides an empty standard one', () => {
  expect(shown({})).toEqual([
    ['mine', ['own', 'flow'], 2],
    ['off', ['in_off'], 1],
    ['empty', [], 0],
  ]);
});

it('combines all filters', () => {
  expect(shown({ kind: 'flow' })).toEqual([['mine', ['flow'], 2]]);
  expect(shown({ origin: 'imported' })).toEqual([['off', ['in_off'], 1]]);
  expect(shown({ tag: 'a' })).toEqual([['mine', ['flow'], 2]]);
  expect(shown({ tag: 'b', bundle: 'off' })).toEqual([]);
});

it("counts a tool as off by its own switch or its bundle's", () => {
  expect(shown({ off: true })).toEqual([
    ['mine', ['flow'], 2],
    ['off', ['in_off'], 1],
  ]);
});

it('lists each tag once, sorted by name', () => {
  expect(tagsOf(TOOLS)).toEqual(['a', 'b']);
});

it.each([
  ['Weather tools', 'weather-tools'],
  ['Öffentliche Ämter!', 'offentliche-amter'],
  ['--', ''],
  ['天気 ツール', '天気-ツール'],
  ['한국 날씨', '한국-날씨'],
  ['a'.repeat(80), 'a'.repeat(64)],
])('derives a slug from %j', (name, slug) => {
  expect(slugFrom(name)).toBe(slug);
});
