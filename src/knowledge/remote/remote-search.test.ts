// The limits passed to a remote engine.
import { describe, expect, it } from 'vitest';
import type { SearchOptions } from '../../core/document.ts';
import type { Remote } from '../../core/remote.ts';
import { parseQuery } from '../../search/parsed-query.ts';
import type { RemoteEngine, RemoteFilter } from './engine.ts';
import { searchRemote } from './remote-search.ts';

const REMOTE: Remote = {
  id: 'r1',
  name: 'Team',
  engine: 'chroma',
  url: 'http://localhost',
  tenant: 't',
  database: 'd',
  collection: 'c',
  use: 'beside',
  createdAt: '2026-01-01T00:00:00.000Z',
};

async function filterFor(query: string, options: SearchOptions): Promise<RemoteFilter | undefined> {
  let asked: RemoteFilter | undefined;
  const engine = {
    containing: (_words: unknown, _limit: unknown, filter: RemoteFilter) => {
      asked = filter;
      return Promise.resolve([]);
    },
  } as unknown as RemoteEngine;
  await searchRemote(engine, REMOTE, { asked: parseQuery(query), options, limit: 3 });
  return asked;
}

describe('sources of a remote search', () => {
  it('are those that every filter allows', async () => {
    expect((await filterFor('moon', {}))?.sources).toEqual([]);
    expect((await filterFor('moon', { sources: ['a', 'b'] }))?.sources).toEqual(['a', 'b']);
    expect((await filterFor('moon', { sources: ['a', 'b'], source: 'b' }))?.sources).toEqual(['b']);
    expect((await filterFor('moon source:a', { sources: ['a', 'b'] }))?.sources).toEqual(['a']);
  });

  it('make no request when none is left, because an engine treats none as all', async () => {
    expect(await filterFor('moon', { sources: [] })).toBeUndefined();
    expect(await filterFor('moon source:c', { sources: ['a'] })).toBeUndefined();
    expect(await filterFor('moon source:c', { source: 'a' })).toBeUndefined();
  });
});
