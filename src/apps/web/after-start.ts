// What waits until the first screen is up and the library answers: servers of tools, feeds, tidying, the watch on the storage.
import type { Registry } from '../../tools/registry.ts';
import type { FileTable } from '../../storage/files.ts';
import { type KeptChats, sweepAttached, type SweptLibrary } from './sweep-attached.ts';
import type { Database } from '../../storage/database.ts';

interface AfterStart {
  knowledge: SweptLibrary;
  conversations: KeptChats;
  database: Pick<Database, 'count'>;
  tools: Registry;
  files: Pick<FileTable, 'sweep'>;
  servers(): Promise<{ readAll(): Promise<unknown> }>;
  feeds(): Promise<unknown>;
  storage(): Promise<{ watch(lost?: string): Promise<string | undefined> }>;
  /** What was here at an earlier visit, and is not any more. */
  lost: string | undefined;
  onLost?: ((loss: string) => void) | undefined;
}

export async function afterStart(app: AfterStart): Promise<void> {
  const { database, lost } = app;
  // Each says where it is used that it failed; none stops the others.
  const quietly = (work: () => Promise<unknown>): void => void work().catch(() => undefined);
  const watch = async (): Promise<void> => {
    const loss = await (await app.storage()).watch(lost);
    if (loss) app.onLost?.(loss);
  };
  if (lost) quietly(watch);
  await idle();
  if (!lost) quietly(watch);
  quietly(() => tidy(app));
  quietly(() => sweepAttached(app.knowledge, app.conversations, Date.now()));
  quietly(async () => (await database.count('mcp_servers')) > 0 && (await app.servers()).readAll());
  quietly(async () => (await database.count('feeds')) > 0 && app.feeds());
}

/** Lets go of what was removed long enough ago, and of the folders of tools that are gone for good. */
async function tidy({ tools, files }: Pick<AfterStart, 'tools' | 'files'>): Promise<void> {
  await (await tools.edit()).bundles.reap();
  // A tool that cannot be read today may be mended tomorrow, and wants its files then.
  if (tools.problems.length === 0) await files.sweep(await tools.folders());
}

/** Some seconds later, so that nothing waits for what can wait. */
export function idle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5000));
}
