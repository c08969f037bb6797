// Deletes documents as everywhere in the app: immediately, with ten seconds to undo.
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
  const title = documents.length === 1 ? `\u2068${documents[0]?.title}\u2069` : undefined;
  const all = count(documents.length, 'document');
  try {
    await knowledge.remove(ids);
  } catch (error) {
    const why = sentence(error);
    toasts.problem(
      title === undefined ? `Couldn’t delete ${all}: ${why}` : `Couldn’t delete “${title}”: ${why}`,
    );
    return false;
  }
  toasts.undoable(title === undefined ? `Deleted ${all}.` : `Deleted “${title}”.`, () => {
    void bringBack(knowledge, ids, title);
  });
  return true;
}

async function bringBack(
  knowledge: App['knowledge'],
  ids: string[],
  title: string | undefined,
): Promise<void> {
  try {
    const back = await knowledge.restore(ids);
    if (back < ids.length) {
      toasts.problem(`Only ${count(back, 'document')} of ${ids.length} could be restored.`);
    }
  } catch (error) {
    const why = sentence(error);
    const all = count(ids.length, 'document');
    toasts.problem(
      title === undefined ? `Couldn’t restore ${all}: ${why}` : `Couldn’t restore “${title}”: ${why}`,
    );
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
