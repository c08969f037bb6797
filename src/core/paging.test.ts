// Pages of lists: tokens that carry their filter, and filters with one value or several.
import { describe, expect, it } from 'vitest';
import { isAnyOf } from './any-of.ts';
import { checkFilterKeys, pageOf, type PageRequest } from './paging.ts';

interface Filter {
  letter?: string;
}
const WORDS = ['ant', 'bee', 'bear', 'boar', 'cat'];
const page = (options: Filter & PageRequest) =>
  pageOf<Filter, string>(
    options,
    ({ letter }) => WORDS.toSorted().filter((word) => letter === undefined || word.startsWith(letter)),
    (word) => word,
  );

describe('a page', () => {
  it('continues with its filter and size from the token alone', () => {
    const first = page({ letter: 'b', pageSize: 2 });
    expect(first).toMatchObject({ items: ['bear', 'bee'], total: 3 });
    expect(page({ pageToken: first.nextPageToken })).toEqual({ items: ['boar'], total: 3 });
    expect(page({ letter: 'b', pageToken: first.nextPageToken }).items).toEqual(['boar']);
    expect(page({ pageSize: 1, pageToken: first.nextPageToken }).items).toEqual(['boar']);
  });

  it('rejects a token of another filter, and an invalid one', () => {
    const { nextPageToken: pageToken } = page({ letter: 'b', pageSize: 1 });
    expect(() => page({ letter: 'c', pageToken })).toThrow('belongs to a list with another letter');
    for (const bad of ['', 'x', '%', btoa('after:0:x'), '{}', 5 as never])
      expect(() => page({ pageToken: bad })).toThrow('this page token is not valid');
    for (const pageSize of [0, 501, 1.5, '2' as never]) expect(() => page({ pageSize })).toThrow('pageSize');
  });
});

describe('a filter', () => {
  it('matches any of several values', () => {
    expect([isAnyOf(undefined, 'a'), isAnyOf('a', 'a'), isAnyOf(['a', 'b'], 'b')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isAnyOf('a', 'b'), isAnyOf([], 'b')]).toEqual([false, false]);
  });

  it('names an unknown key', () => {
    expect(() => checkFilterKeys({ kinds: 'lua' }, ['kind'])).toThrow(
      "unknown filter 'kinds'; there are kind, pageSize, pageToken",
    );
  });
});
