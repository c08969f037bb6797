// The entries that the palette and the message field's lists offer for a query.
import { describe, expect, it } from 'vitest';
import { rankEntries } from './rank-entries.ts';
import { expectWithin } from '../../../scripts/expect-within.ts';

const entries = [
  { id: 'new', title: 'New chat' },
  { id: 'library', title: 'Go to library', words: 'documents files' },
  { id: 'studio', title: 'Go to studio', words: 'tools lua' },
  { id: 'find', title: 'find_in_docs' },
  { id: 'analysis', title: 'text_analysis' },
];
const titles = (query: string, recent: string[] = []): string[] =>
  rankEntries(entries, query, recent).map(({ entry }) => entry.title);

describe('rankEntries', () => {
  it('keeps the given order for an empty query, recent ones first', () => {
    expect(titles('')).toEqual(entries.map(({ title }) => title));
    expect(titles(' ', ['find', 'studio']).slice(0, 3)).toEqual(['find_in_docs', 'Go to studio', 'New chat']);
  });

  it('ranks the start of a word before its middle', () => {
    expect(
      rankEntries(
        [
          { id: 'a', title: 'Restudy' },
          { id: 'b', title: 'Go to studio' },
        ],
        'stud',
        [],
      ).map(({ entry }) => entry.id),
    ).toEqual(['b', 'a']);
  });

  it('matches initial letters of words, and marks them', () => {
    const [first] = rankEntries(entries, 'fid', []);
    expect(first?.entry.id).toBe('find');
    expect(rankEntries(entries, 'gtl', [])[0]).toMatchObject({
      entry: { id: 'library' },
      marks: [
        [0, 1],
        [3, 4],
        [6, 7],
      ],
    });
  });

  it("matches an entry's synonyms, after every title", () => {
    expect(titles('documents')).toEqual(['Go to library']);
    expect(titles('lua')).toEqual(['Go to studio']);
  });

  it('marks the matched text', () => {
    expect(rankEntries(entries, 'CHAT', [])[0]).toMatchObject({ entry: { id: 'new' }, marks: [[4, 8]] });
  });

  it('prefers recently used entries among equals', () => {
    expect(titles('go to', ['studio'])[0]).toBe('Go to studio');
  });

  it('ignores scattered letters', () => {
    expect(titles('zq')).toEqual([]);
    expect(
      rankEntries([{ id: 'x', title: 'an extraordinarily long conversation about nothing' }], 'ytn', []),
    ).toEqual([]);
  });

  const order = (names: string[], query: string): string[] =>
    rankEntries(
      names.map((title) => ({ id: title, title })),
      query,
    ).map(({ entry }) => entry.title);

  it('ranks a title that begins with the words before one that contains them later, and both before matches within words', () => {
    expect(order(['Shorthand', 'NULL Handling', 'Handbook'], 'hand')).toEqual([
      'Handbook',
      'NULL Handling',
      'Shorthand',
    ]);
  });

  it('matches words in any order', () => {
    expect(order(['Backup of a live database', 'Live music'], 'database live')).toEqual([
      'Backup of a live database',
    ]);
  });

  it('tells word matches from letter matches', () => {
    const found = rankEntries(
      [
        { id: 'a', title: 'Shorthand' },
        { id: 'b', title: 'Hand over' },
      ],
      'hand',
    );
    expect(found.map(({ isWord }) => isWord)).toEqual([true, false]);
  });

  it('returns nothing for a nonsense word', () => {
    expect(order(['Quarterly exports zip', 'Qzone', 'New chat'], 'qzxv')).toEqual([]);
  });

  it('gives up early when letters almost match in very many ways', async () => {
    const title = 'aaaaaaaaaaaa '.repeat(400);
    expect(await expectWithin(500, () => order([title], 'aaaaaaaaaaac'))).toEqual([]);
  });

  it('matches words without their accents', () => {
    expect(order(['Résumé', 'Notes'], 'resume')).toEqual(['Résumé']);
  });
});
