// Collects the content of a backup: the records of each kind, a few at a time, each with its related data from the
// same moment.
import type { BackupKind } from '../../core/backup.ts';
import type { Chunk, StoredDocument } from '../../core/document.ts';
import type { Database } from '../database.ts';
import { AUTOMATIONS } from '../automations.ts';
import { PROMPTS } from '../prompts.ts';
import { REGISTRIES } from '../registries.ts';
import type { OpenedSecret } from '../vault.ts';
import { portableRegistries } from './restore-registries.ts';
import { toBase64 } from './sealed-file.ts';

/** Records read in one transaction. */
const BATCH = 100;

/** Settings chosen by a person, without keys, marks and counters. */
export const CHOICES: readonly string[] = ['settings', 'embedding', PROMPTS, AUTOMATIONS, REGISTRIES];

/** A passage without its text, which is part of the body. The text is included should it ever differ. */
export type PackedPassage = Omit<Chunk, 'document' | 'index' | 'text'> & { text?: string };

export interface PackedDocument extends Omit<StoredDocument, 'passages'> {
  passages: PackedPassage[];
}

export function collect(
  db: Database,
  kind: BackupKind,
  secrets: readonly OpenedSecret[],
): AsyncIterable<unknown> | Iterable<unknown> {
  switch (kind) {
    case 'documents':
      return documents(db);
    case 'tools':
      return tools(db);
    case 'files':
      return files(db);
    case 'runs':
      return runs(db);
    case 'conversations':
      return conversations(db);
    case 'feeds':
    case 'remotes':
    case 'profiles':
    case 'collections':
      return all(db, kind);
    case 'servers':
      return all(db, 'mcp_servers');
    case 'settings':
      return settings(db);
    case 'secrets':
      return secrets;
  }
}

async function* documents(db: Database): AsyncGenerator<PackedDocument> {
  for (const ids of batches(await db.getAllKeys('documents'))) {
    const tx = db.transaction(['documents', 'bodies', 'chunks']);
    const read = await Promise.all(
      ids.map(async (id) => {
        const [meta, body, passages] = await Promise.all([
          tx.objectStore('documents').get(id),
          tx.objectStore('bodies').get(id),
          tx.objectStore('chunks').getAll(IDBKeyRange.bound([id], [id, []])),
        ]);
        return meta && { ...meta, body: body?.body ?? '', passages: passages.map(packed(body?.body ?? '')) };
      }),
    );
    // A document removed meanwhile is left out.
    for (const document of read) if (document) yield document;
  }
}

function packed(body: string): (passage: Chunk) => PackedPassage {
  return ({ document: _document, index: _index, text, ...passage }) =>
    text === body.slice(passage.start, passage.end) ? passage : { ...passage, text };
}

async function* tools(db: Database): AsyncGenerator<unknown> {
  const tx = db.transaction(['tools', 'bundles', 'removed', 'changes', 'usage', 'settings']);
  const [bundle, tool, removed, change, usage, gone, off] = await Promise.all([
    tx.objectStore('bundles').getAll(),
    tx.objectStore('tools').getAll(),
    tx.objectStore('removed').getAll(),
    tx.objectStore('changes').getAll(),
    tx.objectStore('usage').getAll(),
    tx.objectStore('settings').get('tools.removed-bundled'),
    tx.objectStore('settings').get('tools.disabled-builtin'),
  ]);
  const lists: Record<string, readonly unknown[]> = { bundle, tool, removed, change, usage };
  for (const [name, records] of Object.entries(lists)) {
    for (const record of records) yield { [name]: record };
  }
  for (const mark of [gone, off]) if (mark) yield { mark };
}

/** Tells whether a line of `tools` is a tool; the others hold related data. */
export function isTool(line: unknown): boolean {
  return typeof line === 'object' && line !== null && 'tool' in line;
}

async function* files(db: Database): AsyncGenerator<unknown> {
  for (const key of await db.getAllKeys('files')) {
    const file = await db.get('files', key);
    if (file) yield { ...file, bytes: toBase64(file.bytes) };
  }
}

async function* runs(db: Database): AsyncGenerator<unknown> {
  for (const ids of batches(await db.getAllKeys('runs'))) {
    const tx = db.transaction(['runs', 'run_details']);
    const read = ids.map((id) =>
      Promise.all([tx.objectStore('runs').get(id), tx.objectStore('run_details').get(id)]),
    );
    for (const [summary, details] of await Promise.all(read)) {
      if (summary && details) yield { summary, details };
    }
  }
}

async function* conversations(db: Database): AsyncGenerator<unknown> {
  for (const id of await db.getAllKeys('conversations')) {
    const tx = db.transaction(['conversations', 'messages']);
    const [conversation, messages] = await Promise.all([
      tx.objectStore('conversations').get(id),
      tx
        .objectStore('messages')
        .index('order')
        .getAll(IDBKeyRange.bound([id], [id, []])),
    ]);
    if (conversation) yield { conversation, messages };
  }
}

async function* all(
  db: Database,
  store: 'feeds' | 'remotes' | 'profiles' | 'mcp_servers' | 'collections',
): AsyncGenerator<unknown> {
  yield* await db.getAll(store);
}

async function* settings(db: Database): AsyncGenerator<unknown> {
  for (const key of CHOICES) {
    const entry = await db.get('settings', key);
    if (entry) yield key === REGISTRIES ? { key, value: portableRegistries(entry.value) } : entry;
  }
}

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
}
