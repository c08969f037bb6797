// The shown branch while other answers are made.
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../core/conversation.ts';
import { ShownBranch } from './shown-branch.svelte.ts';

function message(id: string, seq: number, parent: string | null, text = id): Message {
  const role = seq === 0 || id.startsWith('q') ? 'user' : 'assistant';
  const createdAt = '2026-01-01T00:00:00Z';
  return { id, conversation: 'c', seq, parent, role, parts: [{ type: 'text', text }], createdAt };
}

const kept = [message('q1', 0, null), message('a1', 1, 'q1'), message('a2', 2, 'q1'), message('q2', 3, 'a1')];
const ids = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);

describe('ShownBranch', () => {
  it("shows the branch of the head, and each message's position among its versions", () => {
    const branch = new ShownBranch();
    branch.set(kept, 'a2');
    expect(ids(branch.messages)).toEqual(['q1', 'a2']);
    expect(branch.variants('a2')).toEqual({ index: 1, count: 2 });
    expect(branch.variants('q1')).toEqual({ index: 0, count: 1 });
    branch.show(branch.tree.leafBelow('a1'));
    expect(ids(branch.messages)).toEqual(['q1', 'a1', 'q2']);
  });

  it('grows an answer at the end of its branch while the others stay', () => {
    const branch = new ShownBranch();
    branch.set(kept, 'q2');
    const answer = message('a3', 4, 'q2', '');
    branch.begin(branch.messages, answer);
    branch.grow({ ...answer, parts: [{ type: 'text', text: 'So' }] });
    expect(ids(branch.messages)).toEqual(['q1', 'a1', 'q2', 'a3']);
    expect(branch.messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'So' }]);
    expect(ids(branch.all)).toEqual(['q1', 'a1', 'a2', 'q2', 'a3']);
  });

  it('adopts the id under which a new question is stored, everywhere', () => {
    const branch = new ShownBranch();
    const [question, answer] = [message('mine', 0, null), message('a', 1, 'mine')];
    branch.begin([question], answer);
    branch.grow(answer);
    branch.change('mine', (one) => ({ ...one, id: 'theirs' }));
    branch.change('a', (one) => ({ ...one, parent: 'theirs' }));
    branch.grow({ ...answer, parent: 'theirs' });
    expect(ids(branch.messages)).toEqual(['theirs', 'a']);
    expect(branch.tree.parentOf('a')).toBe('theirs');
  });
});
