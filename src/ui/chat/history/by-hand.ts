// Repeats a command or tool run of the user as an answer. Yields its events.
import { withinOf } from '../../../core/library-limit.ts';
import type { App } from '../../../apps/web/app.ts';
import {
  applyEvent,
  textOf,
  type AgentEvent,
  type Message,
  type ToolPart,
} from '../../../core/conversation.ts';
import { Failure, toErrorData } from '../../../core/errors.ts';
import { RUN_SCRIPT } from '../../../core/script-result.ts';
import type { CallReport } from '../../../core/tool.ts';
import type { Place } from '../answer-place.ts';
import { helpText } from '../composer/commands.ts';
import { searchByHand } from '../composer/search-by-hand.ts';
import { commandIn } from '../composer/typed.ts';

type ByHandApp = Pick<App, 'scripts' | 'knowledge'> & {
  tools: Pick<App['tools'], 'call'>;
  conversations: Pick<App['conversations'], 'get' | 'put' | 'putMessage'>;
};

/** Never rejects for anything a user can cause; `start` comes first and exactly one `end` last. */
export async function* answerByHand(
  app: ByHandApp,
  { above, answer, repeats }: Place,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, void> {
  const question = above.at(-1)!;
  const { conversation } = answer;
  yield { type: 'start', conversation, message: answer.id, question: question.id, mode: 'search' };
  let parts = answer.parts;
  let reason: Message['ended'] = 'answered';
  try {
    for await (const event of eventsOf(app, question, repeats, signal)) {
      parts = applyEvent(parts, event);
      yield event;
    }
    if (signal.aborted) reason = 'stopped';
  } catch (error) {
    reason = signal.aborted ? 'stopped' : 'failed';
    const event: AgentEvent = { type: 'error', error: toErrorData(error, 'unavailable') };
    if (reason === 'failed') {
      parts = applyEvent(parts, event);
      yield event;
    }
  }
  try {
    const kept = await app.conversations.get(conversation);
    const now = new Date().toISOString();
    if (kept) await app.conversations.put({ ...kept, modifiedAt: now, head: answer.id });
    await app.conversations.putMessage(question);
    await app.conversations.putMessage({ ...answer, parts, ended: reason });
  } catch (error) {
    const { message } = toErrorData(error, 'unavailable');
    yield { type: 'notice', code: 'not_saved', text: `Couldn’t save this answer. ${message}` };
  }
  yield { type: 'end', reason };
}

async function* eventsOf(
  app: ByHandApp,
  { conversation, parts, mentions = [] }: Message,
  repeats: ToolPart | undefined,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, void> {
  const command = commandIn(textOf(parts));
  if (command?.name === 'lua' && command.rest !== '' && command.rest !== 'reset') {
    const args = { source: command.rest };
    yield* called(RUN_SCRIPT, args, async () =>
      (await app.scripts()).run(command.rest, conversation, signal),
    );
  } else if (command?.name === 'search' && command.rest !== '') {
    const kept = await app.conversations.get(conversation);
    const within = withinOf(kept ?? {}, mentions);
    yield await searchByHand(app.knowledge, command.rest, mentions, within, signal);
  } else if (command?.name === 'help') {
    yield { type: 'text', delta: helpText() };
  } else if (!command && repeats) {
    const { name, args } = repeats;
    const readOnly = (await app.conversations.get(conversation))?.readOnly === true;
    yield* called(name, args, () =>
      app.tools.call(name, args, { caller: { kind: 'user' }, readOnly, signal }),
    );
  } else {
    throw new Failure('bad_request', 'You can only do this from the message box. Type it there.');
  }
}

async function* called(
  name: string,
  args: ToolPart['args'],
  run: () => Promise<CallReport>,
): AsyncGenerator<AgentEvent, void> {
  const id = crypto.randomUUID();
  yield { type: 'tool_call', id, name, args, state: 'running' };
  const report = await run().catch((error: unknown): CallReport => {
    const outcome = { error: toErrorData(error, 'unavailable') };
    return { outcome, args, logs: [], milliseconds: 0 };
  });
  yield { type: 'tool_result', id, name, report };
}
