// Which documents a server searches: those of `--docs`, else of its settings, else of a remote search engine, else
// none.
import { resolve } from 'node:path';
import type { CommandLine } from '../../../cli/command-line.ts';
import { WrongUse } from '../../../cli/command-line.ts';
import { FolderCache } from '../folder-cache.ts';
import { FolderLibrary } from '../folder-library.ts';
import { readPackedFiles } from '../packed-files.ts';
import type { ReadFiles } from './read-folder.ts';
import { serveRemote } from './remote-documents.ts';
import { serveFolder, serveNothing, type ServedDocuments } from './served-documents.ts';

export interface OpenDocuments {
  served: ServedDocuments;
  /** Documents were configured. */
  isThere: boolean;
}

/** @throws WrongUse when the folder does not exist, or both kinds are configured */
export async function openDocuments(
  { docs, remote }: CommandLine['flags'],
  { settings, base }: ReadFiles,
  beside: (file: string) => URL,
  told: { say: (line: string) => void; onChange: () => void },
): Promise<OpenDocuments> {
  if (docs !== undefined && remote !== undefined)
    throw new WrongUse('--docs and --remote can’t be combined: choose one of them');
  if (remote !== undefined)
    return { served: serveRemote(remote, process.env['CHROMA_TOKEN'], told.say), isThere: true };
  const folder = docs ?? (settings.docs === undefined ? undefined : resolve(base, settings.docs));
  if (folder === undefined) return { served: serveNothing(), isThere: false };
  const documents = new FolderLibrary(folder, {
    readPacked: readPackedFiles(beside),
    cache: new FolderCache(resolve(folder)),
  });
  return { served: serveFolder(documents, told), isThere: true };
}
