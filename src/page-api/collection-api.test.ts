// `knowledge.collections` and searches limited to a collection: lookup by name, and clear errors for bad input.
import { expect, it } from 'vitest';
import { collectionApi } from './collection-api.ts';
import { knowledgeApi } from './knowledge-api.ts';
import type { PageApp } from './page-app.ts';

function app() {
  const calls: unknown[][] = [];
  const record =
    (name: string, answer?: unknown) =>
    (...given: unknown[]) => {
      calls.push([name, ...given]);
      return Promise.resolve(answer);
    };
  const collections = {
    list: async () => [
      { id: 'c1', name: 'Reports', documents: 2 },
      { id: 'c2', name: 'c1', documents: 0 },
    ],
    create: record('create', { id: 'c3' }),
    rename: record('rename', { id: 'c1' }),
    remove: record('remove', { ids: ['d1', 'd2'] }),
    add: record('add', 1),
    takeOut: record('takeOut', 1),
  };
  const meta = { id: 'd1', title: 'T', metadata: { tags: ['x'] }, collections: ['c1'], hash: 'secret' };
  const knowledge = {
    list: record('list', { documents: [meta], total: 2 }),
    search: record('search', []),
  };
  const agent = { answerOnce: record('answer', { found: { passages: [] } }) };
  const opened = Promise.resolve({
    collections: async () => collections,
    knowledge,
    agent,
  } as never as PageApp);
  return { api: collectionApi(opened), knowledge: knowledgeApi(opened), calls };
}

it('finds a collection by id before name, ignoring the case of a name', async () => {
  const { api, calls } = app();
  await api.rename('reports', 'Annual');
  await api.remove('c1', { documents: true });
  expect(await api.remove('C1')).toEqual({ documents: 2 });
  expect(calls).toEqual([
    ['rename', 'c1', 'Annual'],
    ['remove', 'c1', true],
    ['remove', 'c2', false],
  ]);
});

it('lists documents without internal fields', async () => {
  const { api, calls } = app();
  const { documents, total } = await api.documents('Reports', { limit: 10 });
  expect(calls).toEqual([['list', { collection: 'c1', offset: 0, limit: 10 }]]);
  expect(total).toBe(2);
  expect(documents[0]).toMatchObject({ id: 'd1', tags: ['x'] });
  expect(JSON.stringify(documents)).not.toContain('secret');
});

it('limits a search and an answer to a collection', async () => {
  const { knowledge, calls } = app();
  await knowledge.search('tide', { collection: 'Reports' });
  await knowledge.answer('Which tide?', { collection: 'Reports' });
  expect(calls[0]?.slice(0, 3)).toEqual(['search', 'tide', { within: [['c1']] }]);
  expect(calls[1]?.slice(0, 3)).toEqual(['answer', 'Which tide?', { within: [['c1']] }]);
});

it('never searches everything when the collection does not exist', async () => {
  const { knowledge, calls } = app();
  for (const collection of ['Gone', 'c9']) {
    await expect(knowledge.search('tide', { collection })).rejects.toMatchObject({ code: 'not_found' });
    await expect(knowledge.answer('tide?', { collection })).rejects.toMatchObject({ code: 'not_found' });
  }
  for (const collection of ['', ' ', 7, {}, []] as never[]) {
    await expect(knowledge.search('tide', { collection })).rejects.toMatchObject({ code: 'bad_request' });
  }
  expect(calls).toEqual([]);
});

it('changes nothing for bad input, and names the problem', async () => {
  const { api, calls } = app();
  const bad: [Promise<unknown>, RegExp][] = [
    [api.create(undefined as never), /object with a name/],
    [api.create({} as never), /name must be a string/],
    [api.create({ name: 'A', colour: 'pink' as never }), /colour must be one of grey/],
    [api.create({ name: 'A', instructions: 5 as never }), /instructions must be a string/],
    [api.create({ name: 'A', starters: [1] as never }), /starters must be a list/],
    [api.rename('Reports', undefined as never), /name must be a string/],
    [api.documents('Reports', { limit: 0 }), /limit must be a whole number from 1/],
    [api.documents('Reports', { offset: -1 }), /offset must be/],
    [api.add('Reports', 'd1' as never), /documents must be a list of ids/],
    [api.takeOut('Reports', [1] as never), /documents must be a list of ids/],
  ];
  for (const [call, words] of bad) await expect(call).rejects.toThrow(words);
  expect(calls).toEqual([]);
});
