// Removes a tool immediately, with ten seconds to undo.
import type { App } from '../../apps/web/app.ts';
import { toasts } from '../components/toasts.svelte.ts';
import { everyDraft, dropDrafts, keepDrafts } from './drafts.ts';

export async function removeTool(tools: App['tools'], name: string): Promise<void> {
  try {
    const { ids } = await tools.remove(name);
    const drafts = everyDraft(name);
    dropDrafts(name);
    toasts.undoable(`Removed ${name}.`, () => {
      keepDrafts(name, drafts);
      tools
        .restore(ids)
        .catch((error: unknown) => toasts.problem(`Couldn’t restore ${name}: ${text(error)}`));
    });
  } catch (error) {
    toasts.problem(`Couldn’t remove ${name}: ${text(error)}`);
  }
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
