// Labels of storage and backup kinds. Pure.
import type { BackupContents, BackupKind, RestoredKind } from '../../core/backup.ts';
import type { KindUse, StorageKind } from '../../core/storage-use.ts';
import { count, sizeText } from '../components/quantities.ts';
import { language } from '../texts/texts.ts';

interface Words {
  title: string;
  /** The unit it is counted in. */
  noun?: [one: string, many: string];
}

export const KINDS: Record<StorageKind, Words> = {
  documents: { title: 'Documents', noun: ['document', 'documents'] },
  originals: { title: 'Original files', noun: ['file', 'files'] },
  index: { title: 'Keyword index' },
  embeddings: { title: 'Embeddings', noun: ['passage', 'passages'] },
  model: { title: 'Models', noun: ['file', 'files'] },
  tools: { title: 'Tools', noun: ['tool', 'tools'] },
  removed: { title: 'Removed tools', noun: ['tool', 'tools'] },
  files: { title: 'Tool files', noun: ['file', 'files'] },
  runs: { title: 'Runs', noun: ['run', 'runs'] },
  conversations: { title: 'Chats', noun: ['chat', 'chats'] },
  secrets: { title: 'Secrets', noun: ['secret', 'secrets'] },
  app: { title: 'Perilune itself, for offline use' },
  other: { title: 'Settings and other data' },
};

export const BACKUP_WORDS: Record<BackupKind, string> = {
  documents: 'Documents',
  tools: 'Tools',
  files: 'Tool files',
  runs: 'Runs',
  conversations: 'Chats',
  feeds: 'Feeds',
  remotes: 'Remote knowledge',
  servers: 'MCP servers',
  collections: 'Collections',
  profiles: 'Profiles',
  settings: 'Settings',
  secrets: 'Secrets and keys',
};

/** `1,204 documents`; empty for an uncounted kind. */
export function itemsText({ kind, items }: KindUse): string {
  const { noun } = KINDS[kind];
  return noun ? count(items, ...noun) : '';
}

/** `about 31 MB`; empty for secrets and for zero. */
export function bytesText({ kind, bytes, estimated }: KindUse): string {
  if (kind === 'secrets') return '';
  const size = sizeText(bytes);
  return bytes > 0 && estimated ? `about ${size}` : size;
}

/** `Created on 1 May 2026 by Perilune 0.1.0, 31 MB.` */
export function contentsText({ app, createdAt, size, encrypted }: BackupContents): string {
  const made = new Date(createdAt);
  const date = Number.isNaN(made.getTime())
    ? 'at an unknown time'
    : `on ${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(made)}`;
  return `Created ${date} by Perilune ${app.slice(0, 20)}: ${sizeText(size)}, ${encrypted ? 'encrypted' : 'not encrypted'}.`;
}

/** The result in one sentence. */
export function restoredText(kinds: readonly RestoredKind[]): string {
  const sum = (field: 'added' | 'replaced' | 'kept'): number =>
    kinds.reduce((all, kind) => all + kind[field], 0);
  const [added, replaced, kept] = [sum('added'), sum('replaced'), sum('kept')];
  if (added + replaced === 0 && kept > 0) return 'Nothing was restored: all of it is already here.';
  const parts = [
    `${count(added, 'item')} restored`,
    ...(replaced > 0 ? [`${replaced.toLocaleString(language)} replaced`] : []),
    ...(kept > 0 ? [`${kept.toLocaleString(language)} kept unchanged`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** `perilune-2026-05-01.backup` */
export function backupName(now: Date): string {
  return `perilune-${now.toISOString().slice(0, 10)}.backup`;
}
