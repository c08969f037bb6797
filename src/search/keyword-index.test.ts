// The keyword index, compared with a textbook BM25F and with a newly built index, and its behaviour for users.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someChunks, WORDS } from './chunks.test-support.ts';
import { type DocumentFilter, type KeywordHit, KeywordIndex } from './keyword-index.ts';
import { RANKING } from './ranking.ts';
import { mergeSegments } from './merge-segments.ts';
import { buildSegment } from './segment.ts';
import type { IndexedChunk, IndexedDocument } from './segment-types.ts';
import { tokenise } from './tokenise.ts';

function chunk(document: string, text: string, index = 0, title = ''): IndexedChunk {
  return { document, index, text, heading: [], title };
}

function indexOf(...texts: string[]): KeywordIndex {
  const index = new KeywordIndex();
  index.add(buildSegment(texts.map((text, i) => chunk(`d${i}`, text))));
  return index;
}

const found = (index: KeywordIndex, query: string, limit = 10): string[] =>
  index.search(query, { limit }).map((hit) => hit.document);

/**
 * Textbook BM25F: the best passage of each document, by its score. Title terms count up to three times, heading terms
 * once. No expansion of terms.
 */
function textbook(chunks: IndexedChunk[], query: string): Map<string, number> {
  const bag = (...texts: string[]): string[] =>
    texts.flatMap((text) => tokenise(text).map((token) => token.term));
  const bodies = chunks.map(({ text }) => bag(text));
  const titles = chunks.map(({ title }) => bag(title));
  const headings = chunks.map(({ heading }) => bag(...heading));
  const times = (words: string[], term: string): number => words.filter((other) => other === term).length;
  const norm = (field: string[][], i: number): number => {
    const average = field.reduce((sum, words) => sum + words.length, 0) / field.length;
    return 1 - RANKING.b + RANKING.b * (field[i]!.length / average);
  };
  const best = new Map<string, number>();
  chunks.forEach((_, i) => {
    let score = 0;
    for (const { term } of tokenise(query)) {
      const having = chunks.filter((_, j) =>
        [bodies, titles, headings].some((field) => field[j]!.includes(term)),
      ).length;
      const idf = Math.log(1 + (chunks.length - having + 0.5) / (having + 0.5));
      let frequency = 0;
      if (bodies[i]!.includes(term)) frequency += times(bodies[i]!, term) / norm(bodies, i);
      if (titles[i]!.includes(term))
        frequency += (RANKING.title * Math.min(3, times(titles[i]!, term))) / norm(titles, i);
      if (headings[i]!.includes(term)) frequency += RANKING.heading;
      score += (idf * frequency * (RANKING.k1 + 1)) / (frequency + RANKING.k1);
    }
    const document = chunks[i]!.document;
    if (score > 0) best.set(document, Math.max(score, best.get(document) ?? 0));
  });
  return best;
}

