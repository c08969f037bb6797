// Files of documents and of chats between two devices with the app's own database.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../../core/conversation.ts';
import { ATTACHED_SOURCE, revisionKey, type StoredDocument } from '../../../core/document.ts';
import { document, putDocument } from '../../../storage/backup/backup.test-support.ts';
import { ConversationTable } from '../../../storage/conversations.ts';
import { MemoryStore } from '../stores/memory-store.test-support.ts';
import { AppDevice } from './app-device.test-support.ts';

const AT = '2026-05-01T10:00:00.000Z';
let store: MemoryStore;
let a: AppDevice;
let b: AppDevice;

beforeEach(async () => {
  store = new MemoryStore();
  a = await AppDevice.open('Laptop', store);
  b = await AppDevice.open('Phone', store);
});
afterEach(() => {
  a.db.close();
  b.db.close();
});

async function both(): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const device of [a, b]) await device.syncFiles();
}

/** Adds a document with its file, as the library does. */
async function add(to: AppDevice, text: string, more: Partial<StoredDocument> = {}): Promise<StoredDocument> {
  const made = document('tides', { source_id: 'sea/tides.pdf', ...more });
  await putDocument(to.db, made);
  const bytes = new TextEncoder().encode(text);
  const file = { name: 'tides.pdf', type: 'application/pdf', size: bytes.length };
  await to.originals.keep([{ ...file, key: revisionKey(made), read: async () => bytes.buffer }]);
  return made;
}

async function fileOf(device: AppDevice, id = 'tides'): Promise<string | undefined> {
  const meta = await device.db.get('documents', id);
  const original = meta && (await device.originals.find(revisionKey(meta)));
  return original && `${original.name} ${original.type} ${await original.blob.text()}`;
}

describe('the file of a document', () => {
  it('arrives with its name and type, and opens there', async () => {
    await add(a, 'the file');
    await both();
    expect(await fileOf(b)).toBe('tides.pdf application/pdf the file');
  });

  it('arrives for a document that the other device has without its file', async () => {
    await putDocument(b.db, document('tides', { source_id: 'sea/tides.pdf' }));
    await both();
    await add(a, 'the file');
    await both();
    expect(await fileOf(b)).toContain('the file');
  });

  it('stays everywhere when one device frees its space', async () => {
    await add(a, 'the file');
    await both();
    await b.db.clear('originals');
    await b.syncFiles();
    await a.syncFiles();
    expect(await fileOf(a)).toContain('the file');
    await b.syncFiles();
    expect(await fileOf(b)).toContain('the file');
  });

  it('is not fetched where files of documents are not kept', async () => {
    await b.db.put('settings', { key: 'settings', value: { originals: false } });
    await add(a, 'the file');
    await both();
    expect((await b.db.get('documents', 'tides'))?.title).toBe('tides');
    expect(await b.db.count('originals')).toBe(0);
  });

  it('is that of the new text, never of the old one', async () => {
    await add(a, 'the old file');
    await both();
    await a.db.clear('originals');
    await add(a, 'the new file', { hash: 'new', added_at: '2026-05-02T10:00:00.000Z', title: 'new' });
    await a.sync();
    await b.sync();
    expect(await fileOf(b)).toBeUndefined();
    await both();
    expect(await fileOf(b)).toContain('the new file');
  });
});

describe('a file attached to a chat', () => {
  const message = (mentions: Message['mentions']): Message => ({
    ...{ id: 'm0', conversation: 'c', seq: 0, parent: null, role: 'user' },
    ...{ parts: [{ type: 'text', text: 'What is this?' }], createdAt: AT, ...(mentions && { mentions }) },
  });
  const mention = { kind: 'document', id: 'tides', title: 'tides', attached: true } as const;

  async function attach(temporary = false): Promise<void> {
    const chats = new ConversationTable(a.db);
    await chats.put({
      id: 'c',
      title: 'Tides',
      createdAt: AT,
      modifiedAt: AT,
      ...(temporary && { temporary }),
    });
    await chats.putMessage(message([mention]));
    await add(a, 'the file', { source: ATTACHED_SOURCE, source_id: '1234/tides.pdf' });
  }

  it('arrives with its chat, under the id that the chat names', async () => {
    await attach();
    await both();
    expect((await b.db.get('documents', 'tides'))?.source).toBe(ATTACHED_SOURCE);
    expect(await fileOf(b)).toContain('the file');
  });

  it('stays here when it is only a draft, or its chat is temporary', async () => {
    await attach(true);
    await both();
    await add(a, 'a draft', { id: 'draft', source: ATTACHED_SOURCE, source_id: '5678/draft.pdf' });
    await both();
    expect(await b.db.getAllKeys('documents')).toEqual([]);
    expect([...store.files.keys()].filter((path) => path.startsWith('files/'))).toEqual([]);
  });

  it('goes with its chat; one that went missing alone is not a deletion of the chat', async () => {
    await attach();
    await both();
    await new ConversationTable(a.db).remove('c');
    await a.db.delete('documents', 'tides');
    await both();
    expect(await new ConversationTable(b.db).get('c')).toBeUndefined();
  });

  it('can’t come as a document of the library, nor a document as an attached file', async () => {
    const hostile = document('planted', { source: 'files', source_id: 'x/planted.md' });
    const outcome = await b.apply([
      { key: 'attached/c/x/planted.md', value: { ...hostile } as never, mark: undefined },
    ]);
    expect(outcome).toBe(0);
    const other = document('planted', { source: ATTACHED_SOURCE, source_id: 'x/planted.md' });
    expect(
      await b.apply([
        { key: 'document/attached/x/planted.md', value: { ...other } as never, mark: undefined },
      ]),
    ).toBe(0);
  });
});
