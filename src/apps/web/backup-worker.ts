// The worker that writes and restores backups: it packs, encrypts and indexes off the page's thread.
import { v7 as uuid } from 'uuid';
import type { StoredDocument } from '../../core/document.ts';
import { toErrorData } from '../../core/errors.ts';
import { indexDocuments } from '../../knowledge/index-documents.ts';
import { Languages, rulesOf } from '../../knowledge/languages.ts';
import { encodeSegment } from '../../search/segment.ts';
import { openBackup } from '../../storage/backup/backup-file.ts';
import { blobSource } from '../../storage/backup/byte-source.ts';
import type { FromBackup, Job, Results, ToBackup } from '../../storage/backup/messages.ts';
import { restoreBackup } from '../../storage/backup/restore-backup.ts';
import { writeBackup } from '../../storage/backup/write-backup.ts';
import { openDatabase, type Database, type SegmentRecord } from '../../storage/database.ts';

/** Writers of the library and the tools wait on these until a restore is over. */
const LOCKS = ['perilune-library', 'perilune-tools'];
/** What to announce after each kind is restored: its caches in memory are then read again. */
const CHANGES: Record<string, unknown> = {
  'perilune-library': { documents: ['restored'] },
  'perilune-tools': 'changed',
  'perilune-runs': 'changed',
  'perilune-conversations': 'changed',
  'perilune-feeds': 'changed',
  'perilune-remotes': 'changed',
  'perilune-profiles': 'changed',
  'perilune-collections': 'changed',
  'perilune-mcp_servers': 'changed',
  'perilune-settings': 'changed',
};
/** Milliseconds between two progress messages. */
const TOLD_EVERY = 50;

const worker = self as unknown as DedicatedWorkerGlobalScope;
const stop = new AbortController();
const send = (message: FromBackup): void => worker.postMessage(message);

worker.addEventListener('message', ({ data }: MessageEvent<ToBackup>) => {
  if (data.type === 'stop') return stop.abort();
  run(data).then(
    (result) => send({ type: 'done', result }),
    (error: unknown) => send({ type: 'error', error: toErrorData(error, 'unavailable') }),
  );
});

async function run(job: Job): Promise<Results[Job['type']]> {
  if (job.type === 'inspect') {
    return (await openBackup(blobSource(job.file), job.passphrase)).contents;
  }
  const database = await openDatabase();
  try {
    return await (job.type === 'write' ? write(database, job) : restore(database, job));
  } finally {
    database.close();
  }
}

async function write(database: Database, { options, into }: Job & { type: 'write' }) {
  const more = { ...options, signal: stop.signal, onProgress: throttled() };
  if (into) {
    const file = await into.createWritable();
    try {
      await writeBackup(database, more, (bytes) => file.write(bytes));
    } catch (error) {
      await file.abort().catch(() => undefined);
      throw error;
    }
    await file.close();
    return undefined;
  }
  // Each piece becomes a Blob immediately; browsers keep large ones on disk.
  const pieces: Blob[] = [];
  await writeBackup(database, more, (bytes) => void pieces.push(new Blob([bytes])));
  return new Blob(pieces, { type: 'application/octet-stream' });
}

async function restore(database: Database, { file, options }: Job & { type: 'restore' }) {
  const backup = await openBackup(blobSource(file), options.passphrase);
  const languages = new Languages();
  const index = async (documents: StoredDocument[]): Promise<SegmentRecord> => {
    const rules = await languages.load(documents.map(({ language }) => rulesOf(language)));
    const bytes = encodeSegment(indexDocuments(documents, rules));
    return { id: uuid(), bytes, createdAt: new Date().toISOString() };
  };
  const report = await locked([...LOCKS], () =>
    restoreBackup(database, backup, { ...options, index, signal: stop.signal, onProgress: throttled() }),
  );
  for (const [name, change] of Object.entries(CHANGES)) {
    const channel = new BroadcastChannel(name);
    channel.postMessage(change);
    channel.close();
  }
  return report;
}

async function locked<T>(names: string[], work: () => Promise<T>): Promise<T> {
  const [name, ...rest] = names;
  if (name === undefined) return work();
  return navigator.locks.request(name, () => locked(rest, work));
}

function throttled(): (progress: { done: number; total: number }) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (now - last < TOLD_EVERY && progress.done < progress.total) return;
    last = now;
    send({ type: 'progress', progress });
  };
}
