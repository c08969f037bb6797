// Keeps files that came from other devices, each for the revision of the document that it was fetched for.
import { revisionKey } from '../../../core/document.ts';
import { keptName } from '../../../core/kept-names.ts';
import type { OriginalStore } from '../../../core/ports/original-store.ts';
import type { Database } from '../../../storage/database.ts';
import type { FetchedFile } from '../engine/ports.ts';
import { identityIn } from './document-keys.ts';

export type KeptOriginals = readonly (readonly [key: string, outcome: 'kept' | 'full'])[];

/** Call it under the library's lock: its sweep removes files without a record. */
export async function keepOriginals(
  db: Database,
  originals: OriginalStore<Blob>,
  files: readonly FetchedFile[],
): Promise<KeptOriginals> {
  const outcomes: [string, 'kept' | 'full'][] = [];
  for (const { key, mark, name, type, blob } of files) {
    const owner = key.slice(key.indexOf('/') + 1);
    const meta = await db.getFromIndex('documents', 'identity', identityIn(owner));
    if (!meta || revisionKey(meta) !== mark) continue;
    await originals.drop([mark]);
    const called = keptName(name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1));
    const file = { key: mark, name: called, type, size: blob.size, read: () => blob.arrayBuffer() };
    const [notKept] = await originals.keep([file]);
    if (notKept?.reason === 'full') outcomes.push([key, 'full']);
    else if (await originals.has(mark)) outcomes.push([key, 'kept']);
  }
  return outcomes;
}
