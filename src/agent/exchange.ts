// A question and its pending answer: their place in the conversation, saved before anything is asked.
import { textOf, type Citation, type Conversation, type Message } from '../core/conversation.ts';
import { conversationTitle } from '../core/conversation-title.ts';
import { isAtLimit, isCutOff, toContinue } from '../core/cut-off.ts';
import type { ModelChoice } from '../core/model-choice.ts';
import { toErrorData, type ErrorData } from '../core/errors.ts';
import { MessageTree } from '../core/message-tree.ts';
import { closeOpenCalls } from '../core/open-calls.ts';
import type { SendOptions } from './send-options.ts';
import type { AgentDeps } from './agent-deps.ts';

export interface Opened {
  conversation: Conversation;
  /** The branch before the question, oldest first. */
  earlier: Message[];
  text: string;
  question: Message | undefined;
  /** The answer so far: without parts, or with those to continue from. */
  answer: Message;
  /** The citations so far of a cut-off answer that continues. Absent for an answer interrupted by a closed page. */
  continues?: { citations: Citation[]; atLimit: boolean };
  /** It runs beside another answer that may be in progress. */
  beside?: true;
  /** Id of the automation that asks. */
  automation?: string;
  /** The question could not be saved. The answer continues. */
  unsaved?: ErrorData;
  /** Why no answer is possible. */
  problem?: ErrorData;
}

type Deps = Pick<AgentDeps, 'conversations' | 'newId' | 'now'>;

/** Opens a new question, in a conversation that may be new. */
export async function openNew(
  deps: Deps,
  text: string,
  id: string,
  { after, mentions, digest, begin, automation }: SendOptions,
): Promise<Opened> {
  const { conversations, newId, now } = deps;
  const time = now();
  let earlier: Message[] = [];
  let seq = 0;
  let conversation: Conversation = {
    id,
    title: conversationTitle(text),
    createdAt: time,
    modifiedAt: time,
    ...begin,
  };
  let unsaved: ErrorData | undefined;
  const ids = { question: newId(), answer: newId() };
  const questionAt = (): Message => ({
    id: ids.question,
    conversation: id,
    seq,
    parent: earlier.at(-1)?.id ?? null,
    role: 'user',
    parts: [{ type: 'text', text }],
    createdAt: time,
    ...(mentions && mentions.length > 0 && { mentions }),
    ...(digest && { digest }),
  });
  try {
    const all = await conversations.messages(id);
    const kept = await conversations.get(id);
    if (kept) conversation = { ...kept, modifiedAt: time };
    seq = nextSeq(all);
    earlier = after === null ? [] : new MessageTree(all).pathTo(after ?? conversation.head);
    conversation = { ...conversation, head: ids.answer };
    await conversations.put(conversation);
    await conversations.putMessage(questionAt());
  } catch (error) {
    unsaved = toErrorData(error, 'unavailable');
  }
  const question = questionAt();
  const answer = answerTo(question, ids.answer, seq + 1, now());
  return {
    ...{ conversation, earlier, text, question, answer },
    ...(unsaved && { unsaved }),
    ...(automation !== undefined && { automation }),
  };
}

/**
 * Opens an existing question to be answered again.
 * @param beside by this model, while the branch shown stays as it is
 */
export async function openAgain(
  deps: Deps,
  id: string,
  questionId: string,
  beside?: ModelChoice,
): Promise<Opened> {
  return reopened(deps, id, async (all, conversation) => {
    const path = new MessageTree(all).pathTo(questionId);
    const question = path.at(-1);
    if (question?.id !== questionId || question.role !== 'user') return undefined;
    const earlier = path.slice(0, -1);
    const text = textOf(question.parts);
    if (beside) {
      // The current answer has the number before, though it may not be stored yet.
      const answer = answerTo(question, deps.newId(), nextSeq(all) + 1, deps.now());
      return {
        conversation: { ...conversation, model: beside },
        earlier,
        text,
        question,
        answer,
        beside: true,
      };
    }
    const answer = answerTo(question, deps.newId(), nextSeq(all), deps.now());
    const changed = { ...conversation, modifiedAt: deps.now(), head: answer.id };
    await deps.conversations.put(changed);
    return {
      conversation: changed,
      earlier,
      text,
      question,
      answer,
    };
  });
}

/** Opens an answer that was never finished, or was cut off: text and calls stay, running calls are abandoned. */
export async function openUnfinished(deps: Deps, id: string, answerId: string): Promise<Opened> {
  return reopened(deps, id, async (all, conversation) => {
    const path = new MessageTree(all).pathTo(answerId);
    const [question, answer] = path.slice(-2);
    if (answer?.id !== answerId || answer.role !== 'assistant' || question?.role !== 'user') return undefined;
    const { ended: _, ...unfinished } = answer;
    const { parts, citations } = isCutOff(answer) ? toContinue(answer.parts) : { parts: answer.parts };
    return {
      conversation,
      earlier: path.slice(0, -2),
      text: textOf(question.parts),
      question,
      answer: { ...unfinished, parts: closeOpenCalls(parts) },
      ...(citations && { continues: { citations, atLimit: isAtLimit(answer) } }),
    };
  });
}

async function reopened(
  { conversations, newId, now }: Deps,
  id: string,
  find: (all: Message[], conversation: Conversation) => Promise<Opened | undefined>,
): Promise<Opened> {
  let problem: ErrorData = { code: 'not_found', message: 'This message is no longer on this device.' };
  const time = now();
  let conversation: Conversation = { id, title: '', createdAt: time, modifiedAt: time };
  try {
    const kept = await conversations.get(id);
    conversation = kept ?? conversation;
    const found = kept && (await find(await conversations.messages(id), kept));
    if (found) return found;
  } catch (error) {
    problem = toErrorData(error, 'unavailable');
  }
  const answer: Message = {
    id: newId(),
    conversation: id,
    seq: 0,
    role: 'assistant',
    parts: [],
    createdAt: time,
  };
  return { conversation, earlier: [], text: '', question: undefined, answer, unsaved: problem, problem };
}

function answerTo(question: Message, id: string, seq: number, createdAt: string): Message {
  return {
    id,
    conversation: question.conversation,
    seq,
    parent: question.id,
    role: 'assistant',
    parts: [],
    createdAt,
  };
}

function nextSeq(messages: readonly Message[]): number {
  return messages.reduce((most, { seq }) => Math.max(most, seq), -1) + 1;
}
