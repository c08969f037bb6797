// Watches a folder, and reports each burst of changes once.
//
// - A file that is written all the time, such as a log, must not keep the program busy: after each reading there is a pause
//   nine times as long as it took.
import { watch, type FSWatcher } from 'node:fs';

/** Milliseconds of quiet, because editors write a file in several steps. */
const QUIET = 150;
/** Milliseconds after which a burst is reported although it goes on. */
const LONGEST_BURST = 2000;
/** The pause after a reading, as a multiple of its time. */
const PAUSE = 9;
/** Files that tools and repositories generate. */
const LEFT = /(^|[\\/])(\.[^\\/]*|node_modules)([\\/]|$)/;

/**
 * @param onChange reads the folder; called again only after it has settled
 * @param isRead whether the content of a file counts, by its path below the folder. New and removed files always count.
 * @returns a function that stops watching
 */
export function watchFolder(
  folder: string,
  onChange: () => Promise<unknown>,
  isRead: (path: string) => boolean = () => true,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let burst: number | undefined;
  let pauseEnd = 0;
  let reading = false;
  let again = false;
  let ended = false;

  const plan = (): void => {
    if (ended) return;
    if (reading) {
      again = true;
      return;
    }
    const now = performance.now();
    burst ??= now;
    clearTimeout(timer);
    const quiet = Math.min(QUIET, Math.max(0, burst + LONGEST_BURST - now));
    timer = setTimeout(() => void read(), Math.max(quiet, pauseEnd - now));
  };
  const read = async (): Promise<void> => {
    burst = undefined;
    reading = true;
    const started = performance.now();
    await onChange().catch(() => undefined);
    const now = performance.now();
    pauseEnd = now + (now - started) * PAUSE;
    reading = false;
    if (!again) return;
    again = false;
    plan();
  };

  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { recursive: true }, (event, name) => {
      if (name !== null && (LEFT.test(name) || (event === 'change' && !isRead(name)))) return;
      plan();
    });
    // When the folder disappears, or the system's watch limit is reached, the last read content stays.
    watcher.on('error', () => undefined);
  } catch {
    return () => undefined;
  }
  return () => {
    ended = true;
    clearTimeout(timer);
    watcher.close();
  };
}
