// Watches a folder, and says once for each burst of changes that something in it is another.
import { watch, type FSWatcher } from 'node:fs';

/** Milliseconds of quiet: an editor writes a file in several steps. */
const QUIET = 150;
/** What tools and repositories write for themselves. */
const LEFT = /(^|[\\/])(\.[^\\/]*|node_modules)([\\/]|$)/;

/** @returns a function that ends it. */
export function watchFolder(folder: string, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { recursive: true }, (_event, name) => {
      if (name !== null && LEFT.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, QUIET);
    });
    // A folder that goes away, or more of them than the system watches: what was read last stays.
    watcher.on('error', () => undefined);
  } catch {
    return () => undefined;
  }
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
