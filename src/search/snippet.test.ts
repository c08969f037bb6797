// Snippets: the chosen excerpt of a passage, its boundaries, and its marks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.ts';
import { snippetOf } from './snippet.ts';
import { expectWithin } from '../../scripts/expect-within.ts';

const marked = (text: string, query: string, length?: number): string[] => {
  const { snippet, marks } = snippetOf(text, query, length);
  return marks.map(([start, end]) => snippet.slice(start, end));
};

const FILLER = 'Nothing of interest stands in this sentence. '.repeat(12);

describe('snippetOf', () => {
  it('shows the excerpt that answers the query, from the start of its sentence', () => {
    const { snippet } = snippetOf(
      `${FILLER}Set the timeout of a connection here. ${FILLER}`,
      'connection timeout',
    );
    expect(snippet).toMatch(/^… Set the timeout of a connection here\. Nothing/);
    expect(snippet).toMatch(/[a-z.] …$/);
  });

  it('prefers an excerpt with more of the words to one that repeats a word', () => {
    const text = `cache cache cache. ${FILLER}The cache keeps a connection. ${FILLER}`;
    expect(snippetOf(text, 'connection cache').snippet).toContain('keeps a connection');
  });

  it('marks words in every form, compounds as a whole, parts alone, prefixes and corrected words', () => {
    expect(marked('We connected it; connections stay.', 'connecting')).toEqual(['connected', 'connections']);
    expect(marked('Call sqlite3_open_v2() now', 'sqlite3_open_v2')).toEqual(['sqlite3_open_v2']);
    expect(marked('Call sqlite3_open_v2() now', 'open')).toEqual(['open']);
    expect(marked('The configuration', 'conf')).toEqual(['configuration']);
    expect(marked('Full-text retrieval', 'retreival')).toEqual(['retrieval']);
    expect(marked('Ein Café in 東京都', 'cafe 東京')).toEqual(['Café', '東京']);
  });

  it('shows a short passage whole, on one line, without its heading and without ellipses', () => {
    expect(snippetOf('# Open\n\nA *short* one.', 'nowhere')).toEqual({
      snippet: 'A short one.',
      marks: [],
    });
  });

  it('shows a heading when there is nothing else', () => {
    expect(snippetOf('## Only a heading', 'heading').snippet).toBe('Only a heading');
  });

  it('separates paragraphs, list items and cells', () => {
    const { snippet } = snippetOf(
      '## Limits\n\nFirst line\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      'one',
    );
    expect(snippet).toBe('First line · one · two · a – b · 1 – 2');
  });

  it('ends with a sentence when that leaves little space, and never with a block separator', () => {
    const text = `The cat. ${'Nothing stands here at all. '.repeat(8)}${'and more '.repeat(40)}`;
    expect(snippetOf(text, 'cat').snippet).toMatch(/^The cat\. (Nothing stands here at all\. )+…$/);
    const items = `- cat\n${'- item of the list\n'.repeat(40)}`;
    for (let length = 60; length < 90; length++) {
      expect(snippetOf(items, 'cat', length).snippet).not.toMatch(/·\W*$/);
    }
  });

  it('extends backwards when the query matches at the end of the passage', () => {
    const { snippet } = snippetOf(`${FILLER}The cat.`, 'cat');
    expect(snippet).toMatch(/^… Nothing of interest .* The cat\.$/);
    expect(snippet.length).toBeGreaterThan(180);
  });

  it('shows the beginning when nothing matches', () => {
    expect(snippetOf(`First. ${FILLER}`, 'absent').snippet).toMatch(/^First\. Nothing/);
  });

  it('cuts text without spaces between characters, never within one', () => {
    for (const length of [40, 41]) {
      const { snippet } = snippetOf('𠮷'.repeat(300), 'nowhere', length);
      expect(snippet).toMatch(/^𠮷+ …$/u);
    }
  });

  it('is fast for any text', async () => {
    await expectWithin(5_000, () => {
      for (const evil of ['[', '*', '_a', '`a', '<a', '[a](', '![](', '<!--', '> ', 'cat ', '|']) {
        expect(snippetOf(evil.repeat(50_000), 'cats').snippet.length).toBeLessThanOrEqual(240);
      }
    });
  });

  it('keeps within the length, and marks separate words of the query', () => {
    const words = fc.constantFrom(
      'cat',
      'dog',
      'catalogue.',
      'open_v2',
      '**bold**',
      'sentence',
      'ends.\n\n',
      'x'.repeat(90),
    );
    const text = fc.array(words, { maxLength: 120 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 240 }), (passage, length) => {
        const { snippet, marks } = snippetOf(passage, 'dogs open_v2', length);
        expect(snippet.length).toBeLessThanOrEqual(length);
        let last = -1;
        for (const [start, end] of marks) {
          expect(start).toBeGreaterThan(last);
          expect(snippet.slice(start, end)).toMatch(/^(dog|open_v2)$/);
          last = end;
        }
        const plain = plainText(passage);
        expect(plain).toContain(snippet.replace(/^… /, '').replace(/ …$/, ''));
      }),
    );
  });
});
