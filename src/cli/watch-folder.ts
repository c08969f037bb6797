// Watches a folder, and reports each burst of changes once.
//
// - A file that is written all the time, such as a log, must not keep the program busy: as long as changes follow each other,
//   the pauses between readings grow to nine times the length of a reading. A change after a pause is read immediately.
import { watch, type FSWatcher } from 'node:fs';

/** Milliseconds of quiet, because editors write a file in several steps. */
const QUIET = 150;
/** Milliseconds after which a burst is reported even if it continues. */
const LONGEST_BURST = 2000;
/** The pauses after the first, second and later readings in a row, as multiples of their time. */
const PAUSES = [1, 3, 9] as const;
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
  let pauseEnd = -Infinity;
  /** Readings in a row before this one, with only a pause between them. */
  let row = 0;
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
    row = started < pauseEnd + 2 * QUIET ? row + 1 : 0;
    await onChange().catch(() => undefined);
    const now = performance.now();
    pauseEnd = now + (now - started) * (PAUSES[row] ?? PAUSES[2]);
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
