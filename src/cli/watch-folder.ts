// Watches a folder, and reports each burst of changes once.
import { watch, type FSWatcher } from 'node:fs';

/** Milliseconds of quiet, because editors write a file in several steps. */
const QUIET = 150;
/** Files that tools and repositories generate. */
const LEFT = /(^|[\\/])(\.[^\\/]*|node_modules)([\\/]|$)/;

/** @returns a function that stops watching. */
export function watchFolder(folder: string, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { recursive: true }, (_event, name) => {
      if (name !== null && LEFT.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, QUIET);
    });
    // When the folder disappears, or the system's watch limit is reached, the last read content stays.
    watcher.on('error', () => undefined);
  } catch {
    return () => undefined;
  }
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
