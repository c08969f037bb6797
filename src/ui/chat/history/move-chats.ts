// Moves chats to a folder, and reports a failure.
import type { App } from '../../../apps/web/app.ts';
import type { Conversation } from '../../../core/conversation.ts';
import { errorText } from '../../components/error-text.ts';
import { toasts } from '../../components/toasts.svelte.ts';
import { inFolder, readFolder } from './chat-folders.ts';

/** @param name as typed; blank: removes them from their folder */
export async function moveChats(
  store: Pick<App['conversations'], 'change'>,
  moved: readonly Pick<Conversation, 'id'>[],
  name: string,
  all: readonly Conversation[],
): Promise<void> {
  const folder = readFolder(name, all);
  try {
    for (const { id } of moved) await store.change(id, (now) => inFolder(now, folder));
  } catch (error) {
    toasts.problem(errorText(error));
  }
}
