// Reads a stored conversation, and ends answers that closed pages left open.
import type { App } from '../../../apps/web/app.ts';
import type { Conversation, Message } from '../../../core/conversation.ts';
import { closeOpenCalls } from '../../../core/open-calls.ts';

export interface Kept {
  conversation: Conversation | undefined;
  messages: Message[];
  /** Some tab is answering. */
  elsewhere: boolean;
}

type Store = Pick<App['conversations'], 'get' | 'messages' | 'isAnswered'>;

/** @param record if it changes meanwhile, the conversation is read again, since the result may be outdated */
export async function readKept(
  conversations: Store,
  id: string,
  record: { readonly writing: Promise<void> },
): Promise<Kept> {
  for (;;) {
    const { writing } = record;
    await writing;
    const kept = await readOnce(conversations, id);
    if (writing === record.writing) return kept;
  }
}

async function readOnce(conversations: Store, id: string): Promise<Kept> {
  const [conversation, messages] = await Promise.all([conversations.get(id), conversations.messages(id)]);
  // Even without an open answer: a question is stored before its answer begins.
  if (await conversations.isAnswered(id)) return { conversation, messages, elsewhere: true };
  const closed = messages.map((message) =>
    isOpen(message) ? { ...message, parts: closeOpenCalls(message.parts) } : message,
  );
  return { conversation, messages: closed, elsewhere: false };
}

function isOpen({ role, ended }: Message): boolean {
  return role === 'assistant' && ended === undefined;
}
