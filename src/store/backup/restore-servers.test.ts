// Servers of tools out of a backup: one's own come as they were, a stranger's switched off, and broken ones not at all.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { McpServer } from '../../core/mcp-server.ts';
import { openDatabase } from '../database.ts';
import { restoreServers } from './restore-servers.ts';
import type { Restoring, RestoreTx } from './restoring.ts';

const SERVER: McpServer = {
  id: 's',
  name: 'git',
  url: 'https://git.example/mcp',
  enabled: true,
  auth: 'bearer',
  createdAt: '2026-01-01T00:00:00.000Z',
};

async function restored(record: unknown, trust: boolean) {
  const db = await openDatabase({ name: `servers-${crypto.randomUUID()}` });
  const notes: string[] = [];
  const tx = db.transaction(['mcp_servers'], 'readwrite') as unknown as RestoreTx;
  const restoring: Restoring = {
    tx,
    replace: false,
    clear: false,
    trust,
    outside: (work) => work,
    note: (sentence) => notes.push(sentence),
  };
  async function* parts() {
    yield [record];
  }
  await restoreServers(restoring, parts(), { added: 0, replaced: 0, kept: 0 });
  const kept = await db.getAll('mcp_servers');
  db.close();
  return { kept, notes };
}

it('come back as they were with trust, and switched off without', async () => {
  expect((await restored(SERVER, true)).kept).toEqual([SERVER]);
  const { kept, notes } = await restored(SERVER, false);
  expect(kept).toEqual([{ ...SERVER, enabled: false }]);
  expect(notes).toEqual(['Servers are switched off: look at the addresses, then switch them on.']);
});

it('are refused when they are none', async () => {
  for (const wrong of [{ name: 'a__b' }, { url: 'javascript:1' }, { auth: 'magic' }, { id: 7 }])
    await expect(restored({ ...SERVER, ...wrong }, true)).rejects.toMatchObject({ code: 'bad_request' });
});
