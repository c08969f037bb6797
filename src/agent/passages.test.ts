// The library passages given with a question: those it refers to, and no more.
import { describe, expect, it } from 'vitest';
import type { GatherOptions } from '../core/context-passage.ts';
import type { Mention } from '../core/conversation.ts';
import type { DocumentView, SearchHit, SearchOptions } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { tokensOf } from '../core/tokens.ts';
import { findPassages, searchPointed, type PassagesRequest, type PointedRequest } from './passages.ts';
import { searchHit } from '../core/search-hits.test-support.ts';

function document(id: string, chunks: string[], source = 'files'): DocumentView {
  return {
    id,
    source,
    source_id: `${id}.md`,
    title: id.toUpperCase(),
    content_type: 'text/markdown',
    body: chunks.join('\n\n'),
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    metadata: {},
    chunks: chunks.map((text, index) => ({ index, text })),
  };
}

const hit = (id: string, chunk = 0): SearchHit => searchHit(id, { chunk });

const doc = (id: string): Mention => ({ kind: 'document', id, title: id });
const source = (id: string): Mention => ({ kind: 'source', id, title: id });

function request(given: Partial<PassagesRequest & PointedRequest> = {}) {
  const searches: (SearchOptions | GatherOptions)[] = [];
  const documents = new Map(
    [
      document('tides', ['About tides.', 'The tide follows the moon.', 'Fishers know it well.']),
      document('short', ['Only this.']),
      document('elsewhere', ['Not for everybody.'], 'private'),
      document('long', [
        'What this manual is.',
        ...Array.from({ length: 100 }, (_, i) => `${'filler text '.repeat(80)} ${i}`),
        '## Care\n\nValves are **greased** with `tallow`, as [here](https://example.org) said.',
      ]),
    ].map((one) => [one.id, one]),
  );
  const asked: PassagesRequest & PointedRequest = {
    tokens: 8_000,
    question: 'How are the valves greased?',
    mentions: [],
    search: (_query, options) => {
      searches.push(options);
      return Promise.resolve([hit('tides', 1), hit('other')]);
    },
    gather: (_question, options) => {
      searches.push(options);
      return Promise.resolve([hit('tides', 1), hit('other')].map((one) => ({ ...one, text: one.snippet })));
    },
    document: (id) => {
      const found = documents.get(id);
      return found
        ? Promise.resolve(found)
        : Promise.reject(new Failure('not_found', `document not found: ${id}`));
    },
    signal: new AbortController().signal,
    ...given,
  };
  return { asked, searches };
}

const places = (hits: SearchHit[]): string[] => hits.map(({ id, chunk }) => `${id} ${chunk}`);

describe('a question that refers to documents', () => {
  it('gets them whole and in order, and nothing else', async () => {
    const { asked, searches } = request({ mentions: [doc('tides'), doc('short'), doc('tides')] });
    const { hits, notices } = await findPassages(asked);
    expect(places(hits)).toEqual(['tides 0', 'short 0']);
    expect(hits[0]).toMatchObject({
      title: 'TIDES',
      text: 'About tides.\n\nThe tide follows the moon.\n\nFishers know it well.',
    });
    expect(notices).toEqual([]);
    expect(searches).toEqual([]);
  });

  it('gets the beginning of a long one and what fits, in order, with a notice', async () => {
    const { asked } = request({ mentions: [doc('long'), doc('short')] });
    const { hits, notices } = await findPassages(asked);
    expect(hits.reduce((sum, { text }) => sum + tokensOf(text), 0)).toBeLessThanOrEqual(8_000);
    expect(places(hits)).toEqual(expect.arrayContaining(['long 0', 'short 0']));
    expect(hits.some(({ text }) => text.includes('Valves are **greased** with `tallow`'))).toBe(true);
    expect(hits.map(({ chunk }) => chunk)).toEqual(
      [...hits.slice(0, -1).map(({ chunk }) => chunk)].sort((a, b) => a - b).concat(0),
    );
    expect(notices[0]).toMatch(
      /^“LONG” is too long to read in full. The model got the \d+ of its 102 passages/,
    );
  });

  it('reports a missing one, and answers from the others', async () => {
    const { asked } = request({ mentions: [doc('gone'), doc('short')] });
    const { hits, notices } = await findPassages(asked);
    expect(places(hits)).toEqual(['short 0']);
    expect(notices).toEqual(['A document that the question mentions is no longer in the library.']);
  });

  it('stays within the sources of a profile', async () => {
    const { asked, searches } = request({
      mentions: [doc('elsewhere'), source('private')],
      sources: ['files'],
    });
    const { hits, notices } = await findPassages(asked);
    expect(JSON.stringify(hits)).not.toContain('Not for everybody');
    expect(searches).toMatchObject([{ sources: [] }]);
    expect(notices).toHaveLength(2);
  });
});

describe('a question that refers to sources', () => {
  it('is answered from these alone', async () => {
    const { asked, searches } = request({ mentions: [source('files'), source('notes')] });
    await findPassages(asked);
    expect(searches).toMatchObject([{ sources: ['files', 'notes'] }]);
  });

  it('gets a passage only once when a referenced document has already provided it', async () => {
    const { asked } = request({ mentions: [doc('tides'), source('files')] });
    expect(places((await findPassages(asked)).hits)).toEqual(['tides 0', 'other 0']);
  });
});

describe('a question without references', () => {
  it('searches all sources of the profile', async () => {
    const { asked, searches } = request();
    await findPassages(asked);
    await findPassages({ ...asked, sources: ['notes'] });
    expect(searches[0]).not.toHaveProperty('sources');
    expect(searches[1]).toMatchObject({ sources: ['notes'] });
  });

  it('is answered even when the search fails', async () => {
    const { asked } = request({ gather: () => Promise.reject(new Failure('unavailable', 'no index')) });
    expect(await findPassages(asked)).toEqual({
      hits: [],
      notices: [],
      failure: { code: 'unavailable', message: 'no index' },
    });
  });
});

describe('without a model', () => {
  const signal = new AbortController().signal;

  it("the best passages of the documents answer, with the question's words marked", async () => {
    const { asked, searches } = request({ mentions: [doc('long')] });
    const { hits } = await searchPointed(asked, 'How are the valves greased?', { limit: 3 }, signal);
    expect(hits[0]).toMatchObject({
      chunk: 101,
      score: 1,
      snippet: 'Care\n\nValves are greased with tallow, as here said.',
    });
    expect(hits[0]!.marks.map(([from, to]) => hits[0]!.snippet.slice(from, to))).toEqual([
      'Valves',
      'greased',
    ]);
    expect(hits.every(({ snippet }) => snippet.length <= 420)).toBe(true);
    expect(searches).toEqual([]);
  });

  it('a passage is quoted around the words', async () => {
    const long = document('table', [`${'one row of many '.repeat(60)}and here F2 renames a chat`]);
    const { asked } = request({ mentions: [doc('table')], document: () => Promise.resolve(long) });
    const { hits } = await searchPointed(asked, 'How is a chat renamed?', { limit: 3 }, signal);
    expect(hits[0]!.snippet).toMatch(/^….*F2 renames a chat$/);
    expect(hits[0]!.snippet.length).toBeLessThanOrEqual(420);
  });

  it('sources narrow the search, and missing ones are reported', async () => {
    const { asked, searches } = request({ mentions: [doc('gone'), source('notes')] });
    const { notices } = await searchPointed(asked, 'tide', { limit: 3 }, signal);
    expect(searches).toEqual([{ limit: 3, sources: ['notes'] }]);
    expect(notices).toHaveLength(1);
  });
});
