// Which remote engines a model's question goes to, and what is sent.
import { expect, it } from 'vitest';
import type { Remote } from '../../core/remote.ts';
import { remoteRequests } from './remote-requests.ts';

const remote = (id: string, use: Remote['use']): Remote => ({
  ...{ id, use, name: id, engine: 'chroma', url: `https://${id}.example/`, tenant: 't', database: 'd' },
  ...{ collection: 'c', createdAt: '2026-01-01T00:00:00Z' },
});
const REMOTES = [remote('a', 'beside'), remote('b', 'off'), remote('c', 'instead')];

it('sends a search to every engine that answers, and a document request to the engine that holds it', () => {
  expect(remoteRequests(REMOTES, { query: 'moon' })).toEqual(
    ['a', 'c'].map((id) => ({
      method: 'POST',
      url: `https://${id}.example/api/v2/tenants/t/databases/d/collections/c`,
      headers: {},
      body: 'moon',
    })),
  );
  expect(remoteRequests(REMOTES, { document: 'remote:c:x' }).map(({ body }) => body)).toEqual(['remote:c:x']);
  expect(remoteRequests(REMOTES, { document: 'remote:b:x' })).toEqual([]);
  expect(remoteRequests(REMOTES, { document: 'd1' })).toEqual([]);
});
