// The layout of an answer's parts.
import { expect, it } from 'vitest';
import type { Part, ToolPart } from '../../../core/conversation.ts';
import { groupParts } from './group-parts.ts';

const text: Part = { type: 'text', text: 'Let me look.' };
const call = (id: string): ToolPart => ({ type: 'tool', id, name: 'echo', args: {}, state: 'running' });

it('groups consecutive calls, and keeps everything else in place', () => {
  const groups = groupParts([text, call('a'), call('b'), text, call('c')]);
  expect(groups.map(({ at, calls }) => [at, calls.map(({ id }) => id)])).toEqual([
    [0, []],
    [1, ['a', 'b']],
    [3, []],
    [4, ['c']],
  ]);
});

it("keeps a group's position while calls are added to it", () => {
  const before = groupParts([text, call('a')]);
  const after = groupParts([text, call('a'), call('b')]);
  expect(after.map(({ at }) => at)).toEqual(before.map(({ at }) => at));
});

it('is empty for an answer that has not begun', () => {
  expect(groupParts([])).toEqual([]);
});
