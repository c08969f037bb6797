// Changing a text from outside the editor keeps the cursor and the undo history where possible.
import { history, undo, undoDepth } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { changesTo } from './text-change.ts';

function changed(before: string, after: string, cursor = 0): EditorState {
  const state = EditorState.create({ doc: before, selection: { anchor: cursor } });
  return state.update({ changes: changesTo(before, after) }).state;
}

describe('a change from outside', () => {
  it.each([
    ['', 'return 1'],
    ['return 1', ''],
    ['local a=1\nlocal b=2', 'local a = 1\nlocal b = 2\n'],
    ['same', 'same'],
  ])('turns %j into %j', (before, after) => {
    expect(changed(before, after).doc.toString()).toBe(after);
  });

  it('keeps the cursor at its word, with changes before and after it', () => {
    const before = 'tool={name="x"}\nlocal here=1\nreturn here';
    const after = 'tool = { name = "x" }\nlocal here = 1\nreturn here\n';
    const { doc, selection } = changed(before, after, before.indexOf('here'));
    expect(doc.sliceString(selection.main.head, selection.main.head + 6)).toBe('here =');
  });

  it('is one undo step, after which earlier steps can be undone, too', () => {
    let state = EditorState.create({ doc: 'a=1', extensions: history() });
    state = state.update({ changes: { from: 3, insert: '\nb=2' }, userEvent: 'input.paste' }).state;
    state = state.update({ changes: changesTo('a=1\nb=2', 'a = 1\nb = 2') }).state;
    const steps = undoDepth(state);
    for (let step = 0; step < steps; step += 1) undo({ state, dispatch: (next) => (state = next.state) });
    expect(state.doc.toString()).toBe('a=1');
  });

  it('does nothing when the text is the same', () => {
    expect(changesTo('return 1', 'return 1')).toEqual([]);
  });
});
