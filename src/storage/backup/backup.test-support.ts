// Test support for backups: a database with something of every kind, and a dump of a database for comparison.
import { openDatabase, type Database } from '../database.ts';
import { BUNDLE_IDS } from '../../core/bundle.ts';
import type { StoredDocument } from '../../core/document.ts';
import type { Tool } from '../../core/tool.ts';
import type { SegmentRecord } from '../database.ts';
import { openBackup } from './backup-file.ts';
import { blobSource } from './byte-source.ts';
import { writeBackup, type WriteOptions } from './write-backup.ts';
import { keptTool, toolSpec } from '../../core/tools.test-support.ts';

const AT = '2026-05-01T10:00:00.000Z';

export async function emptyDatabase(name: string): Promise<Database> {
  return openDatabase({ name });
}

export function document(id: string, more: Partial<StoredDocument> = {}): StoredDocument {
  const body = `# ${id}\n\nThe first passage of ${id}.\n\nThe second one, with 猫.`;
  const passages = [
    { document: id, index: 0, text: body.slice(0, 20), heading: [id], start: 0, end: 20 },
    { document: id, index: 1, text: body.slice(20), heading: [], start: 20, end: body.length, page: 2 },
  ];
  return {
    id,
    source: 'files',
    source_id: `${id}.md`,
    title: id,
    content_type: 'text/markdown',
    created_at: AT,
    updated_at: AT,
    added_at: AT,
    metadata: { tags: ['a'] },
    hash: `hash of ${id}`,
    chunks: passages.length,
    size: body.length,
    body,
    passages,
    ...more,
  };
}

export function tool(id: string, more: Partial<Tool> = {}): Tool {
  const hosts = ['api.example.com'];
  const spec = toolSpec(id, { parameters: { type: 'object', properties: {} }, hosts });
  return keptTool(spec, {
    bundle: BUNDLE_IDS.mine,
    folder: `folder-${id}`,
    hosts,
    writes: true,
    config: { key: '${TOKEN}' },
    limits: { timeout: 3000 },
    approved: 'digest',
    approvedOutside: { browser: 'digest' },
    createdAt: AT,
    modifiedAt: AT,
    currentSince: AT,
    ...more,
  });
}

export async function putDocument(db: Database, { body, passages, ...meta }: StoredDocument): Promise<void> {
  const tx = db.transaction(['documents', 'bodies', 'chunks'], 'readwrite');
  await tx.objectStore('documents').put(meta);
  await tx.objectStore('bodies').put({ id: meta.id, body });
  for (const passage of passages) await tx.objectStore('chunks').put(passage);
  await tx.done;
}

export async function fill(db: Database, documents = 3): Promise<void> {
  for (let i = 0; i < documents; i++) await putDocument(db, document(`doc-${i}`));
  const bundle = { description: '', enabled: true, origin: 'user', createdAt: AT, modifiedAt: AT } as const;
  await db.put('bundles', { ...bundle, id: BUNDLE_IDS.mine, slug: 'mine', displayName: 'Mine' });
  await db.put('bundles', { ...bundle, id: 'bundle-2', slug: 'second', displayName: 'Second' });
  await db.put('tools', tool('one'));
  await db.put('tools', tool('two', { bundle: 'bundle-2', policy: 'deny' }));
  await db.put('removed', { id: 'r', tool: tool('gone'), removedAt: AT });
  await db.put('changes', {
    id: 'c',
    at: AT,
    what: 'created',
    subject: 'tool',
    of: `${BUNDLE_IDS.mine}/one`,
    name: 'one',
    by: 'user',
  });
  await db.put('usage', { tool: [BUNDLE_IDS.mine, 'one'], calls: 3, failures: 1, lastCalledAt: AT });
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => i);
  await db.put('files', { folder: 'folder-one', path: 'notes/a.bin', bytes, size: 300, modified: AT });
  await db.put('runs', {
    id: 'run-1',
    startedAt: AT,
    tool: { id: 'one', name: 'one', version: '1', bundle: BUNDLE_IDS.mine, kind: 'lua' },
    caller: { kind: 'user' },
    status: 'ok',
    milliseconds: 1,
    size: 10,
  });
  await db.put('run_details', {
    id: 'run-1',
    args: { a: 1 },
    outcome: { result: 'é' },
    logs: [],
    trace: { hostCalls: [] },
  });
  await db.put('conversations', { id: 'chat', title: 'Chat', createdAt: AT, modifiedAt: AT });
  for (const seq of [0, 1]) {
    await db.put('messages', {
      id: `m${seq}`,
      conversation: 'chat',
      seq,
      role: seq === 0 ? 'user' : 'assistant',
      parts: [{ type: 'text', text: `said ${seq}` }],
      createdAt: AT,
    });
  }
  await db.put('feeds', {
    id: 'feed',
    title: 'Feed',
    connector: 'rss',
    source: 'script:feed',
    config: {},
    every: 60,
    prune: true,
    createdAt: AT,
  });
  await db.put('remotes', {
    id: 'remote',
    name: 'Remote',
    engine: 'chroma',
    url: 'http://localhost:8000',
    tenant: 't',
    database: 'd',
    collection: 'c',
    use: 'beside',
    createdAt: AT,
  } as never);
  await db.put('settings', {
    key: 'settings',
    value: { model: { baseUrl: 'https://mine.example/v1', model: 'm', api: 'auto' }, theme: 'dark' },
  });
  await db.put('settings', { key: 'guide-version', value: 'x' });
}

const KEPT = [
  ...(['documents', 'bodies', 'chunks', 'tools', 'bundles', 'removed', 'changes', 'usage'] as const),
  ...(['files', 'runs', 'run_details', 'conversations', 'messages', 'feeds', 'remotes'] as const),
];

/** Returns everything that a backup keeps. */
export async function contentOf(db: Database): Promise<Record<string, unknown>> {
  const stores = await Promise.all(KEPT.map(async (name) => [name, await db.getAll(name)] as const));
  return { ...Object.fromEntries(stores), settings: await db.get('settings', 'settings') };
}

/** Returns everything, to the last byte. */
export async function everythingIn(db: Database): Promise<Record<string, unknown>> {
  const names = [...db.objectStoreNames];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await db.getAll(name)])));
}

export async function backupOf(db: Database, options: Partial<WriteOptions> = {}): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  await writeBackup(db, { app: '1.0.0', createdAt: AT, ...options }, (bytes) => void pieces.push(bytes));
  return new Blob(pieces);
}

export function opened(blob: Blob, passphrase?: string) {
  return openBackup(blobSource(blob), passphrase);
}

let segments = 0;
export function fakeIndex(documents: StoredDocument[]): Promise<SegmentRecord> {
  const text = documents.map(({ id, added_at }) => `${id}@${added_at}`).join('\n');
  const bytes = new TextEncoder().encode(text).buffer;
  // Delayed, like a language that must be loaded first: the transaction must outlast it.
  return new Promise((resolve) =>
    setTimeout(() => resolve({ id: `segment-${++segments}`, bytes, createdAt: AT }), 5),
  );
}
