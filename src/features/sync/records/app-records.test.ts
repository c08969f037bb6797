// Two devices with the app's own database, synced through a storage in memory: every kind of record arrives, nothing
// is replaced unseen, and no permission travels.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUNDLE_IDS, type Bundle } from '../../../core/bundle.ts';
import type { Conversation, Message } from '../../../core/conversation.ts';
import { MessageTree } from '../../../core/message-tree.ts';
import type { Tool } from '../../../core/tool.ts';
import { document, putDocument, tool } from '../../../storage/backup/backup.test-support.ts';
import { ConversationTable } from '../../../storage/conversations.ts';
import { forgetRecords } from '../../../storage/sync-state.ts';
import { MemoryStore } from '../stores/memory-store.test-support.ts';
import { AppDevice } from './app-device.test-support.ts';

const AT = '2026-05-01T10:00:00.000Z';
let store: MemoryStore;
let a: AppDevice;
let b: AppDevice;

async function both(): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const device of [a, b]) await device.sync();
}

beforeEach(async () => {
  store = new MemoryStore();
  a = await AppDevice.open('Laptop', store);
  b = await AppDevice.open('Phone', store);
});
afterEach(() => {
  a.db.close();
  b.db.close();
});

const message = (id: string, seq: number, parent: string | null, text: string): Message => ({
  ...{ id, conversation: 'c', seq, parent, role: seq % 2 === 0 ? 'user' : 'assistant', ended: 'answered' },
  ...{ parts: [{ type: 'text', text }], createdAt: new Date(Date.parse(AT) + seq * 1000).toISOString() },
});

const chat = (more: Partial<Conversation> = {}): Conversation => ({
  ...{ id: 'c', title: 'Tides', createdAt: AT, modifiedAt: AT, head: 'm1' },
  ...more,
});

const textsOf = (messages: readonly Message[]) =>
  messages.map(({ parts }) => (parts[0]?.type === 'text' ? parts[0].text : ''));

async function start(device: AppDevice): Promise<ConversationTable> {
  const table = new ConversationTable(device.db);
  await table.put(chat());
  await table.putMessage(message('m0', 0, null, 'Which tide?'));
  await table.putMessage(message('m1', 1, 'm0', 'The spring tide.'));
  return table;
}

describe('a chat', () => {
  it('arrives with its messages and its branch', async () => {
    await start(a);
    await both();
    const there = new ConversationTable(b.db);
    expect(await there.get('c')).toEqual(chat());
    expect(await there.messages('c')).toEqual(await new ConversationTable(a.db).messages('c'));
  });

  it('that both continue has both branches on both devices', async () => {
    const here = await start(a);
    await both();
    const there = new ConversationTable(b.db);
    await here.putMessage(message('a2', 2, 'm1', 'asked on the laptop'));
    await there.putMessage(message('b2', 2, 'm1', 'asked on the phone'));
    await there.putMessage(message('b3', 3, 'b2', 'answered on the phone'));
    await both();
    for (const table of [here, there]) {
      const messages = await table.messages('c');
      const tree = new MessageTree(messages);
      expect(textsOf(tree.pathTo('b3'))).toEqual([
        ...['Which tide?', 'The spring tide.', 'asked on the phone', 'answered on the phone'],
      ]);
      expect(textsOf(tree.pathTo('a2')).at(-1)).toBe('asked on the laptop');
      expect(tree.variantsOf('a2')).toHaveLength(2);
      expect(new Set(messages.map(({ seq }) => seq)).size).toBe(5);
    }
  });

  it('renamed on one device and continued on the other keeps both', async () => {
    const here = await start(a);
    await both();
    const there = new ConversationTable(b.db);
    await here.change('c', (one) => ({ ...one, title: 'Renamed' }));
    await there.putMessage(message('b2', 2, 'm1', 'more'));
    await there.change('c', (one) => ({ ...one, head: 'b2', modifiedAt: '2026-05-02T10:00:00.000Z' }));
    await both();
    for (const table of [here, there]) {
      expect(await table.get('c')).toMatchObject({ title: 'Renamed', head: 'b2' });
    }
  });

  it('deleted on one device is deleted on the other, unless that has continued it', async () => {
    const here = await start(a);
    await both();
    const there = new ConversationTable(b.db);
    await here.remove('c');
    await there.putMessage(message('b2', 2, 'm1', 'still talking'));
    await both();
    expect(textsOf(await here.messages('c'))).toEqual(['Which tide?', 'The spring tide.', 'still talking']);
    await here.remove('c');
    await both();
    expect(await there.get('c')).toBeUndefined();
    expect(await there.messages('c')).toEqual([]);
  });

  it('is left alone while it is answered', async () => {
    const here = await start(a);
    await both();
    await here.change('c', (one) => ({ ...one, title: 'Renamed' }));
    b.busy = 'c';
    await both();
    const there = new ConversationTable(b.db);
    expect((await there.get('c'))?.title).toBe('Tides');
    b.busy = undefined;
    await both();
    expect((await there.get('c'))?.title).toBe('Renamed');
  });

  it('of earlier versions, whose messages name no parent, keeps their order', async () => {
    const here = new ConversationTable(a.db);
    await here.put(chat());
    for (const seq of [0, 1]) {
      const { parent: _, ...old } = message(`m${seq}`, seq, null, `text ${seq}`);
      await here.putMessage(old);
    }
    await both();
    const messages = await new ConversationTable(b.db).messages('c');
    expect(textsOf(new MessageTree(messages).pathTo('m1'))).toEqual(['text 0', 'text 1']);
  });
});

