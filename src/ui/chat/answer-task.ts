// What the agent can be asked in a conversation, where the answer goes, and what is sent.
import type { App } from '../../apps/web/app.ts';
import type { AgentEvent, Beginning, Mention, Message } from '../../core/conversation.ts';
import { isCutOff, toContinue } from '../../core/cut-off.ts';
import type { DigestKind } from '../../core/digest.ts';
import { closeOpenCalls } from '../../core/open-calls.ts';
import type { ShownBranch } from './branches/shown-branch.svelte.ts';
import type { Place } from './answer-place.ts';

export interface AskOptions {
  mentions?: Mention[] | undefined;
  /** Reads the mentioned documents completely and creates this from them. */
  digest?: DigestKind | undefined;
  /** The message the question follows; null: the start. Absent: the end of the shown branch. */
  after?: string | null | undefined;
  /** It replaces a command, and asks no model. */
  byHand?: boolean | undefined;
}

export type Task =
  | { kind: 'ask'; text: string; options: AskOptions }
  /** Another answer to an existing question. */
  | { kind: 'again'; question: string }
  /** Continues an unfinished or truncated answer. */
  | { kind: 'resume'; answer: string };

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
    const { after, mentions = [], digest, byHand } = task.options;
    const made = byHand && { byHand };
    const before = after === undefined ? shown : after === null ? [] : tree.pathTo(after);
    const question: Message = {
      ...add('user', before.at(-1)?.id ?? null),
      parts: [{ type: 'text', text: task.text }],
      ...(mentions.length > 0 && { mentions }),
      ...(digest && { digest }),
      ...made,
    };
    return { above: [...before, question], answer: { ...add('assistant', question.id), ...made } };
  }
  if (task.kind === 'again') {
    const above = tree.pathTo(task.question);
    const answer = add('assistant', task.question);
    if (!above.at(-1)?.byHand) return { above, answer };
    const before = all.filter(({ parent }) => parent === task.question).flatMap(({ parts }) => parts);
    const repeats = before.find((part) => part.type === 'tool');
    return { above, answer: { ...answer, byHand: true }, repeats };
  }
  const path = tree.pathTo(task.answer);
  const before = path.at(-1) ?? add('assistant', null);
  const { ended: _, ...unfinished } = before;
  const parts = isCutOff(before) ? toContinue(before.parts).parts : before.parts;
  return { above: path.slice(0, -1), answer: { ...unfinished, parts: closeOpenCalls(parts) } };
}

export interface AskedIn {
  conversation: string | undefined;
  begin: Beginning;
  signal: AbortSignal;
  place: Place;
}

/** Yields the events of the answer, once the library is ready. */
export async function* askAgent(
  app: App,
  task: Task,
  { conversation, begin, signal, place }: AskedIn,
): AsyncGenerator<AgentEvent, void> {
  const { agent, ready } = app;
  await untilReady(ready, signal);
  if (place.answer.byHand) yield* (await import('./history/by-hand.ts')).answerByHand(app, place, signal);
  else if (task.kind === 'ask')
    yield* agent.send(task.text, { ...task.options, signal, conversation, begin });
  else if (task.kind === 'again') yield* agent.regenerate(conversation ?? '', task.question, { signal });
  else yield* agent.resume(conversation ?? '', task.answer, { signal });
}

/** Waits for the library, unless the user stops; if the library failed, the question is asked anyway. */
function untilReady(ready: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')), { once: true });
    ready.then(resolve, () => resolve());
  });
}
