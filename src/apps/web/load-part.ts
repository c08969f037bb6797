// Loads a part of the app: what the build puts in the place of every `import()` in the page (scripts/vite/late-parts.ts).
//
// Some browsers remember that a module could not be loaded, and never ask for its address again. So what failed is asked
// for once more under another address, at once and at each later try; an address that worked is kept.
import { Failure } from '../../core/errors.ts';

const NOT_LOADED =
  'this part of the app could not be loaded; check the connection and try again, or reload the page';

/** Imports a part. It gives its address to `at` and imports what that answers. */
type Import<T> = (at: (address: string) => string) => Promise<T>;

/** How often each address has failed: the number is put into the next one. */
const failures = new Map<string, number>();
/** By address. Those of the page itself are there: added again, they would override the sheets that came after them. */
const sheets = new Map(
  Array.from(document.querySelectorAll<HTMLLinkElement>('[rel=stylesheet]'), ({ href }) => [
    href,
    Promise.resolve(),
  ]),
);

/**
 * @param styles addresses of its style sheets, like that of the part relative to `importer`
 * @throws Failure `unavailable`, a sentence for people
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
    console.warn('A part of the app could not be loaded.', error);
    throw new Failure('unavailable', NOT_LOADED);
  }
}

/** Whether it is the error of a part that could not be loaded. */
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
    // Others may wait for the same part: it has failed once for all of them.
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

/** Adds a style sheet to the page, once. One that failed is taken out again, and added at the next try. */
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
