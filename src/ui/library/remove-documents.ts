// Deletes documents as everywhere in the app: at once, with ten seconds to undo.
import type { App } from '../../apps/web/app.ts';
import { count } from '../components/quantities.ts';
import { toasts } from '../components/toasts.svelte.ts';

interface Named {
  id: string;
  title: string;
}

/** Returns false when nothing was deleted; the reason is shown then. */
export async function removeDocuments(knowledge: App['knowledge'], documents: Named[]): Promise<boolean> {
  const ids = documents.map(({ id }) => id);
  // The title within isolates that contain its text direction.
  const what =
    documents.length === 1 ? `"\u2068${documents[0]?.title}\u2069"` : count(documents.length, 'document');
  try {
    await knowledge.remove(ids);
  } catch (error) {
    toasts.problem(`${what} could not be deleted: ${sentence(error)}`);
    return false;
  }
  toasts.undoable(`Deleted ${what}.`, () => {
    void bringBack(knowledge, ids, what);
  });
  return true;
}

async function bringBack(knowledge: App['knowledge'], ids: string[], what: string): Promise<void> {
  try {
    const back = await knowledge.restore(ids);
    if (back < ids.length) {
      toasts.problem(`Only ${count(back, 'document')} of ${ids.length} could be restored.`);
    }
  } catch (error) {
    toasts.problem(`${what} could not be restored: ${sentence(error)}`);
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
