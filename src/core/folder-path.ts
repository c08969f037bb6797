// Paths inside a tool's folder: relative, with forward slashes, never leading outside.
import { Failure } from './errors.ts';

/** Maximum length of a path, in characters: the limit of file systems, in case the folder is saved to one. */
const MAX_LENGTH = 255;

/**
 * Returns the normalised path: segments joined by '/', in Unicode's composed form (NFC).
 * @param operation name of the caller, for the message
 * @throws Failure `denied` for a path that leads outside, `bad_request` for an invalid one.
 */
export function toFolderPath(given: string, operation: string): string {
  const segments = given.normalize('NFC').split('/');
  if (/^[/\\]|^[A-Za-z]:|\\/.test(given) || segments.includes('..')) {
    throw new Failure('denied', `${operation}: path escapes sandbox: ${given}`);
  }
  const path = segments.filter((segment) => segment !== '.' && segment !== '').join('/');
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (path === '' || path.length > MAX_LENGTH || /[\u0000-\u001f\u007f]/.test(path)) {
    const shown = JSON.stringify(given.slice(0, 80));
    throw new Failure(
      'bad_request',
      `${operation}: ${shown} is not a file name; use up to ${MAX_LENGTH} characters, such as notes/today.txt`,
    );
  }
  return path;
}
