// What a script asks for, shown before it is installed.
import { expect, it } from 'vitest';
import { requestedCapabilities } from './requested-capabilities.ts';

it('tells settings from secrets, and leaves out those with values', () => {
  const source = 'local a = context.config.base .. env.get("API_TOKEN") .. context.config.team';
  expect(requestedCapabilities([source], { team: 'core' })).toEqual({
    settings: ['base'],
    secrets: ['API_TOKEN'],
    writes: false,
  });
});

it.each([
  ['fs.write("a", "b")', true],
  ['fs . delete("a")', true],
  ['local f = fs\nf.write("a", "b")', true],
  ['fs["write"]("a", "b")', true],
  ['return fs.read("a"), fs.list()', false],
  ['-- fs.write("a", "b")', false],
  ['return "fs.write(a)"', false],
  ['return params.fs', false],
])('%s: writes files: %s', (source, writes) => {
  expect(requestedCapabilities([source]).writes).toBe(writes);
});

it('searches every text', () => {
  expect(requestedCapabilities(['return 1', 'fs.write("a", "")']).writes).toBe(true);
});
