// Incoming files, from a drop or a field: tools go to their review dialogs, the rest to the library.
import type { App } from '../../apps/web/app.ts';
import { takerUnder } from '../components/document-drop.ts';
import { ingest } from '../library/ingest.svelte.ts';
import { inCollections } from '../library/in-collections.ts';
import { dropOnCases } from './cases/dropped-cases.ts';
import { sortFiles, type Placed } from './dropped-tools.ts';
import { installQueue, type Incoming } from './install-queue.svelte.ts';

type Dropped = Awaited<ReturnType<App['filesFromDrop']>>;

/**
 * @param over the drop target: tools on a bundle go there, cases on cases, documents on a question.
 * @returns whether anything was accepted.
 */
export async function takeFiles(
  app: Pick<App, 'knowledge' | 'collections'>,
  { files, skipped, pathOf }: Dropped,
  over?: EventTarget | null,
): Promise<boolean> {
  if (dropOnCases(over, files)) return true;
  const { candidates, imports, packs, documents } = await sortFiles(files, pathOf, partOf);
  queuePacks(packs);
  const into = bundleUnder(over);
  if (into !== undefined && candidates.length + imports.length > 0) {
    const tools = new Set<File>(
      candidates.flatMap(({ file, modules, beside }) => [
        file,
        ...[...modules, ...beside].map((one) => one.file),
      ]),
    );
    const scripts = files.filter((file) => tools.has(file)).map((file) => ({ path: pathOf(file), file }));
    installQueue.add([{ imports: [...imports, ...scripts], into }]);
  } else {
    installQueue.add([...candidates, ...(imports.length > 0 ? [{ imports }] : [])]);
  }
  const any = documents.length > 0 || skipped.length > 0;
  const take = takerUnder(over);
  if (any && take) take({ files: documents, skipped });
  else if (any) void ingest.add(app.knowledge, await inCollections(app, documents, pathOf), skipped);
  return any || candidates.length + imports.length + packs.length > 0;
}

/** Sends tools and packs among pasted or chosen files to their review, as in a drop. @returns the other files */
export async function withoutTools(files: readonly File[]): Promise<readonly File[]> {
  const { candidates, imports, packs, documents } = await sortFiles(files, ({ name }) => name, partOf);
  queuePacks(packs);
  installQueue.add([...candidates, ...(imports.length > 0 ? [{ imports }] : [])]);
  return documents;
}

/** Files chosen as tools: the dialog says whether each is one. Scripts alone are handled as in a drop. */
export async function importFiles(
  app: Pick<App, 'knowledge' | 'collections'>,
  dropped: Dropped,
  into?: string,
): Promise<void> {
  const { files, pathOf } = dropped;
  if (files.length === 0) return;
  if (into === undefined) {
    const { candidates, imports, packs } = await sortFiles(files, pathOf, partOf);
    if (packs.length > 0 || (candidates.length > 0 && imports.length === 0)) {
      await takeFiles(app, dropped);
      return;
    }
  }
  const imports = files.map((file): Placed<File> => ({ path: pathOf(file), file }));
  installQueue.add([{ imports, ...(into !== undefined && { into }) }]);
}

function queuePacks(packs: readonly File[]): void {
  installQueue.add(packs.map((pack) => ({ pack })));
}

/** Files not given to the tool next to them become documents. */
export function takeBeside(app: Pick<App, 'knowledge'>, incoming: readonly Incoming[]): void {
  const files = incoming.flatMap((one) => ('beside' in one ? one.beside.map(({ file }) => file) : []));
  if (files.length > 0) void ingest.add(app.knowledge, files);
}

export function toLibrary(app: Pick<App, 'knowledge'>, imports: readonly Placed<File>[]): void {
  void ingest.add(
    app.knowledge,
    imports.map(({ file }) => file),
  );
}

/** @param most bytes from the start, or from the end if negative; absent: all */
function partOf(file: File, most?: number): Promise<string> {
  if (most === undefined) return file.text();
  return (most < 0 ? file.slice(most) : file.slice(0, most)).text();
}

/** @see BundleSection.svelte: a visible bundle is a drop target for tools */
function bundleUnder(target: EventTarget | null | undefined): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest('[data-bundle]')?.getAttribute('data-bundle') ?? undefined;
}
