// Whether there is room for new documents.
import { expect, it } from 'vitest';
import { lackOfRoom, spaceLeft } from './room.ts';

const MB = 1024 * 1024;

function leaving(left: number) {
  return { estimate: async () => ({ usage: 1000, quota: 1000 + left }) };
}

function file(name: string, size: number): File {
  return Object.defineProperty(new File([], name), 'size', { value: size });
}

it('estimates five times the size for text, and the size itself for packed files', async () => {
  const items = [file('a.md', 10 * MB), file('b.PDF', 20 * MB), { body: 'x'.repeat(MB) }];
  expect(await lackOfRoom(items, leaving(10 * MB))).toEqual({ needed: 75 * MB, left: 10 * MB });
});

it('warns before all free space is needed, and not when there is plenty', async () => {
  expect(await lackOfRoom([file('a.md', 20 * MB)], leaving(110 * MB))).toBeDefined();
  expect(await lackOfRoom([file('a.md', 20 * MB)], leaving(130 * MB))).toBeUndefined();
});

it('does not ask about little data, or when the browser does not report free space', async () => {
  expect(await lackOfRoom([file('a.md', MB)], leaving(0))).toBeUndefined();
  expect(await lackOfRoom([file('a.md', 50 * MB)], undefined)).toBeUndefined();
  const silent = { estimate: () => Promise.reject(new TypeError('not here')) };
  expect(await lackOfRoom([file('a.md', 50 * MB)], silent)).toBeUndefined();
  expect(await spaceLeft({ estimate: async () => ({ usage: 5, quota: 3 }) })).toBe(0);
});
