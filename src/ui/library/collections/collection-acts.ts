// Actions on collections and their documents, each with undo.
import type { App } from '../../../apps/web/app.ts';
import type { Collection } from '../../../core/collection.ts';
import type { DocumentChange } from '../../../core/document-change.ts';
import { errorText } from '../../components/error-text.ts';
import { count } from '../../components/quantities.ts';
import { toasts } from '../../components/toasts.svelte.ts';

type Parts = Pick<App, 'knowledge' | 'collections'>;

/** @returns false when nothing was changed; the reason is shown then */
async function changeThem(
  { knowledge }: Pick<Parts, 'knowledge'>,
  ids: readonly string[],
  change: DocumentChange,
  told?: { text: string; undo: DocumentChange },
): Promise<boolean> {
  try {
    await knowledge.change(ids, change);
  } catch (error) {
    toasts.problem(errorText(error));
    return false;
  }
  if (told) toasts.undoable(told.text, async () => void (await knowledge.change(ids, told.undo)));
  return true;
}

/** Undo removes only documents that were not in it before. */
export async function addTo(
  app: Parts,
  ids: readonly string[],
  to: Pick<Collection, 'id' | 'name'>,
): Promise<boolean> {
  const collections = await app.collections();
  const before = new Set(await collections.documentsOf(to.id));
  const fresh = ids.filter((id) => !before.has(id));
  if (fresh.length === 0) {
    toasts.notice(`Already in “${to.name}”.`);
    return true;
  }
  const text = `Added ${count(fresh.length, 'document')} to “${to.name}”.`;
  return changeThem(app, fresh, { join: [to.id] }, { text, undo: { leave: [to.id] } });
}

export function takeOut(
  app: Parts,
  ids: readonly string[],
  from: Pick<Collection, 'id' | 'name'>,
): Promise<boolean> {
  const text = `Removed ${count(ids.length, 'document')} from “${from.name}”.`;
  return changeThem(app, ids, { leave: [from.id] }, { text, undo: { join: [from.id] } });
}

export function moveTo(
  app: Parts,
  ids: readonly string[],
  from: Pick<Collection, 'id'>,
  to: Pick<Collection, 'id' | 'name'>,
): Promise<boolean> {
  const text = `Moved ${count(ids.length, 'document')} to “${to.name}”.`;
  const undo = { leave: [to.id], join: [from.id] };
  return changeThem(app, ids, { join: [to.id], leave: [from.id] }, { text, undo });
}

export function rename(
  app: Parts,
  { id, title }: { id: string; title: string },
  to: string,
): Promise<boolean> {
  return changeThem(app, [id], { title: to }, { text: `Renamed to “${to}”.`, undo: { title } });
}

export function changeTags(
  app: Parts,
  ids: readonly string[],
  change: Pick<DocumentChange, 'tag' | 'untag'>,
): Promise<boolean> {
  return changeThem(app, ids, change);
}

/** @returns whether it was removed */
export async function removeCollection(
  app: Parts,
  { id, name }: Collection,
  withDocuments: boolean,
): Promise<boolean> {
  try {
    const collections = await app.collections();
    const removed = await collections.remove(id, withDocuments);
    if (!removed) return true;
    const documents = count(removed.ids.length, 'document');
    const text = withDocuments
      ? `Deleted “${name}” and ${documents}.`
      : `Deleted “${name}”. Its documents stay.`;
    toasts.undoable(text, () => collections.restore(removed));
    return true;
  } catch (error) {
    toasts.problem(errorText(error));
    return false;
  }
}