describe('a tool', () => {
  const put = (device: AppDevice, one: Tool) => device.db.put('tools', one);
  const toolsOf = (device: AppDevice) => device.db.getAll('tools');

  it('arrives with its origin and without permissions', async () => {
    await put(a, tool('greet', { origin: 'imported', policy: 'allow' }));
    await both();
    const [there] = await toolsOf(b);
    expect(there).toMatchObject({
      name: 'greet',
      origin: 'imported',
      policy: 'ask',
      hosts: [],
      writes: false,
    });
    expect(there).not.toHaveProperty('approved');
    expect(there).not.toHaveProperty('approvedOutside');
    expect(await toolsOf(a)).toEqual([tool('greet', { origin: 'imported', policy: 'allow' })]);
  });

  it('keeps its permissions here when only its settings change elsewhere, and loses them with its text', async () => {
    await put(a, tool('greet'));
    await both();
    const granted = { ...(await toolsOf(b))[0]!, hosts: ['api.example.com'], policy: 'allow' as const };
    await put(b, granted);
    await put(a, tool('greet', { tags: ['new'] }));
    await both();
    expect((await toolsOf(b))[0]).toMatchObject({
      tags: ['new'],
      hosts: ['api.example.com'],
      policy: 'allow',
    });
    await put(a, tool('greet', { source: 'another text' }));
    await both();
    expect((await toolsOf(b))[0]).toMatchObject({ source: 'another text', hosts: [], policy: 'ask' });
  });

  it('that is denied on one device is denied on the other', async () => {
    await put(a, tool('greet', { policy: 'deny' }));
    await both();
    expect((await toolsOf(b))[0]?.policy).toBe('deny');
  });

  it('edited on both devices has both texts as versions, the later one in front', async () => {
    await put(a, tool('greet'));
    await both();
    await put(a, tool('greet', { source: 'by the laptop', currentSince: '2026-06-01T10:00:00.000Z' }));
    await put(b, { ...tool('greet'), source: 'by the phone', currentSince: '2026-06-01T11:00:00.000Z' });
    await both();
    for (const device of [a, b]) {
      const versions = (await toolsOf(device)).sort((x, y) => (x.currentSince > y.currentSince ? -1 : 1));
      expect(versions.map(({ source }) => source).sort()).toEqual(['by the laptop', 'by the phone']);
      expect(new Set(versions.map(({ spec }) => spec.version)).size).toBe(2);
    }
    const fronts = [a, b].map(
      async (device) =>
        (await toolsOf(device)).reduce((x, y) => (x.currentSince > y.currentSince ? x : y)).source,
    );
    expect(new Set(await Promise.all(fronts)).size).toBe(1);
  });

  it('made on both devices under the same version is kept twice', async () => {
    await put(a, tool('greet', { id: 'one', source: 'A' }));
    await put(b, tool('greet', { id: 'two', source: 'B' }));
    await both();
    for (const device of [a, b]) {
      expect((await toolsOf(device)).map(({ source }) => source).sort()).toEqual(['A', 'B']);
    }
  });

  it('removed on one device can be restored on the other', async () => {
    await put(a, tool('greet'));
    await both();
    await a.db.delete('tools', (await toolsOf(a))[0]?.id ?? '');
    await both();
    expect(await toolsOf(b)).toEqual([]);
    expect((await b.db.getAll('removed')).map((entry) => entry.tool.name)).toEqual(['greet']);
  });

  it('of the app itself, of a server, or not saved yet stays here', async () => {
    await put(a, tool('one', { origin: 'bundled', bundle: BUNDLE_IDS.bundled }));
    await put(a, tool('two', { kind: 'mcp' }));
    await put(a, tool('three', { draft: true }));
    await both();
    expect(await toolsOf(b)).toEqual([]);
  });

  it('arrives in its bundle, which gets another slug where its own is taken', async () => {
    const bundle = (id: string): Bundle => ({
      ...{ id, slug: 'crm', displayName: 'CRM', description: '', enabled: true, origin: 'user' },
      ...{ createdAt: AT, modifiedAt: AT },
    });
    await a.db.put('bundles', bundle('bundle-a'));
    await b.db.put('bundles', bundle('bundle-b'));
    await put(a, tool('greet', { bundle: 'bundle-a' }));
    await both();
    expect((await toolsOf(b))[0]?.bundle).toBe('bundle-a');
    expect((await b.db.getAll('bundles')).map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['crm', 'crm-2']),
    );
  });
});

