// Tells which groups of records may have changed, in this tab or another one.
import type { App } from '../../apps/web/app.ts';
import type { Group } from './records/app-records.ts';

/** Lists that only some screens open: their channels tell of every change. */
const LISTS: Readonly<Record<string, Group>> = {
  mcp_servers: 'connections',
  registries: 'connections',
  automations: 'automations',
};

/** @param database name of the database, with which the names of channels begin */
export function followChanges(app: App, database: string, changed: (...groups: Group[]) => void): void {
  const { conversations, tools, knowledge, profiles, storage, preferences, vault } = app;
  conversations.onChange(() => changed('chats'));
  tools.onChange(() => changed('tools', 'grants'));
  knowledge.onChange(() => changed('documents'));
  preferences.onChange(() => changed('settings', 'connections'));
  vault.onChange(() => changed('secrets', 'grants'));
  for (const [list, group] of Object.entries(LISTS)) {
    new BroadcastChannel(`${database}-${list}`).addEventListener('message', () => changed(group));
  }
  const more = async (): Promise<void> => {
    (await profiles()).onChange(() => changed('profiles'));
    (await storage()).prompts.onChange(() => changed('prompts'));
  };
  more().catch(() => undefined);
}
