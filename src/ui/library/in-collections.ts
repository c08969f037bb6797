// Assigns incoming files to collections: by their folder, or the collection on screen.
import type { App } from '../../apps/web/app.ts';
import { topFolder } from '../../core/collection.ts';
import { route } from '../route.svelte.ts';
import type { Item } from './ingest.svelte.ts';

/**
 * A folder or a ZIP becomes the collection of its name. Single files join the collection on screen, if any. Never rejects:
 * files without a collection are better than no files.
 */
export async function inCollections(
  app: Pick<App, 'collections'>,
  files: readonly File[],
  pathOf: (file: File) => string,
): Promise<Item[]> {
  const shown = route.screen === 'library' && !route.item ? route.query.get('collection') : null;
  const ids = new Map<string, string | undefined>([['', shown || undefined]]);
  const folders = new Set(files.flatMap((file) => folderOf(pathOf(file)) ?? []));
  for (const folder of folders) {
    const made = await app
      .collections()
      .then((collections) => collections.named(folder))
      .catch((error: unknown) => console.warn(error));
    ids.set(folder, made?.id);
  }
  return files.map((file) => {
    const path = pathOf(file);
    const collection = ids.get(folderOf(path) ?? '');
    return { file, path, ...(collection !== undefined && { collection }) };
  });
}

function folderOf(path: string): string | undefined {
  return topFolder(path) ?? /^([^/]+)\.zip$/i.exec(path)?.[1];
}