describe('a document', () => {
  const bodies = async (device: AppDevice) =>
    (await device.db.getAll('bodies')).map(({ body }) => body).sort();

  it('arrives with its passages', async () => {
    await putDocument(a.db, document('tides'));
    await both();
    const { id, title, hash } = document('tides');
    expect(await b.db.get('documents', id)).toMatchObject({ id, title, hash });
    expect(await b.db.getAll('chunks')).toEqual(await a.db.getAll('chunks'));
    expect(await b.db.count('segments')).toBeGreaterThan(0);
  });

  it('added on both devices is one document, and keeps the id that chats refer to', async () => {
    await putDocument(a.db, document('a', { source_id: 'same.md', hash: 'same' }));
    await putDocument(b.db, document('b', { source_id: 'same.md', hash: 'same' }));
    await both();
    expect(await a.db.getAllKeys('documents')).toEqual(['a']);
    expect(await b.db.getAllKeys('documents')).toEqual(['b']);
  });

  it('changed on both devices has both texts', async () => {
    await putDocument(
      a.db,
      document('a', { source_id: 'same.md', hash: 'one', body: 'text of A', passages: [] }),
    );
    await putDocument(
      b.db,
      document('b', { source_id: 'same.md', hash: 'two', body: 'text of B', passages: [] }),
    );
    await both();
    expect(await bodies(a)).toEqual(['text of A', 'text of B']);
    expect(await bodies(b)).toEqual(['text of A', 'text of B']);
  });

  it('gets the new title and tags of the other device', async () => {
    await putDocument(a.db, document('tides'));
    await both();
    const meta = (await a.db.get('documents', 'tides'))!;
    await a.db.put('documents', { ...meta, title: 'High tides', own: { title: 'High tides' } });
    await both();
    expect(await b.db.get('documents', 'tides')).toMatchObject({
      title: 'High tides',
      own: { title: 'High tides' },
    });
  });

  it('removed on one device is removed on the other', async () => {
    await putDocument(a.db, document('tides'));
    await both();
    for (const place of ['documents', 'bodies'] as const) await a.db.delete(place, 'tides');
    await both();
    expect(await bodies(b)).toEqual([]);
  });

  it('of the guide, or attached to no chat yet, stays here', async () => {
    await putDocument(a.db, document('page', { source: 'guide' }));
    await putDocument(a.db, document('file', { source: 'attached' }));
    await both();
    expect(await bodies(b)).toEqual([]);
  });
});

