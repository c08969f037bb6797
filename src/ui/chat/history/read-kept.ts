// A conversation as it is kept, with what closed pages left open brought to an end.
import type { App } from '../../../apps/web/app.ts';
import type { Conversation, Message } from '../../../core/conversation.ts';
import { closeOpenCalls } from '../../../core/open-calls.ts';

export interface Kept {
  conversation: Conversation | undefined;
  messages: Message[];
  /** Some tab is making an answer. */
  elsewhere: boolean;
}

type Store = Pick<App['conversations'], 'get' | 'messages' | 'isAnswered'>;

/** @param record what is changed while it is read is read again: what was read may be older than it */
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
  // Also where no answer is open: a question is kept before anything of its answer is.
  if (await conversations.isAnswered(id)) return { conversation, messages, elsewhere: true };
  const closed = messages.map((message) =>
    isOpen(message) ? { ...message, parts: closeOpenCalls(message.parts) } : message,
  );
  return { conversation, messages: closed, elsewhere: false };
}

function isOpen({ role, ended }: Message): boolean {
  return role === 'assistant' && ended === undefined;
}
