// Messages between the workers that load files of the app on demand, the page, and the service worker that caches
// those files.

/** A broadcast channel: a worker posts the addresses of the files that it loaded. */
export const USED_FILES = 'perilune-used-files';

/** To the service worker: a worker that started before it has fetched these files without it. */
export interface KeepFiles {
  type: 'KEEP_FILES';
  urls: string[];
}

export function isKeepFiles(data: unknown): data is KeepFiles {
  const { type, urls } = (data ?? {}) as Partial<Record<keyof KeepFiles, unknown>>;
  return type === 'KEEP_FILES' && Array.isArray(urls) && urls.every((url) => typeof url === 'string');
}
