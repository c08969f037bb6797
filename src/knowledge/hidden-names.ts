// Files and folders of a drop that nobody means to read. Pure.

/** What systems leave in folders, and nobody means to read. */
const LEFT_BY_SYSTEMS = new Set(['thumbs.db', 'desktop.ini', '.ds_store', '__macosx']);

export const HIDDEN = 'hidden folders are left out';

export function isHidden(name: string): boolean {
  return name.startsWith('.') || LEFT_BY_SYSTEMS.has(name.toLowerCase());
}
