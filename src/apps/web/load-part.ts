// Loads a part of the app. The build replaces every `import()` in the page with it (scripts/vite/late-parts.ts).
//
// Some browsers remember that a module failed to load, and never request its address again. So a failed part is
// requested under another address, immediately and at each later attempt; an address that worked is kept.
import { NOT_LOADED } from '../../core/deferred.ts';
import { Failure } from '../../core/errors.ts';

/** Imports a part: passes its address to `at` and imports the address `at` returns. */
type Import<T> = (at: (address: string) => string) => Promise<T>;

/** Number of failures per address, used in the next address. */
const failures = new Map<string, number>();
/** By address. Includes the page's own sheets: adding them again would override later ones. */
const sheets = new Map(
  Array.from(document.querySelectorAll<HTMLLinkElement>('[rel=stylesheet]'), ({ href }) => [
    href,
    Promise.resolve(),
  ]),
);

/**
 * @param styles addresses of its style sheets, relative to `importer` like the part's
 * @throws Failure `unavailable`, with a sentence for the user
 */
export async function loadPart<T>(
  load: Import<T>,
  styles: readonly string[] | undefined,
  importer: string,
): Promise<T> {
  try {
    await Promise.all((styles ?? []).map((sheet) => loadSheet(new URL(sheet, importer).href)));
    return await tryTwice(load);
  } catch (error) {
    if (error instanceof Failure) throw error;
    console.warn('Couldn’t load a part of the app.', error);
    throw new Failure('unavailable', NOT_LOADED);
  }
}

/** Whether this is the error of a part that failed to load. */
export function isNotLoaded(error: unknown): error is Failure {
  return error instanceof Failure && error.message === NOT_LOADED;
}

async function tryTwice<T>(load: Import<T>): Promise<T> {
  let asked = '';
  let times = 0;
  const attempt = (): Promise<T> =>
    load((address) => {
      asked = address;
      times = failures.get(address) ?? 0;
      return times === 0 ? address : `${address}?again=${times}`;
    });
  const failed = (): void => {
    // Several callers may wait for the same part: count its failure once.
    if ((failures.get(asked) ?? 0) === times) failures.set(asked, times + 1);
  };
  try {
    return await attempt();
  } catch {
    failed();
  }
  try {
    return await attempt();
  } catch (error) {
    failed();
    throw error;
  }
}

/** Adds a style sheet to the page, once. A failed one is removed, and added again at the next attempt. */
function loadSheet(href: string): Promise<void> {
  let loading = sheets.get(href);
  if (!loading) {
    loading = new Promise((resolve, reject) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      link.onload = () => resolve();
      link.onerror = () => {
        link.remove();
        sheets.delete(href);
        reject(new Error(`${href} could not be loaded`));
      };
      document.head.append(link);
    });
    sheets.set(href, loading);
  }
  return loading;
}
