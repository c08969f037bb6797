// Files on their way in, from a drop or a field: scripts to the install dialog, the rest to the library.
import type { App } from '../../app.ts';
import { ingest } from '../library/ingest.svelte.ts';
import { sortFiles, type Candidate } from './dropped-tools.ts';
import { installQueue } from './install-queue.svelte.ts';

type Dropped = Awaited<ReturnType<App['filesFromDrop']>>;

/** @returns whether there was anything to take. */
export async function takeFiles(
  app: Pick<App, 'knowledge'>,
  { files, skipped, pathOf }: Dropped,
): Promise<boolean> {
  const { candidates, documents } = await sortFiles(files, pathOf, (file) => file.text());
  installQueue.add(candidates);
  const any = documents.length > 0 || skipped.length > 0;
  if (any) void ingest.add(app.knowledge, documents, skipped);
  return any || candidates.length > 0;
}

/** Files that were not given to the tool they lay beside are documents like any other. */
export function takeBeside(app: Pick<App, 'knowledge'>, candidates: readonly Candidate[]): void {
  const files = candidates.flatMap(({ beside }) => beside.map(({ file }) => file));
  if (files.length > 0) void ingest.add(app.knowledge, files);
}
