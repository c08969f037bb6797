// Numbers of passages, and the numbers that an answer cites.
import { describe, expect, it } from 'vitest';
import type { SearchHit } from '../core/document.ts';
import { CitationBook, withoutCitations } from './citations.ts';
import { searchHit } from '../core/search-hits.test-support.ts';

const hit = (id: string, chunk = 0): SearchHit =>
  searchHit(id, { chunk, source: 's', source_id: id, updated_at: '', snippet: `text of ${id}` });

function bookOf(count: number): CitationBook {
  const book = new CitationBook();
  for (let n = 1; n <= count; n++) book.number(hit(`d${n}`));
  return book;
}

function numbers(text: string, count = 9): number[] {
  return bookOf(count)
    .cited(text)
    .map(({ number }) => number);
}

describe('numbers', () => {
  it('are assigned in order, one per passage', () => {
    const book = new CitationBook();
    expect([hit('a'), hit('a', 1), hit('a'), hit('b')].map((h) => book.number(h))).toEqual([1, 2, 1, 3]);
  });

  it('continue in tool results, for anything that looks like a hit', () => {
    const book = bookOf(2);
    const outcome = book.present({
      result: {
        results: [
          { id: 'x', snippet: 'one', cite: 99 },
          { id: 'd1', snippet: 'known', chunk: 0 },
        ],
        note: { id: 'n' },
      },
    });
    expect(outcome.result).toEqual({
      results: [
        { cite: 3, id: 'x', snippet: 'one' },
        { cite: 1, id: 'd1', snippet: 'known', chunk: 0 },
      ],
      note: { id: 'n' },
    });
  });

  it('leave errors and other values alone', () => {
    const book = new CitationBook();
    expect(book.present({ error: { code: 'timeout', message: 'slow' } })).toEqual({
      error: { code: 'timeout', message: 'slow' },
    });
    expect(book.present({ result: [1, 'a', null] })).toEqual({ result: [1, 'a', null] });
  });
});

describe('the citations of an answer', () => {
  it('are each number once, in order, with its passage', () => {
    expect(bookOf(3).cited('B [3], then [1][3].')).toMatchObject([
      { number: 1, verified: true, hit: { id: 'd1' } },
      { number: 3, verified: true, hit: { id: 'd3' } },
    ]);
  });

  it('are not verified for a number that was never assigned', () => {
    expect(bookOf(1).cited('So it is [4].')).toEqual([{ number: 4, verified: false }]);
  });

  it.each([
    ['lists and ranges', 'as said [1, 3] and [5-7]', [1, 3, 5, 6, 7]],
    ['nothing in code', 'see `a[1]` and\n```\nx = t[2] + [3]\n```\nbut [4]', [4]],
    ['nothing in an unfinished fence', '```\n[3]', []],
    ['no array index', 'take items[2] of it', []],
    ['no links', '[1](https://example.com) and ![2](x.png)', []],
    ['no zero, no years', '[0] and [2024]', []],
    [
      'no absurd range',
      '[1-999]',
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
    ],
  ])('counts %s', (_what, text, expected) => {
    expect(numbers(text)).toEqual(expected);
  });

  it('can be removed without touching code', () => {
    expect(withoutCitations('Locks are exclusive [1][2]. See `a [1]`.')).toBe(
      'Locks are exclusive. See `a [1]`.',
    );
  });
});
