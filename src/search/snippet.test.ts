// Snippets, marked sentences, and Markdown as plain text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.ts';
import { markedSentences } from './sentences.ts';
import { snippetOf } from './snippet.ts';

const marked = (text: string, query: string, length?: number): string[] => {
  const { snippet, marks } = snippetOf(text, query, length);
  return marks.map(([start, end]) => snippet.slice(start, end));
};

const FILLER = 'Nothing of interest stands in this sentence. '.repeat(12);

describe('snippetOf', () => {
  it('shows the stretch where the query is answered, from the start of its sentence', () => {
    const { snippet } = snippetOf(
      `${FILLER}Set the timeout of a connection here. ${FILLER}`,
      'connection timeout',
    );
    expect(snippet).toMatch(/^… Set the timeout of a connection here\. Nothing/);
    expect(snippet).toMatch(/[a-z.] …$/);
  });

  it('prefers the stretch with more of the words to the one that repeats a word', () => {
    const text = `cache cache cache. ${FILLER}The cache keeps a connection. ${FILLER}`;
    expect(snippetOf(text, 'connection cache').snippet).toContain('keeps a connection');
  });

  it('marks words in every form, compounds whole, their parts alone, beginnings and slips', () => {
    expect(marked('We connected it; connections stay.', 'connecting')).toEqual(['connected', 'connections']);
    expect(marked('Call sqlite3_open_v2() now', 'sqlite3_open_v2')).toEqual(['sqlite3_open_v2']);
    expect(marked('Call sqlite3_open_v2() now', 'open')).toEqual(['open']);
    expect(marked('The configuration', 'conf')).toEqual(['configuration']);
    expect(marked('Full-text retrieval', 'retreival')).toEqual(['retrieval']);
    expect(marked('Ein Café in 東京都', 'cafe 東京')).toEqual(['Café', '東京']);
  });

  it('shows a short passage whole, on one line, without its heading and without dots', () => {
    expect(snippetOf('# Open\n\nA *short* one.', 'nowhere')).toEqual({
      snippet: 'A short one.',
      marks: [],
    });
  });

  it('shows a heading where nothing else is there', () => {
    expect(snippetOf('## Only a heading', 'heading').snippet).toBe('Only a heading');
  });

  it('keeps paragraphs, list items and cells apart', () => {
    const { snippet } = snippetOf(
      '## Limits\n\nFirst line\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      'one',
    );
    expect(snippet).toBe('First line · one · two · a – b · 1 – 2');
  });

  it('shows the beginning when nothing matches', () => {
    expect(snippetOf(`First. ${FILLER}`, 'absent').snippet).toMatch(/^First\. Nothing/);
  });

  it('cuts text without spaces between characters, never through one', () => {
    for (const length of [40, 41]) {
      const { snippet } = snippetOf('𠮷'.repeat(300), 'nowhere', length);
      expect(snippet).toMatch(/^𠮷+ …$/u);
    }
  });

  it('answers soon for any text', () => {
    const start = performance.now();
    for (const evil of ['[', '*', '_a', '`a', '<a', '[a](', '![](', '<!--', '> ', 'cat ', '|']) {
      expect(snippetOf(evil.repeat(50_000), 'cats').snippet.length).toBeLessThanOrEqual(240);
    }
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('keeps to the length, and its marks are words of the query that do not touch', () => {
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

describe('markedSentences', () => {
  it('gives the sentences that answer most, in the order of the text, as places in it', () => {
    const text = 'Birds sing. The dog sleeps. Fish swim. A dog barks at cats.';
    const best = (query: string): string[] =>
      markedSentences(text, query, 2).map(([start, end]) => text.slice(start, end));
    expect(best('dog')).toEqual(['The dog sleeps.', 'A dog barks at cats.']);
    expect(best('dog cat')).toEqual(['A dog barks at cats.']);
  });

  it('never gives all of several sentences', () => {
    const text = 'The dog sleeps. A dog barks.';
    expect(markedSentences(text, 'dog')).toHaveLength(1);
    expect(markedSentences('The dog sleeps.', 'dog')).toEqual([[0, 15]]);
  });

  it('gives none when no sentence has a word of the query', () => {
    expect(markedSentences('Birds sing.', 'dog')).toEqual([]);
  });
});

describe('plainText', () => {
  it.each([
    ['## Title ##', 'Title'],
    ['see [the guide](http://x.test/a_(b) "t") and ![a cat](cat.png)', 'see the guide and a cat'],
    ['[one][ref], <https://x.test/a>', 'one, https://x.test/a'],
    ['**bold**, _slanted_, ~~gone~~, ***both***', 'bold, slanted, gone, both'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['call `a_b_c(*p)` or ``x ` y``', 'call a_b_c(*p) or x ` y'],
    ['[`a_b`](x.md) and **`c`** and \\`d\\`', 'a_b and c and `d`'],
    ['> quoted\n> more', 'quoted more'],
    ['- [x] done\n1. first\n* star', 'done · first · star'],
    ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a – b · 1 – 2'],
    ['Head\n====\n\n---\n\ntext', 'text'],
    ['a<br>b &amp; c \\*d\\* <!-- no -->e', 'a b & c *d* e'],
    ['if a < b and c > d', 'if a < b and c > d'],
  ])('%j reads as %j', (markdown, plain) => {
    expect(plainText(markdown)).toBe(plain);
  });

  it('keeps code as it stands and drops its fence', () => {
    expect(plainText('Run:\n\n```sql title="x"\nSELECT * FROM a_b_; -- **no**\n```\nDone')).toBe(
      'Run: SELECT * FROM a_b_; -- **no** · Done',
    );
  });

  it('reads a passage that was cut inside a fence', () => {
    expect(plainText('```js\nconst a = 1;')).toBe('const a = 1;');
    expect(plainText('a * b * c\n```\nThen **this**:\n```js\nd * e * f\n```')).toBe(
      'a * b * c · Then this: d * e * f',
    );
  });
});
