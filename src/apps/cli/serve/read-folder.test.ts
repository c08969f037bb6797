// Which changes in the served folder count.
import { expect, it } from 'vitest';
import { isServedFile } from './read-folder.ts';

it.each([
  ['greet.lua', true],
  ['perilune.toml', true],
  ['agents/a.toml', true],
  ['mine.toml', true],
  ['sub/mine.toml', false],
  ['out.log', false],
])('counts a change of %s: %s', (path, counts) => {
  expect(isServedFile({ folder: 'tools', config: 'tools/mine.toml' }, path)).toBe(counts);
});
