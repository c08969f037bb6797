// Normalizes the names of imported files before anything uses them: relative, with `/`, and inside the import.
import { Failure } from '../../core/errors.ts';
import { TOOL_NAME } from '../../core/tool.ts';

/** Keys with a special meaning in JavaScript when assigned to an object. */
const PROTOTYPE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Characters: the 255 that a tool's folder accepts, and as many for the path to that folder. */
const MAX_LENGTH = 510;

/**
 * Returns the normalized path. A folder's path keeps its final '/'.
 * @param from names the file in messages, such as `tools.zip`
 * @throws Failure `bad_request` that names the path and the problem
 */
export function toImportPath(given: string, from: string): string {
  const shown = JSON.stringify(given.slice(0, 80));
  const refuse = (why: string): never => {
    throw new Failure('bad_request', `${from} names a file ${shown}: ${why}. Nothing was imported`);
  };
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(given)) refuse('it contains a control character');
  if (given.includes('\\')) refuse("its path must use '/', not a backslash");
  if (given.startsWith('/') || /^[A-Za-z]:/.test(given)) refuse('its path must be relative');
  const segments = given.normalize('NFC').split('/');
  if (segments.includes('..')) refuse('its path leads out of the folder');
  const named = segments.filter((segment) => segment !== '.' && segment !== '');
  const reserved = named.find((segment) => PROTOTYPE_NAMES.includes(segment));
  if (reserved !== undefined) refuse(`'${reserved}' is not a valid file or folder name`);
  const path = named.join('/');
  if (path.length > MAX_LENGTH) refuse(`its path is longer than ${MAX_LENGTH} characters`);
  const isFolder = given.endsWith('/') || path === '';
  if (path === '' && !isFolder) refuse('it has no name');
  return isFolder ? `${path}/` : path;
}

/** Returns the folder of a path, without a final slash; '' for the outermost. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** Returns the last part of a path. */
export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function isBelow(folder: string, path: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** Returns `path` relative to `folder`, which contains it. */
export function within(folder: string, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}

/**
 * Resolves a path that a file refers to, from the outermost folder.
 * @returns undefined when it leads outside the import
 */
export function resolvePath(folder: string, given: string): string | undefined {
  if (given.startsWith('/') || given.startsWith('~') || /\\|^[A-Za-z]:/.test(given)) return undefined;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of given.normalize('NFC').split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Letters and digits of other scripts, which models can't be given in a name. */
const OTHER_SCRIPT = /(?![\p{Script=Latin}0-9])[\p{L}\p{N}]/gu;

/** Turns any text into a valid tool name. Letters of other scripts become their codes, so that names stay apart. */
export function toToolName(text: string): string {
  const coded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(OTHER_SCRIPT, (one) => `_${one.codePointAt(0)?.toString(16)}`);
  // Not every model accepts a name that begins with a digit.
  const named = coded.startsWith('_') && !text.startsWith('_') ? `tool${coded}` : coded;
  const plain = named
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);
  return TOOL_NAME.test(plain) && !PROTOTYPE_NAMES.includes(plain) ? plain : 'tool';
}

/** Turns any text into a valid bundle slug. */
export function toSlug(text: string, fallback = 'imported'): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? fallback : plain.toLowerCase();
}
