// What the palette offers for what is typed.
import { describe, expect, it } from 'vitest';
import { rank } from './palette-ranking.ts';

const entries = [
  { id: 'new', title: 'New chat' },
  { id: 'library', title: 'Go to library', words: 'documents files' },
  { id: 'studio', title: 'Go to studio', words: 'tools lua' },
  { id: 'find', title: 'find_in_docs' },
  { id: 'analysis', title: 'text_analysis' },
];
const titles = (query: string, recent: string[] = []): string[] =>
  rank(entries, query, recent).map(({ entry }) => entry.title);

describe('rank', () => {
  it('keeps the given order while nothing is typed, recent ones first', () => {
    expect(titles('')).toEqual(entries.map(({ title }) => title));
    expect(titles(' ', ['find', 'studio']).slice(0, 3)).toEqual(['find_in_docs', 'Go to studio', 'New chat']);
  });

  it('puts the start of a word before its middle', () => {
    expect(
      rank(
        [
          { id: 'a', title: 'Restudy' },
          { id: 'b', title: 'Go to studio' },
        ],
        'stud',
        [],
      ).map(({ entry }) => entry.id),
    ).toEqual(['b', 'a']);
  });

  it('finds the first letters of words, and marks them', () => {
    const [first] = rank(entries, 'fid', []);
    expect(first?.entry.id).toBe('find');
    expect(rank(entries, 'gtl', [])[0]).toMatchObject({
      entry: { id: 'library' },
      marks: [
        [0, 1],
        [3, 4],
        [6, 7],
      ],
    });
  });

  it('finds an entry by other words it goes by, behind every title', () => {
    expect(titles('documents')).toEqual(['Go to library']);
    expect(titles('lua')).toEqual(['Go to studio']);
  });

  it('marks what was typed', () => {
    expect(rank(entries, 'CHAT', [])[0]).toMatchObject({ entry: { id: 'new' }, marks: [[4, 8]] });
  });

  it('prefers what was used lately among equals', () => {
    expect(titles('go to', ['studio'])[0]).toBe('Go to studio');
  });

  it('offers nothing for letters that are strewn about', () => {
    expect(titles('zq')).toEqual([]);
    expect(
      rank([{ id: 'x', title: 'an extraordinarily long conversation about nothing' }], 'ytn', []),
    ).toEqual([]);
  });
});
