// Names of files and folders in a drop that are not meant to be read. Pure.

/** Files that operating systems leave in folders. */
const LEFT_BY_SYSTEMS = new Set(['thumbs.db', 'desktop.ini', '.ds_store', '__macosx']);

export const HIDDEN = 'hidden folders are left out';

export function isHidden(name: string): boolean {
  return name.startsWith('.') || LEFT_BY_SYSTEMS.has(name.toLowerCase());
}
