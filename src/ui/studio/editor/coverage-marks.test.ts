// Coverage marks follow their lines while the text is edited.
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { marksOf, reached } from './coverage-marks.ts';

const TEXT = 'one\ntwo\nthree\nfour\n';

/** Returns the marked lines after the change, with their hit counts. */
function after(from: number, to: number, insert: string): Record<number, number> {
  const plain = EditorState.create({ doc: TEXT });
  const state = EditorState.create({
    doc: TEXT,
    extensions: reached.init(() => marksOf(plain.doc, { 1: 2, 2: 0, 4: 1, 99: 1 })),
  });
  const next = state.update({ changes: { from, to, insert } }).state;
  const lines: Record<number, number> = {};
  for (const marks = next.field(reached).iter(); marks.value; marks.next())
    lines[next.doc.lineAt(marks.from).number] = marks.value.times;
  return lines;
}

const START = (line: string): number => TEXT.indexOf(line);

it.each<[string, number, number, string, Record<number, number>]>([
  ['nothing', 0, 0, '', { 1: 2, 2: 0, 4: 1 }],
  ['a word within a line', START('two') + 1, START('two') + 2, 'x', { 1: 2, 4: 1 }],
  ['a line put in before them', START('two'), START('two'), 'new\n', { 1: 2, 3: 0, 5: 1 }],
  ['a line put in behind one', START('two') - 1, START('two') - 1, '\nnew', { 1: 2, 3: 0, 5: 1 }],
  ['a line taken out', START('two'), START('three'), '', { 1: 2, 3: 1 }],
  [
    'a line and the break before it taken out',
    START('three') - 1,
    START('four') - 1,
    '',
    { 1: 2, 2: 0, 3: 1 },
  ],
  ['two lines made one', START('two') - 1, START('two'), '', { 3: 1 }],
  ['a line broken in two', START('two') + 1, START('two') + 1, '\n', { 1: 2, 5: 1 }],
  ['all of it', 0, TEXT.length, 'other', {}],
])('%s', (_what, from, to, insert, expected) => {
  expect(after(from, to, insert)).toEqual(expected);
});
