// What the user reads about a script before it runs.
import { expect, it } from 'vitest';
import type { ScriptTouches } from '../../../core/script-touches.ts';
import { linesText, touchGroups, touchSentence } from './touch-labels.ts';

const touches = (change: Partial<ScriptTouches> = {}): ScriptTouches => ({
  touches: [],
  unclear: [],
  readOnly: false,
  ...change,
});

it('lists effects first, then what is unclear, then what is read', () => {
  const groups = touchGroups(
    touches({
      touches: [
        { name: 'tools.search', effect: 'reads', lines: [1] },
        { name: 'fs.write', effect: 'acts', lines: [2], note: 'notes.txt' },
      ],
      unclear: [{ line: 3, text: 'tools[name]' }],
    }),
  );
  expect(groups.map(({ tone, items }) => [tone, items[0]?.name])).toEqual([
    ['acts', 'fs.write'],
    ['unclear', 'tools[name]'],
    ['reads', 'tools.search'],
  ]);
});

it.each<[RegExp, Partial<ScriptTouches>]>([
  [/calls nothing/, { readOnly: true }],
  [/only reads/, { readOnly: true, touches: [{ name: 'tools.get', effect: 'reads', lines: [1] }] }],
  [/doesn’t show everything/, { unclear: [{ line: 1, text: '_G' }] }],
  [/syntax error in line 2/, { syntax: { line: 2, message: "'end' expected" } }],
])('says %s', (sentence, change) => {
  expect(touchSentence(touches(change))).toMatch(sentence);
});

it('leaves effects to the list', () => {
  const told = touches({ touches: [{ name: 'fs.write', effect: 'acts', lines: [1] }] });
  expect(touchSentence(told)).toBeUndefined();
});

it('never claims that a script only reads while something in it is unclear', () => {
  const told = touches({
    unclear: [{ line: 1, text: 'load' }],
    touches: [{ name: 'tools.get', effect: 'reads', lines: [1] }],
  });
  expect(touchSentence(told)).not.toMatch(/only/);
});

it('names lines, the first few of many', () => {
  expect([[4], [4, 9], [4, 9, 12, 13]].map(linesText)).toEqual([
    'line 4',
    'lines 4 and 9',
    'lines 4, 9 and 2 more',
  ]);
});
