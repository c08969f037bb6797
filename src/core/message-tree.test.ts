// Branches of a conversation.
import { describe, expect, it } from 'vitest';
import { MessageTree } from './message-tree.ts';

const OLD = ['a', 'b', 'c'].map((id, seq) => ({ id, seq }));
const BRANCHED = [
  { id: 'q', seq: 0, parent: null },
  { id: 'a1', seq: 1, parent: 'q' },
  { id: 'a2', seq: 2, parent: 'q' },
  { id: 'next', seq: 3, parent: 'a1' },
];
const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

describe('the branches of a conversation', () => {
  it('are one by default', () => {
    expect(ids(new MessageTree(OLD).pathTo(undefined))).toEqual(['a', 'b', 'c']);
    expect(ids(new MessageTree(OLD).variantsOf('b'))).toEqual(['b']);
  });

  it('split where an answer was regenerated', () => {
    const tree = new MessageTree(BRANCHED);
    expect(ids(tree.pathTo('a2'))).toEqual(['q', 'a2']);
    expect(ids(tree.pathTo('next'))).toEqual(['q', 'a1', 'next']);
    expect(ids(tree.variantsOf('a2'))).toEqual(['a1', 'a2']);
    expect(tree.leafBelow('a1')).toBe('next');
    expect(tree.leafBelow('q')).toBe('a2');
  });

  it('end with the latest message when the head is gone', () => {
    expect(ids(new MessageTree(BRANCHED).pathTo('gone'))).toEqual(['q', 'a1', 'next']);
  });

  it('continue when a record names a parent that is gone, later, or itself', () => {
    const odd = [
      { id: 'x', seq: 0, parent: 'y' },
      { id: 'y', seq: 1, parent: 'y' },
      { id: 'z', seq: 2, parent: 'gone' },
    ];
    const tree = new MessageTree(odd);
    for (const { id } of odd) expect(ids(tree.pathTo(id))).toEqual([id]);
  });
});
