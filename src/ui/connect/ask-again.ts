// Asks the last question of the chat again after a model was connected from it, next to the first answer.
import { route } from '../route.svelte.ts';
import type { Chats } from '../chat/chats.svelte.ts';

/** @returns false when that chat has no question that was answered without a model. */
export async function askAgain(chats: Chats, id: string): Promise<boolean> {
  const view = chats.view(id);
  await view.load();
  const last = view.messages.at(-1);
  if (last?.role !== 'assistant' || last.model !== undefined || last.byHand) return false;
  route.go('chat', id);
  void view.retry();
  return true;
}
