// Work deferred until the first screen is up and the library answers: MCP servers, feeds, cleaning up, watching the
// storage.
import type { ExtensionPoints } from '../../core/extensions.ts';
import { TOOL_SIGN_INS } from '../../core/ports/tool-sign-in.ts';
import type { Registry } from '../../tools/registry.ts';
import type { FileTable } from '../../storage/files.ts';
import type { OpenVault } from '../../storage/open-vault.ts';
import { type KeptChats, sweepAttached, type SweptLibrary } from './sweep-attached.ts';
import type { Database } from '../../storage/database.ts';

interface AfterStart {
  app: Parameters<ExtensionPoints['appStart']>[0];
  knowledge: SweptLibrary;
  conversations: KeptChats;
  database: Pick<Database, 'count'>;
  tools: Registry;
  files: Pick<FileTable, 'sweep'>;
  vault: Pick<OpenVault, 'list'>;
  signIns(): Promise<{ sweep(folders: ReadonlySet<string>): Promise<void> }>;
  servers(): Promise<{ readAll(): Promise<unknown> }>;
  feeds(): Promise<unknown>;
  storage(): Promise<{ watch(lost?: string): Promise<string | undefined> }>;
  /** A sentence about data from an earlier visit that is gone now. */
  lost: string | undefined;
  onLost?: ((loss: string) => void) | undefined;
}

export async function afterStart(app: AfterStart): Promise<void> {
  const { database, lost } = app;
  // Each reports its own failure where it is used; none stops the others.
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
  quietly(async () => {
    for (const begin of await app.app.extensions.of('appStart')) quietly(() => begin(app.app));
  });
}

/** Deletes what was removed long enough ago, and the folders of tools that are gone for good. */
async function tidy({ tools, files, vault, signIns }: AfterStart): Promise<void> {
  await (await tools.edit()).bundles.reap();
  // A tool that cannot be read today may be repaired tomorrow, and then needs its files.
  if (tools.problems.length > 0) return;
  const folders = await tools.folders();
  await files.sweep(folders);
  if ((await vault.list(TOOL_SIGN_INS)).length > 0) await (await signIns()).sweep(folders);
}

/** Resolves some seconds later, when the browser is idle. */
export function idle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5000));
}
