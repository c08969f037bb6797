// How the parts of an answer stand on screen.
import { expect, it } from 'vitest';
import type { Part, ToolPart } from '../../../core/conversation.ts';
import { groupParts } from './group-parts.ts';

const text: Part = { type: 'text', text: 'Let me look.' };
const call = (id: string): ToolPart => ({ type: 'tool', id, name: 'echo', args: {}, state: 'running' });

it('puts calls that follow each other side by side, and leaves everything else where it is', () => {
  const groups = groupParts([text, call('a'), call('b'), text, call('c')]);
  expect(groups.map(({ at, calls }) => [at, calls.map(({ id }) => id)])).toEqual([
    [0, []],
    [1, ['a', 'b']],
    [3, []],
    [4, ['c']],
  ]);
});

it('keeps the place of a group while calls are added to it', () => {
  const before = groupParts([text, call('a')]);
  const after = groupParts([text, call('a'), call('b')]);
  expect(after.map(({ at }) => at)).toEqual(before.map(({ at }) => at));
});

it('has nothing to show of an answer that has not begun', () => {
  expect(groupParts([])).toEqual([]);
});
