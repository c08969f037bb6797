// The remote collections: which exist, what the worker is told of them, and where a token may go.
import { describe, expect, it, vi } from 'vitest';
import type { Remote } from '../../core/remote.ts';
import type { Secret } from '../../core/secrets.ts';
import type { RemoteAccess, RemoteCollectionsDeps } from '../../core/ports/remote-collections.ts';
import { Remotes } from './remotes.ts';

function setup(secrets: Secret[] = []) {
  const kept = new Map<string, Remote>();
  let told: RemoteAccess[] = [];
  let ids = 0;
  const deps: RemoteCollectionsDeps = {
    store: {
      all: () => Promise.resolve([...kept.values()]),
      put: (remote) => Promise.resolve(void kept.set(remote.id, remote)),
      remove: (id) => Promise.resolve(void kept.delete(id)),
      onChange: () => () => undefined,
    },
    reveal: (names) => Promise.resolve(secrets.filter(({ name }) => names.includes(name))),
    worker: {
      useRemotes: (remotes) => Promise.resolve(void (told = remotes)),
      remoteState: vi.fn(() => Promise.resolve({ engine: 'Chroma 1' })),
      pushTo: vi.fn(() => Promise.resolve({ documents: 0, passages: 0, unchanged: 0, removed: 0 })),
    },
    newId: () => `id-${++ids}`,
    now: () => '2026-01-01T00:00:00.000Z',
  };
  return { remotes: new Remotes(deps), deps, told: () => told };
}

const URL = 'https://db.example.org:8443';
const TOKEN: Secret = { name: 'CHROMA', value: 'ck-1', hosts: ['db.example.org:8443'] };

it("fills in Chroma's defaults, and tells the worker", async () => {
  const { remotes, told } = setup();
  const remote = await remotes.add({ url: ' http://localhost:8000 ' });
  expect(remote).toEqual({
    id: 'id-1',
    name: 'localhost:8000',
    engine: 'chroma',
    url: 'http://localhost:8000',
    tenant: 'default_tenant',
    database: 'default_database',
    collection: 'perilune',
    use: 'beside',
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  expect(told()).toEqual([remote]);
});

it('leaves out those turned off or removed, and lets only one answer alone', async () => {
  const { remotes, told } = setup();
  const one = await remotes.add({ url: URL, use: 'instead' });
  const two = await remotes.add({ url: URL, name: 'two', use: 'instead' });
  expect((await remotes.list()).map(({ use }) => use)).toEqual(['beside', 'instead']);
  await remotes.update(one.id, { use: 'off' });
  expect(told().map(({ id }) => id)).toEqual([two.id]);
  await remotes.remove(two.id);
  expect(told()).toEqual([]);
});

describe('a token', () => {
  it('goes to the worker, and is never stored', async () => {
    const { remotes, told } = setup([TOKEN]);
    const remote = await remotes.add({ url: URL, secret: 'CHROMA' });
    expect(told()).toMatchObject([{ token: 'ck-1' }]);
    expect(JSON.stringify(remote)).not.toContain('ck-1');
    expect(JSON.stringify(await remotes.list())).not.toContain('ck-1');
  });

  it('goes to no host that its secret does not allow', async () => {
    const { remotes, told, deps } = setup([{ ...TOKEN, hosts: ['other.example.org'] }]);
    const { id } = await remotes.add({ url: URL, secret: 'CHROMA' });
    expect(told()).toEqual([]);
    await expect(remotes.state(id)).rejects.toMatchObject({ code: 'denied' });
    await expect(remotes.push(id)).rejects.toMatchObject({ code: 'denied' });
    expect(deps.worker.remoteState).not.toHaveBeenCalled();
  });

  it('that is missing leaves the remote collection out, and is named in the error', async () => {
    const { remotes, told } = setup();
    const { id } = await remotes.add({ url: URL, secret: 'CHROMA' });
    expect(told()).toEqual([]);
    await expect(remotes.state(id)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('CHROMA') as string,
    });
  });
});

it.each([
  [{ url: 'localhost:8000' }, 'is not a server address'],
  [{ url: 'file:///etc/passwd' }, 'is not a server address'],
  [{ url: 'https://me:secret@db.example.org' }, 'Don’t put the password in'],
  [{ url: URL, collection: 'a b' }, 'is not a valid collection name'],
  [{ url: URL, use: 'sometimes' as 'off' }, 'Unknown use'],
  [{ url: URL, engine: 'lucene' as 'chroma' }, 'Unknown engine'],
])('refuses %o with a sentence', async (given, words) => {
  const { remotes } = setup();
  await expect(remotes.add(given)).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining(words) as string,
  });
  expect(await remotes.list()).toEqual([]);
});

it('reports an unreachable remote collection', async () => {
  const { remotes } = setup();
  await expect(remotes.update('x', { use: 'off' })).rejects.toMatchObject({ code: 'not_found' });
});
