// What can be asked of the agent in a conversation, where the answer then stands, and the words that go out.
import type { App } from '../../app.ts';
import type { AgentEvent, Conversation, Mention, Message } from '../../core/conversation.ts';
import { closeOpenCalls } from '../../core/open-calls.ts';
import type { ShownBranch } from './branches/shown-branch.svelte.ts';

export interface AskOptions {
  mentions?: Mention[] | undefined;
  /** The message that the question follows; null: the very beginning. Absent: the end of the branch shown. */
  after?: string | null | undefined;
}

export type Task =
  | { kind: 'ask'; text: string; options: AskOptions }
  /** Another answer to a question that is there. */
  | { kind: 'again'; question: string }
  /** More of an answer that was never finished. */
  | { kind: 'resume'; answer: string };

/** What a new conversation begins with. */
export type Beginning = Pick<Conversation, 'model' | 'profile' | 'temporary'>;

export interface Place {
  /** The branch down to the question. */
  above: readonly Message[];
  /** As it begins. */
  answer: Message;
}

export function placeOfTask(
  task: Task,
  { tree, all, messages: shown }: Pick<ShownBranch, 'tree' | 'all' | 'messages'>,
  conversation: string,
): Place {
  let seq = all.reduce((most, message) => Math.max(most, message.seq), -1);
  const add = (role: Message['role'], parent: string | null): Message => ({
    id: crypto.randomUUID(),
    conversation,
    seq: ++seq,
    parent,
    role,
    parts: [],
    createdAt: new Date().toISOString(),
  });
  if (task.kind === 'ask') {
    const { after, mentions = [] } = task.options;
    const before = after === undefined ? shown : after === null ? [] : tree.pathTo(after);
    const question: Message = {
      ...add('user', before.at(-1)?.id ?? null),
      parts: [{ type: 'text', text: task.text }],
      ...(mentions.length > 0 && { mentions }),
    };
    return { above: [...before, question], answer: add('assistant', question.id) };
  }
  if (task.kind === 'again') {
    return { above: tree.pathTo(task.question), answer: add('assistant', task.question) };
  }
  const path = tree.pathTo(task.answer);
  const { ended: _, ...unfinished } = path.at(-1) ?? add('assistant', null);
  return { above: path.slice(0, -1), answer: { ...unfinished, parts: closeOpenCalls(unfinished.parts) } };
}

export interface AskedIn {
  conversation: string | undefined;
  begin: Beginning;
  signal: AbortSignal;
}

/** The events of the answer, once the library is there to answer from. */
export async function* askAgent(
  { agent, ready }: Pick<App, 'agent' | 'ready'>,
  task: Task,
  { conversation, begin, signal }: AskedIn,
): AsyncGenerator<AgentEvent, void> {
  await untilReady(ready, signal);
  if (task.kind === 'ask') yield* agent.send(task.text, { ...task.options, signal, conversation, begin });
  else if (task.kind === 'again') yield* agent.regenerate(conversation ?? '', task.question, { signal });
  else yield* agent.resume(conversation ?? '', task.answer, { signal });
}

/** Waits for the library, but not against the user's will; a library that failed is no reason not to ask. */
function untilReady(ready: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')), { once: true });
    ready.then(resolve, () => resolve());
  });
}
