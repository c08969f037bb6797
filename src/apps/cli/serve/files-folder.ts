// Where tools keep the files that they write: the folder of `--files`, otherwise that of the settings.
import { isAbsolute, relative, resolve } from 'node:path';
import { WrongUse } from '../../../cli/command-line.ts';
import type { ReadFiles } from './read-folder.ts';

/**
 * Returns the root of the tools' folders; undefined for a temporary one.
 * @throws WrongUse for a folder where a tool could write another tool, or its own grants
 */
export function filesFolder(
  given: string | undefined,
  { settings, base, folders }: Pick<ReadFiles, 'settings' | 'base' | 'folders'>,
): string | undefined {
  const named = given ?? settings.files;
  if (named === undefined) return undefined;
  const root = given === undefined ? resolve(base, named) : resolve(named);
  if (isInside(root, base) || folders.some((one) => isInside(one, root) || isInside(root, one))) {
    throw new WrongUse(`${named} can’t keep the files of tools: scripts in it would become tools themselves`);
  }
  return root;
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..';
}
