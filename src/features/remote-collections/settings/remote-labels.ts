// Labels for a remote engine and a push to it.
import type { PushReport, RemoteState, RemoteUse } from '../../../core/remote.ts';
import { count } from '../../../ui/components/quantities.ts';

export const USE_WORDS: Record<RemoteUse, string> = {
  beside: 'With the library',
  instead: 'Instead of the library',
  off: 'Never',
};

export function stateWords({ engine, passages, model }: RemoteState): string {
  if (passages === undefined) return `${engine} answers. The first push creates the collection.`;
  const by = model === undefined ? '' : `, embedded by ${model}`;
  return `${engine} answers. The collection holds ${count(passages, 'passage')}${by}.`;
}

export function pushWords({ documents, passages, unchanged, removed }: PushReport): string {
  const parts = [`Pushed ${count(documents, 'document')} (${count(passages, 'passage')})`];
  if (unchanged > 0) parts.push(`${unchanged} unchanged`);
  if (removed > 0) parts.push(`${removed} removed on the server`);
  return `${parts.join(', ')}.`;
}
