// Wires storage as a whole: usage, freeing space, backups, deleting everything. Loads on first use.
import type { BackupContents, BackupOptions, BackupProgress, RestoreOptions } from '../../core/backup.ts';
import { Failure } from '../../core/errors.ts';
import type { NotedReport } from '../../core/restore-notes.ts';
import {
  FREEABLE,
  type Freed,
  type FreeOptions,
  type StorageKind,
  type StorageUse,
} from '../../core/storage-use.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import { backupSecrets } from '../../storage/backup/backup-secrets.ts';
import type { FromBackup, Job, Results } from '../../storage/backup/messages.ts';
import { chosenKinds } from '../../storage/backup/write-backup.ts';
import { DATABASE_NAME, type Database } from '../../storage/database.ts';
import { freeStorage } from '../../storage/free-storage.ts';
import { BACKUP_MARK, Keeping, lossOf, type Held } from '../../storage/keeping.ts';
import type { OpenVault } from '../../storage/open-vault.ts';
import { AutomationTable } from '../../storage/automations.ts';
import { ProjectTable } from '../../storage/projects.ts';
import { PromptTable } from '../../storage/prompts.ts';
import { RegistryTable } from '../../storage/registries.ts';
import { measureStorage, type Places } from '../../storage/storage-use.ts';
import type { Registry } from '../../tools/registry.ts';
import type { AppTools } from './app-tools.ts';
import type { AppConversations } from './conversations.ts';
import type { AppEmbeddings } from './embeddings.ts';

export interface Working {
  onProgress?(progress: BackupProgress): void;
  signal?: AbortSignal;
}

export type AppStorage = ReturnType<typeof openStorage>;

interface Parts {
  version: string;
  knowledge: KnowledgeClient;
  tools: Registry;
  toolParts: AppTools;
  conversations: AppConversations;
  vault: OpenVault;
  embeddings: () => Promise<AppEmbeddings>;
}

/** Bundled, so not the user's. */
const GUIDE = 'guide';
const COME_ALONG = ['builtin', 'bundled'];

export function openStorage(database: Database, parts: () => Parts) {
  const places: Places = {
    caches: globalThis.caches,
    storage: navigator.storage,
    files: navigator.storage?.getDirectory && (() => navigator.storage.getDirectory()),
  };
  const keeping = new Keeping({
    marks: localStorage,
    storage: navigator.storage,
    async count(): Promise<Held> {
      const { knowledge, tools, conversations } = parts();
      const own = (await knowledge.sources({ local: true })).filter(({ name }) => name !== GUIDE);
      return {
        documents: own.reduce((sum, { documents }) => sum + documents, 0),
        tools: tools.list().filter(({ origin }) => !COME_ALONG.includes(origin)).length,
        conversations: (await conversations.kept.list()).length,
      };
    },
    onChange(listener) {
      const { knowledge, tools, conversations } = parts();
      const stops = [knowledge, tools, conversations].map((part) => part.onChange(listener));
      return () => stops.forEach((stop) => stop());
    },
  });
  const prompts = new PromptTable(database);
  const automations = new AutomationTable(database);
  return {
    /** @param mark of an earlier visit, when nothing else of it is left. @returns the loss, as a sentence */
    async watch(mark?: string): Promise<string | undefined> {
      await keeping.start();
      return mark === undefined ? undefined : lossOf(mark);
    },
    prompts,
    automations,
    projects: new ProjectTable(database),
    registries: new RegistryTable(database),
    persist: () => keeping.persist(),
    persisted: () => keeping.persisted(),
    refusal: () => keeping.refusal(),
    usage: (): Promise<StorageUse> => measureStorage(database, places),

    /** @throws Failure `bad_request` when the kind cannot be freed, or needs options */
    async free(kind: StorageKind, options: FreeOptions = {}): Promise<Freed> {
      if (!FREEABLE.includes(kind)) {
        throw new Failure('bad_request', `"${kind}" cannot be freed. Choose from ${FREEABLE.join(', ')}.`);
      }
      const { knowledge, conversations, toolParts, embeddings } = parts();
      return freeStorage(database, places, kind, options, {
        knowledge,
        conversations: conversations.kept,
        runs: async () => (await toolParts.runs()).store,
        pauseEmbeddings: async () => (await embeddings()).pause(),
      });
    },

    /** @returns the file; undefined when it was written to `into` */
    async backup(
      options: BackupOptions & Working & { into?: FileSystemFileHandle } = {},
    ): Promise<Blob | undefined> {
      const { onProgress, signal, into, ...chosen } = options;
      const { vault, version } = parts();
      const wanted = chosenKinds(chosen).includes('secrets');
      const job: Job = {
        type: 'write',
        options: {
          ...chosen,
          app: version,
          createdAt: new Date().toISOString(),
          secrets: wanted ? await backupSecrets(vault) : [],
        },
        ...(into && { into }),
      };
      const file = await perform(job, { ...(onProgress && { onProgress }), ...(signal && { signal }) });
      localStorage.setItem(BACKUP_MARK, job.options.createdAt);
      return file;
    },

    inspect: (file: Blob, passphrase?: string): Promise<BackupContents> =>
      perform({ type: 'inspect', file, ...(passphrase !== undefined && { passphrase }) }),

    /** Restored settings take effect after a reload; everything else immediately. */
    async restore(file: Blob, options: RestoreOptions & Working = {}): Promise<NotedReport> {
      const { onProgress, signal, ...wanted } = options;
      const working = { ...(onProgress && { onProgress }), ...(signal && { signal }) };
      const { secrets, ...report } = await perform({ type: 'restore', file, options: wanted }, working);
      if (secrets.length === 0) return report;
      const existing = wanted.clear ? 'replace' : (wanted.existing ?? 'keep');
      const added = await parts().vault.setAll(secrets, { existing });
      report.kinds.push({ kind: 'secrets', added, replaced: 0, kept: secrets.length - added });
      return report;
    },

    /** Deletes everything of this page: database, files, caches, drafts. The page must be reloaded immediately. */
    async deleteEverything(): Promise<void> {
      localStorage.clear();
      database.close();
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(DATABASE_NAME);
        request.onsuccess = () => resolve();
        request.onerror = () =>
          reject(
            new Failure('unavailable', 'The browser could not delete its storage. Reload and try again.'),
          );
      });
      // What cannot be deleted now is unreachable afterwards.
      const root = await places.files?.().catch(() => undefined);
      for await (const name of root?.keys() ?? []) {
        await root?.removeEntry(name, { recursive: true }).catch(() => undefined);
      }
      for (const name of (await places.caches?.keys()) ?? []) await places.caches?.delete(name);
    },
  };
}

/** One worker per job, so its memory is freed with it. */
function perform<T extends Job>(job: T, { onProgress, signal }: Working = {}): Promise<Results[T['type']]> {
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    type: 'module',
    name: 'backup',
  });
  const stop = (): void => worker.postMessage({ type: 'stop' });
  return new Promise<Results[T['type']]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromBackup>) => {
      if (data.type === 'progress') onProgress?.(data.progress);
      else if (data.type === 'done') resolve(data.result as Results[T['type']]);
      else reject(new Failure(data.error.code, data.error.message, data.error.details));
    });
    worker.addEventListener('error', () =>
      reject(new Failure('unavailable', 'The backup stopped unexpectedly. Reload the page and try again.')),
    );
    worker.postMessage(job);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  }).finally(() => {
    signal?.removeEventListener('abort', stop);
    worker.terminate();
  });
}
