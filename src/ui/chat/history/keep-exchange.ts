// Stores a question and its answer made without a model: a command, or the user's tool run.
import type { App } from '../../../apps/web/app.ts';
import type { Conversation, Mention, Message, Part } from '../../../core/conversation.ts';
import { conversationTitle } from '../../../core/conversation-title.ts';
import { toErrorData } from '../../../core/errors.ts';

export interface AddOptions {
  /** Id for a new conversation. */
  id?: string | undefined;
  /** The question's mentions. */
  mentions?: readonly Mention[] | undefined;
}

export interface HandMade extends Pick<AddOptions, 'mentions'> {
  /** With an empty id if new. */
  conversation: Conversation;
  all: readonly Message[];
  /** The message it follows. */
  after: string | null;
  question: string;
  parts: Part[];
}

export interface KeptExchange {
  conversation: Conversation;
  messages: [Message, Message];
  /** Why it could not be stored. */
  unsaved?: string;
}

export async function keepExchange(
  conversations: Pick<App['conversations'], 'get' | 'put' | 'putMessage'>,
  { conversation, all, after, question, parts, mentions = [] }: HandMade,
): Promise<KeptExchange> {
  const time = new Date().toISOString();
  const id = conversation.id || crypto.randomUUID();
  const seq = all.reduce((most, message) => Math.max(most, message.seq), -1) + 1;
  const both = { conversation: id, createdAt: time, byHand: true };
  const asked: Message = {
    ...both,
    id: crypto.randomUUID(),
    seq,
    parent: after,
    role: 'user',
    parts: [{ type: 'text', text: question }],
    ...(mentions.length > 0 && { mentions: [...mentions] }),
  };
  const answer: Message = {
    ...both,
    id: crypto.randomUUID(),
    seq: seq + 1,
    parent: asked.id,
    role: 'assistant',
    parts,
    ended: 'answered',
  };
  const made: Conversation = {
    ...conversation,
    id,
    title: conversation.title || conversationTitle(question),
    createdAt: conversation.createdAt || time,
    modifiedAt: time,
    head: answer.id,
  };
  try {
    const kept = await conversations.get(id);
    await conversations.put({ ...made, ...kept, modifiedAt: time, head: answer.id });
    await conversations.putMessage(asked);
    await conversations.putMessage(answer);
  } catch (error) {
    return {
      conversation: made,
      messages: [asked, answer],
      unsaved: `Couldn’t save this. ${toErrorData(error, 'unavailable').message}`,
    };
  }
  return { conversation: made, messages: [asked, answer] };
}
