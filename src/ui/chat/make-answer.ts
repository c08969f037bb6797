// Makes one answer: adds it to the conversation, applies the agent's events, and renders once per frame. Loads with
// the first question.
import type { App } from '../../apps/web/app.ts';
import { applyEvent, type AgentEvent, type Beginning, type Message } from '../../core/conversation.ts';
import { toErrorData } from '../../core/errors.ts';
import { announcementOf, spokenAnswer } from './announcement.ts';
import { askAgent, placeOfTask, type Task } from './answer-task.ts';
import type { ShownBranch } from './branches/shown-branch.svelte.ts';
import { FrameBatch } from './frame-batch.ts';

export { listenForBetter } from './found/better-answer.ts';

type Start = AgentEvent & { type: 'start' };

export interface AnswerPlace {
  branch: ShownBranch;
  /** Undefined: it starts a new one. */
  conversation: string | undefined;
  begin: Beginning;
  signal: AbortSignal;
  /** It is stored from here on, under these ids. */
  onStart(event: Start): void;
  /** Announces to screen readers. */
  say(sentence: string): void;
}

/** Never rejects: a failure becomes a part of the answer. @returns why it ended */
export async function makeAnswer(
  app: App,
  task: Task,
  { branch, conversation, begin, signal, onStart, say }: AnswerPlace,
): Promise<Message['ended']> {
  const place = placeOfTask(task, branch, conversation ?? '');
  const { above, answer } = place;
  const batch = new FrameBatch(() => branch.grow(answer));
  const take = (event: AgentEvent): void => {
    if (event.type === 'start') {
      takeIds(answer, branch, event);
      onStart(event);
    }
    if (event.type === 'end') {
      answer.ended = event.reason;
      if (event.usage) answer.usage = event.usage;
      if (event.model !== undefined) answer.model = event.model;
    }
    const before = answer.parts;
    answer.parts = applyEvent(before, event);
    const answered = event.type === 'end' && event.reason === 'answered';
    const said = (answered ? spokenAnswer(answer.parts) : undefined) ?? announcementOf(event, before);
    if (said !== undefined) say(said);
    batch.request();
  };
  branch.begin(above, answer);
  batch.flush();
  try {
    for await (const event of askAgent(app, task, { conversation, begin, signal, place })) take(event);
    answer.ended ??= 'stopped';
  } catch (error) {
    const stopped = signal.aborted;
    if (!stopped) take({ type: 'error', error: toErrorData(error, 'unavailable') });
    take({ type: 'end', reason: stopped ? 'stopped' : 'failed' });
  } finally {
    batch.flush();
    branch.change(answer.id, () => ({ ...answer }));
  }
  return answer.ended;
}

/** Gives the messages the ids they are stored under. */
function takeIds(
  answer: Message,
  branch: ShownBranch,
  { conversation, message, question, model }: Start,
): void {
  const [before, asked] = [answer.id, answer.parent];
  Object.assign(answer, { id: message, conversation, ...(model !== undefined && { model }) });
  if (question !== undefined && typeof asked === 'string') {
    answer.parent = question;
    branch.change(asked, (one) => ({ ...one, id: question, conversation }));
  }
  branch.change(before, () => ({ ...answer }));
}
