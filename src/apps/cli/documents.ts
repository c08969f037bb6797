// The documents of a terminal run: files of a folder, read, split and searched as in the app.
import type { Library } from '../../knowledge/library.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import { WrongUse } from '../../cli/command-line.ts';
import { FolderLibrary } from './folder-library.ts';
import { readPackedFiles } from './packed-files.ts';

/** The calls with which tools and built-ins search and read documents. */
export type DocumentCalls = Omit<HostServices, 'folders'>;

/** @throws WrongUse when the folder does not exist or holds no document. */
export async function openDocuments(folder: string, beside: (file: string) => URL): Promise<DocumentCalls> {
  const documents = new FolderLibrary(folder, { readPacked: readPackedFiles(beside) });
  const report = await documents.refresh();
  if (!report?.documents) {
    const [first] = report?.skipped ?? [];
    throw new WrongUse(
      first
        ? `--docs: cannot read anything in ${folder}: ${first.name}: ${first.reason}`
        : `--docs: found no readable document in ${folder}`,
    );
  }
  return callsOf(documents.library);
}

export function callsOf(library: Library): DocumentCalls {
  return {
    search: (query, options) => library.search(query, options),
    get: (id) => library.get(id),
    sources: async () => library.sources(),
  };
}