describe('KeywordIndex', () => {
  it('scores like the textbook BM25F', () => {
    // Three-letter words are too short for typing errors, and the trailing blank finishes the last one.
    const query = fc.array(fc.constantFrom('ox', 'elk', 'cat', 'dog'), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(someChunks(), query, (chunks, words) => {
        const index = new KeywordIndex();
        index.add(buildSegment(chunks));
        const hits = index.search(`${words.join(' ')} `, { limit: 100 });
        const expected = textbook(chunks, words.join(' '));
        expect(new Set(hits.map((hit) => hit.document))).toEqual(new Set(expected.keys()));
        for (const hit of hits) expect(hit.raw).toBeCloseTo(expected.get(hit.document)!, 9);
        expect(hits.map((hit) => hit.raw)).toEqual(hits.map((hit) => hit.raw).sort((a, b) => b - a));
      }),
    );
  });

  it('finds the same with the same scores after any sequence of additions, removals, restorations and merges', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), chunks: someChunks() }),
      fc.record({ kind: fc.constant('remove' as const), document: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.record({
        kind: fc.constant('merge' as const),
        from: fc.nat(2),
        count: fc.integer({ min: 1, max: 3 }),
      }),
    );
    const query = fc.constantFrom(...WORDS, 'configur', 'confguration', 'retreival ', 'do', 'ox cat elk');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), query, (steps, text) => {
        const index = new KeywordIndex();
        const live = new Map<string, IndexedChunk[]>();
        for (const each of steps) {
          if (each.kind === 'add') {
            index.add(buildSegment(each.chunks));
            for (const { document } of each.chunks) {
              live.set(
                document,
                each.chunks.filter((other) => other.document === document),
              );
            }
          } else if (each.kind === 'remove') {
            expect(index.remove([each.document])).toBe(live.delete(each.document) ? 1 : 0);
          } else {
            const old = index.segments.slice(each.from, each.from + each.count);
            index.replace(
              old,
              mergeSegments(old, (document, segment) => index.isLive(document, segment)),
            );
          }
        }
        const rebuilt = new KeywordIndex();
        rebuilt.add(buildSegment([...live.values()].flat()));
        expect(index.size).toBe(rebuilt.size);
        const hits = (of: KeywordIndex): object[] =>
          of.search(text, { limit: 5 }).map(({ segment: _, ordinal: __, ...hit }) => hit);
        expect(hits(index)).toEqual(hits(rebuilt));
      }),
      { numRuns: 300 },
    );
  });

  it('adds several segments at once with the same result as one by one', () => {
    const segments = [
      [chunk('a', 'cat'), chunk('b', 'cat')],
      [chunk('a', 'dog'), chunk('c', 'cat')],
      [chunk('c', 'dog'), chunk('d', 'cat')],
    ].map((chunks) => buildSegment(chunks));
    const dead = new Set(['d']);
    const [one, all] = [new KeywordIndex(), new KeywordIndex()];
    for (const segment of segments) one.add(segment, dead);
    all.addAll(segments, dead);
    for (const word of ['cat', 'dog'])
      expect(all.search(word, { limit: 9 })).toEqual(one.search(word, { limit: 9 }));
    expect(found(all, 'dog')).toEqual(['a', 'c']);
    expect([...all.documents()]).toEqual([...one.documents()]);
  });

  it('returns the best passage of each document, and the contribution of each term', () => {
    const index = new KeywordIndex();
    index.add(
      buildSegment([chunk('a', 'a cat sat', 0), chunk('a', 'cat, cat and dog', 1), chunk('b', 'dog', 0)]),
    );
    const [first, second] = index.search('cat dog', { limit: 5 });
    expect(first).toMatchObject({ document: 'a', chunk: 1, score: 1 });
    expect(first!.terms['cat']! + first!.terms['dog']!).toBeCloseTo(first!.raw, 12);
    expect(second!.document).toBe('b');
    expect(second!.score).toBeCloseTo(second!.raw / first!.raw, 12);
  });

  it('prefers a passage that contains the words to a shorter one that has them only in the title', () => {
    const words = fc.array(fc.constantFrom('ox', 'elk', 'cow'), { minLength: 1, maxLength: 40 });
    const title = fc.constantFrom('cat', 'cat dog', 'a dog that barks at every cat of the town');
    fc.assert(
      fc.property(words, fc.nat(), title, (filler, cut, name) => {
        const long = `${filler.join(' ')} cat and dog ${filler.join(' ')}`;
        const short = filler.slice(0, cut % filler.length).join(' ');
        const index = new KeywordIndex();
        index.add(buildSegment([chunk('a', short, 0, name), chunk('a', long, 1, name)]));
        expect(index.search('cat dog ', { limit: 1 })).toMatchObject([{ chunk: 1 }]);
      }),
    );
  });

  it('returns the first passage when only the title has the words, however long the passages are', () => {
    const index = new KeywordIndex();
    const texts = ['ox '.repeat(90), 'ox', 'ox elk'];
    index.add(buildSegment(texts.map((text, i) => chunk('a', text, i, 'cat'))));
    expect(index.search('cat', { limit: 1 })).toMatchObject([{ chunk: 0 }]);
  });

  it('returns the first of equally good passages of a document', () => {
    const index = new KeywordIndex();
    index.add(buildSegment([chunk('a', 'cat', 1), chunk('a', 'cat', 0), chunk('a', 'cat', 2)]));
    expect(index.search('cat', { limit: 1 })).toMatchObject([{ chunk: 0 }]);
  });

  it('applies the filter before the limit', () => {
    const index = indexOf('cat cat cat', 'cat cat dog', 'cat dog dog');
    const accept: DocumentFilter =
      ({ documents }) =>
      (number) =>
        documents.at(number) === 'd2';
    expect(index.search('cat', { limit: 1, accept })).toMatchObject([{ document: 'd2', score: 1 }]);
  });

  it('orders ties by date, then by id, even across the limit', () => {
    expect(found(indexOf('cat', 'cat', 'cat'), 'cat', 2)).toEqual(['d0', 'd1']);
    const index = new KeywordIndex();
    for (const [i, updated] of [1, 9, 5, 9].entries()) {
      const known = { document: `d${i}`, source: 'notes', updated, tags: [] };
      index.add(buildSegment([chunk(`d${i}`, 'cat')], [known]));
    }
    expect(found(index, 'cat', 3)).toEqual(['d1', 'd3', 'd2']);
  });

  it('lists the newest documents with passages that match a filter, and counts documents by source', () => {
    const known = (document: string, updated: number, source: string): IndexedDocument => ({
      document,
      source,
      updated,
      tags: [],
    });
    const index = new KeywordIndex();
    index.add(
      buildSegment(
        [chunk('a', 'x', 1), chunk('a', 'y', 0), chunk('b', 'x')],
        [known('a', 3, 'notes'), known('b', 4, 'files'), known('empty', 9, 'notes')],
      ),
    );
    index.add(
      buildSegment([chunk('c', 'x'), chunk('d', 'x')], [known('c', 1, 'notes'), known('d', 7, 'web')]),
    );
    index.remove(['d']);
    const listed = (hits: KeywordHit[]): [string, number][] => hits.map((hit) => [hit.document, hit.chunk]);
    expect(listed(index.newest(2))).toEqual([
      ['b', 0],
      ['a', 0],
    ]);
    const notes: DocumentFilter =
      ({ sources, sourceOf }) =>
      (number) =>
        sources[sourceOf[number]!] === 'notes';
    expect(listed(index.newest(9, notes))).toEqual([
      ['a', 0],
      ['c', 0],
    ]);
    expect(Object.fromEntries(index.countBySource())).toEqual({
      notes: { documents: 3, chunks: 3 },
      files: { documents: 1, chunks: 1 },
    });
    expect([...index.documents()]).toEqual(['a', 'b', 'empty', 'c']);
    expect(index.documentCount).toBe(4);
  });

  it('returns nothing for an empty index, an empty query, stop words alone, and a limit of 0', () => {
    expect(new KeywordIndex().search('cat', { limit: 5 })).toEqual([]);
    for (const query of ['', '   ', '?!', 'what is the']) expect(found(indexOf('cat'), query)).toEqual([]);
    expect(found(indexOf('cat'), 'cat', 0)).toEqual([]);
  });

  it('finds words that are names of inherited object properties', () => {
    const [hit] = indexOf('the constructor of a prototype').search('constructor ', { limit: 1 });
    expect(hit!.terms).toEqual({ constructor: hit!.raw });
  });

  it('finds identifiers whole, by parts and half-typed', () => {
    const index = indexOf('Call sqlite3_open_v2() first', 'Merge with --no-ff', 'getServerSideProps runs');
    for (const query of ['sqlite3_open_v2', 'open', 'sqlite3', 'sqlite3_op', 'SQLITE3_OPEN']) {
      expect(found(index, query)[0]).toBe('d0');
    }
    expect(found(index, '--no-ff')).toEqual(['d1']);
    for (const query of ['getserversideprops', 'getServerSi', 'props', 'getServerSidProps']) {
      expect(found(index, query)).toEqual(['d2']);
    }
  });

  it('completes a half-typed last word, even one longer than the stem', () => {
    const index = indexOf('configuration', 'retrieval');
    for (const typed of ['con', 'config', 'configurat', 'configuratio'])
      expect(found(index, typed)).toEqual(['d0']);
    expect(found(index, 'con ')).toEqual([]);
    expect(found(index, 'retr config')).toEqual(['d0']);
  });

  it('corrects unknown words, with a lower score for more errors, but not short words', () => {
    const index = indexOf('retrieval of configuration', 'a cot');
    for (const slip of ['retreival?', 'retrival?', 'confguration?', 'configuraton?', 'configuratoin?'])
      expect(found(index, slip)).toEqual(['d0']);
    expect(found(index, 'cut?')).toEqual([]);
    expect(found(index, 'rtvl?')).toEqual([]);
  });

  it('takes a known word literally, unless one document has it and many have a similar word', () => {
    const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);
    expect(found(indexOf(...times(3, 'boast'), ...times(40, 'beast')), 'boast?', 99)).toHaveLength(3);
    expect(found(indexOf('recieve', ...times(9, 'receive')), 'recieve?', 99)).toHaveLength(1);
    expect(found(indexOf('recieve', ...times(10, 'receive')), 'recieve?', 99)).toHaveLength(11);
    expect(found(indexOf('the rent', ...times(40, 'at rest')), 'rent?', 99)).toEqual(['d0']);
  });

  it('finds other languages', () => {
    const index = indexOf(
      'Die Straße nach Łódź',
      '全文検索エンジンの仕組み',
      'ภาษาไทยเขียนไม่เว้นวรรค',
      'Пётр читает',
    );
    expect(found(index, 'strasse')).toEqual(['d0']);
    expect(found(index, '検索')).toEqual(['d1']);
    expect(found(index, 'ภาษา')).toEqual(['d2']);
    expect(found(index, 'петр')).toEqual(['d3']);
  });

  it('reports the deleted share of a segment', () => {
    const segment = buildSegment([
      chunk('a', 'x', 0),
      chunk('b', 'x', 0),
      chunk('b', 'x', 1),
      chunk('c', 'x', 0),
    ]);
    const index = new KeywordIndex();
    index.add(segment, new Set(['c']));
    expect(index.deadShare(segment)).toBe(0.25);
    index.remove(['b', 'nowhere']);
    expect(index.deadShare(segment)).toBe(0.75);
    expect([index.isLive('a'), index.isLive('b'), index.isLive('c'), index.size]).toEqual([
      true,
      false,
      false,
      1,
    ]);
  });

  it('keeps a document deleted that was removed while its segment was being merged', () => {
    const [one, two] = [buildSegment([chunk('a', 'cat')]), buildSegment([chunk('b', 'cat')])];
    const index = new KeywordIndex();
    index.add(one);
    index.add(two);
    const merged = mergeSegments([one, two]);
    index.remove(['a']);
    index.replace([one, two], merged);
    expect(found(index, 'cat')).toEqual(['b']);
  });
});
