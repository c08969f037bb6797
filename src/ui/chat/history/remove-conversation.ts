// Deletes a conversation, with undo.
import type { App } from '../../../apps/web/app.ts';
import type { Conversation } from '../../../core/conversation.ts';
import { errorText } from '../../components/error-text.ts';
import { toasts } from '../../components/toasts.svelte.ts';
import { route } from '../../route.svelte.ts';

/**
 * @param view of the chat, if open: a running answer is stopped first
 * @param onremoved called when it is deleted from storage
 */
export async function removeConversation(
  app: App,
  { id, title }: Conversation,
  view: { stop(): void; readonly done: Promise<unknown> | undefined } | undefined,
  onremoved: () => void,
): Promise<void> {
  const wasOpen = route.screen === 'chat' && route.item === id;
  view?.stop();
  await view?.done;
  const removed = await app.conversations.remove(id);
  onremoved();
  if (!removed) return;
  void app.scripts().then(
    (scripts) => scripts.reset(id),
    () => undefined,
  );
  toasts.undoable(`Deleted “${title}”.`, () => {
    app.conversations.restore(removed).then(
      () => {
        // Unless the user has opened something else meanwhile.
        if (wasOpen && route.screen === 'chat' && route.item === undefined) route.go('chat', id);
      },
      (error: unknown) => toasts.problem(errorText(error)),
    );
  });
}
