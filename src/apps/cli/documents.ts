// The documents of one command in a terminal: the files of a folder, read, cut and searched as in the app.
import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { v7 as uuid } from 'uuid';
import type { Incoming } from '../../knowledge/incoming.ts';
import { Library } from '../../knowledge/library.ts';
import { MemoryDocuments } from '../../knowledge/memory-documents.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import { WrongUse } from '../../cli/command-line.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';

const READ = /\.(md|markdown|html?|txt)$/i;
const LEFT = /^(\.|node_modules$)/;
/** Folders below the one that is named. */
const DEPTH = 8;

/** @throws WrongUse when there is no such folder, or no document in it. */
export async function openDocuments(
  folder: string,
): Promise<Pick<HostServices, 'search' | 'get' | 'sources'>> {
  const root = resolve(folder);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new WrongUse(`--docs: there is no folder ${folder}`);
  }
  const library = new Library({
    store: new MemoryDocuments(),
    exclusive: (work) => work(),
    announce: () => undefined,
    newId: uuid,
    now: () => new Date().toISOString(),
  });
  const { documents, skipped } = await library.add(documentsIn(new GuardedFolder(root), root, '', DEPTH), {
    source: basename(root),
  });
  if (documents === 0) {
    const [first] = skipped;
    throw new WrongUse(
      first
        ? `--docs: nothing in ${folder} can be read: ${first.name}: ${first.reason}`
        : `--docs: there is no Markdown, HTML or text in ${folder}`,
    );
  }
  return {
    search: (query, options) => library.search(query, options),
    get: (id) => library.get(id),
    sources: async () => library.sources(),
  };
}

function* documentsIn(root: GuardedFolder, place: string, path: string, depth: number): Generator<Incoming> {
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    if (LEFT.test(entry.name)) continue;
    const inside = join(place, entry.name);
    const below = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory() && depth > 0) yield* documentsIn(root, inside, below, depth - 1);
    else if (entry.isFile() && READ.test(entry.name)) {
      const { size, mtimeMs } = statSync(inside);
      const arrayBuffer = async (): Promise<ArrayBuffer> => new Uint8Array(root.read(inside) ?? []).buffer;
      const file = { name: entry.name, type: '', size, lastModified: mtimeMs, arrayBuffer };
      yield { file, path: below };
    }
  }
}
