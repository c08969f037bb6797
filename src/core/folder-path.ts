// Paths inside a tool's folder: relative, forward slashes, nothing that leads out.
import { Failure } from './errors.ts';

/** Characters of a path: what file systems take, should the folder ever be saved to one. */
const MAX_LENGTH = 255;

/**
 * The path in its one form: segments joined by '/', in Unicode's composed form.
 * @param operation who asks, for the message
 * @throws Failure `denied` for one that leads out, `bad_request` for one that cannot be a path.
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
