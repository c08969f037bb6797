// Hands the question of an answer to the form of a new automation, with the profile and collection of its chat.
import type { AutomationTask } from '../../core/automation.ts';
import type { Message } from '../../core/conversation.ts';
import { plainText } from '../../ui/chat/plain-text.ts';
import type { ConversationView } from '../../ui/chat/conversation-view.svelte.ts';
import { route } from '../../ui/route.svelte.ts';

let handed: AutomationTask | undefined;

export function repeatAnswer({ id }: Message, { messages, conversation }: ConversationView): void {
  const at = messages.findIndex((message) => message.id === id);
  const question = messages.slice(0, at).findLast(({ role }) => role === 'user');
  const { profile, collection } = conversation;
  handed = {
    kind: 'question',
    text: plainText(question?.parts ?? []),
    ...(profile !== undefined && { profile }),
    ...(collection !== undefined && { collection }),
  };
  route.go('settings', 'automations');
}

/** Returns the task once: the form that is opened later is empty. */
export function takeHanded(): AutomationTask | undefined {
  const task = handed;
  handed = undefined;
  return task;
}
