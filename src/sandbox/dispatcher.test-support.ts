// Test support: a host dispatcher over given services, grants and secrets, with a folder in memory.
import { Outbound } from '../core/outbound.ts';
import { DEFAULT_LIMITS, type Limits } from '../core/limits.ts';
import type { Secret } from '../core/secrets.ts';
import type { Act } from '../core/call.ts';
import { HostCallDispatcher } from './host.ts';
import type { HostServices, HttpService } from './capabilities.ts';
import type { FolderStore, Grants } from '../core/ports/grants.ts';
import { noGrants } from '../core/ports/no-grants.ts';
import { RunSecrets } from './run-secrets.ts';

export interface DispatcherOptions {
  services?: Partial<HostServices>;
  http?: HttpService;
  grants?: Partial<Grants>;
  secrets?: Secret[];
  limits?: Partial<Limits>;
  /** The person's answer to approvals. Default: no. */
  allow?: boolean;
}

export function dispatcherFor(options: DispatcherOptions = {}) {
  const asked: Act[] = [];
  const over = new AbortController();
  const files = memoryFolders();
  const services: HostServices = {
    search: async () => [],
    get: () => Promise.reject(new Error('no document was asked for')),
    sources: async () => [],
    folders: files,
    ...options.services,
  };
  const grants = noGrants({
    folder: 'tool-1',
    cautious: false,
    outbound: new Outbound(),
    approve: async (act) => {
      asked.push(act);
      return options.allow ?? false;
    },
    ...options.grants,
  });
  const http: HttpService = options.http ?? {
    send: () => Promise.reject(new Error('nothing was to be sent')),
  };
  const run = {
    grants,
    secrets: new RunSecrets(options.secrets ?? []),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    signal: over.signal,
    warn: () => undefined,
  };
  return { dispatcher: new HostCallDispatcher(services, http, run), asked, files, over };
}

/** A folder store in memory. */
export function memoryFolders(): FolderStore {
  const files = new Map<string, Uint8Array>();
  const key = (folder: string, path: string): string => `${folder}\n${path}`;
  return {
    read: async (folder, path) => files.get(key(folder, path)),
    write: async (folder, path, bytes) => void files.set(key(folder, path), bytes),
    remove: async (folder, path) => files.delete(key(folder, path)),
    list: async (folder) =>
      [...files]
        .filter(([name]) => name.startsWith(`${folder}\n`))
        .map(([name, bytes]) => ({
          path: name.slice(folder.length + 1),
          size: bytes.length,
          modified: '2026-01-02T03:04:05.000Z',
        })),
  };
}