describe('settings, prompts and profiles', () => {
  const settings = (device: AppDevice, value: unknown) =>
    device.db.put('settings', { key: 'settings', value });
  const profile = (text: string) => ({
    ...{ id: 'p', name: 'Tutor', description: '', kind: 'text' as const, text },
    ...{ imported: true, createdAt: AT, modifiedAt: AT },
  });

  it('merge by name, and a new device takes those that are there', async () => {
    await settings(a, { theme: 'dark', titles: false });
    await a.sync();
    await settings(b, { theme: 'system', density: 'compact' });
    await both();
    const merged = { theme: 'dark', titles: false, density: 'compact' };
    expect((await a.db.get('settings', 'settings'))?.value).toEqual(merged);
    expect((await b.db.get('settings', 'settings'))?.value).toEqual(merged);
    expect(await b.db.get('settings', 'sync.state')).toBeDefined();
  });

  it('leave it to each device what models may do', async () => {
    await settings(a, { theme: 'dark', codeMode: true, readOnly: false });
    await a.sync();
    await settings(b, { theme: 'dark', codeMode: false, readOnly: true });
    await both();
    expect((await a.db.get('settings', 'settings'))?.value).toMatchObject({
      codeMode: true,
      readOnly: false,
    });
    expect((await b.db.get('settings', 'settings'))?.value).toMatchObject({
      codeMode: false,
      readOnly: true,
    });
  });

  it('keep both texts of a profile, and that it was imported', async () => {
    await a.db.put('profiles', profile('first'));
    await both();
    await a.db.put('profiles', profile('by the laptop'));
    await b.db.put('profiles', profile('by the phone'));
    await both();
    for (const device of [a, b]) {
      const kept = await device.db.getAll('profiles');
      expect(kept.map(({ text }) => text).sort()).toEqual(['by the laptop', 'by the phone']);
      expect(kept.every(({ imported }) => imported)).toBe(true);
      expect(new Set(kept.map(({ name }) => name)).size).toBe(2);
    }
  });

  it('keep both texts of a saved prompt, and the file it came from', async () => {
    const prompts = (device: AppDevice, text: string) =>
      device.db.put('settings', {
        key: 'prompts',
        value: {
          prompts: [{ id: 'x', name: 'explain', description: '', text, file: 'team.json', modifiedAt: AT }],
        },
      });
    await prompts(a, 'first');
    await both();
    await prompts(a, 'by the laptop');
    await prompts(b, 'by the phone');
    await both();
    for (const device of [a, b]) {
      const { value } = (await device.db.get('settings', 'prompts'))!;
      const kept = (value as { prompts: { text: string; file: string }[] }).prompts;
      expect(kept.map(({ text }) => text).sort()).toEqual(['by the laptop', 'by the phone']);
      expect(kept.every(({ file }) => file === 'team.json')).toBe(true);
    }
  });
});

it('stays quiet when nothing has changed, for every kind', async () => {
  await start(a);
  await a.db.put('tools', tool('greet'));
  await putDocument(a.db, document('tides'));
  await a.db.put('settings', { key: 'settings', value: { theme: 'dark' } });
  await both();
  for (const device of [a, b]) {
    expect(await device.sync()).toMatchObject({ sent: 0, received: 0, applied: 0, problems: [] });
  }
});

it('removes nothing from other devices after a backup has replaced the records of one', async () => {
  const at = '2026-01-01T00:00:00.000Z';
  const texts = { name: 'Moon', colour: 'blue', instructions: '', createdAt: at, modifiedAt: at };
  await a.db.put('collections', { id: 'c', ...texts } as never);
  await both();
  expect(await b.db.count('collections')).toBe(1);
  const tx = a.db.transaction(['settings'], 'readwrite');
  expect(await forgetRecords(tx.objectStore('settings') as never)).toBe(true);
  await tx.done;
  await a.db.clear('collections');
  await expect(a.sync()).rejects.toThrow('Sync has stopped');
  await b.sync();
  expect(await b.db.count('collections')).toBe(1);
});
