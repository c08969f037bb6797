// Performs the task of an automation, and saves the result as a chat or a document.
import { shortened } from '../../base/shortened.ts';
import type { App } from '../../apps/web/app.ts';
import type { Automation, AutomationRun, AutomationTask } from '../../core/automation.ts';
import type { Message, Part } from '../../core/conversation.ts';
import { Failure } from '../../core/errors.ts';
import { keepExchange } from '../../ui/chat/history/keep-exchange.ts';
import { partsText } from '../../ui/chat/export/markdown-of.ts';
import { plainText } from '../../ui/chat/plain-text.ts';
import { count } from '../../ui/components/quantities.ts';
import { sentence } from '../../ui/components/sentence.ts';

/** The outcome of a run. `problem` is the reason of a failure, as a sentence. */
export type Performed = Pick<AutomationRun, 'text' | 'conversation' | 'document' | 'run'> & {
  problem?: string;
};

type TaskOf<Kind> = AutomationTask & { kind: Kind };

/** Source of the documents that automations make. */
const SOURCE = 'automations';
/** Folder of the chats. */
const FOLDER = 'Automations';
const LONGEST_LINE = 160;
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** @param at start of the run, ISO 8601. @throws Failure */
export function performTask(
  app: App,
  automation: Automation,
  at: string,
  signal: AbortSignal,
): Promise<Performed> {
  const { task } = automation;
  switch (task.kind) {
    case 'question':
      return ask(app, automation, task, at, signal);
    case 'tool':
      return callTool(app, automation, task, at, signal);
    case 'feed':
      return scanFeed(app, automation, task, signal);
  }
}

async function ask(
  app: App,
  automation: Automation,
  { text, profile, collection }: TaskOf<'question'>,
  at: string,
  signal: AbortSignal,
): Promise<Performed> {
  const { id, from, result } = automation;
  if (collection !== undefined && !(await (await app.collections()).get(collection)))
    throw new Failure('not_found', 'Its collection was deleted. Choose another one in its settings.');
  const isChat = result === 'chat';
  const begin = {
    ...(profile !== undefined && { profile }),
    ...(collection !== undefined && { collection }),
    ...(!isChat && { temporary: true }),
  };
  // The text of a question from elsewhere is untrusted.
  const mentions =
    from === undefined ? [] : [{ kind: 'prompt' as const, id, title: `${automation.title}, from ${from}` }];
  let conversation: string | undefined;
  let problem: string | undefined;
  for await (const event of app.agent.send(text, { automation: id, begin, mentions, signal })) {
    if (event.type === 'start') {
      conversation = event.conversation;
      if (isChat) await nameChat(app, conversation, automation, at);
    }
    if (event.type === 'error') problem = sentence(event.error.message);
    if (event.type === 'end' && event.reason === 'budget')
      problem ??= 'It reached the limit of calls for one answer.';
  }
  if (conversation === undefined) throw new Failure('unavailable', 'Couldn’t ask the question.');
  const answer = (await app.conversations.messages(conversation)).findLast(
    ({ role }) => role === 'assistant',
  );
  const said = answer ? plainText(answer.parts) : '';
  const told = { text: lineOf(said), ...(problem !== undefined && { problem }) };
  if (isChat) return { ...told, conversation };
  await app.conversations.remove(conversation);
  if (problem !== undefined || !answer) return { ...told, problem: problem ?? 'There was no answer.' };
  const body = `> ${text.trim().replaceAll('\n', '\n> ')}\n\n${partsText(answer)}`;
  return { ...told, document: await keepDocument(app, automation, body, at) };
}

async function callTool(
  app: App,
  automation: Automation,
  { tool, args }: TaskOf<'tool'>,
  at: string,
  signal: AbortSignal,
): Promise<Performed> {
  const caller = { kind: 'schedule' as const, automation: automation.id };
  const report = await app.tools.call(tool, args, { caller, signal });
  const { error, result } = report.outcome;
  const run = report.run === undefined ? {} : { run: report.run };
  if (error && automation.result !== 'chat') return { ...run, problem: sentence(error.message) };
  const part: Part = {
    ...{ type: 'tool', id: 'call-1', name: tool, args: report.args, report },
    state: error ? 'failed' : 'done',
  };
  const told = {
    ...run,
    ...(error
      ? { problem: sentence(error.message) }
      : { text: lineOf(typeof result === 'string' ? result : JSON.stringify(result)) }),
  };
  if (automation.result === 'chat')
    return { ...told, conversation: await keepChat(app, automation, tool, part, at) };
  const body = typeof result === 'string' ? result : partsText(messageOf([part]));
  return { ...told, document: await keepDocument(app, automation, body, at) };
}

async function scanFeed(
  app: App,
  { id }: Automation,
  { feed }: TaskOf<'feed'>,
  signal: AbortSignal,
): Promise<Performed> {
  const { feeds } = await app.feeds();
  const caller = { kind: 'schedule' as const, feed, automation: id };
  const { error, added, changed, run } = await feeds.scan(feed, { caller, signal });
  const text = `${count(added, 'new document')}, ${count(changed, 'changed document')}.`;
  return {
    ...(run !== undefined && { run }),
    ...(error ? { problem: sentence(error.message) } : { text }),
  };
}

function titleOf({ title }: Automation, at: string): string {
  return `${title} · ${DAY.format(Date.parse(at))}`;
}

/** Before the answer, so that the chat has its place in the list from the start. */
async function nameChat(app: App, id: string, automation: Automation, at: string): Promise<void> {
  await app.conversations.change(id, (chat) => ({
    ...chat,
    title: titleOf(automation, at),
    folder: FOLDER,
  }));
}

async function keepChat(
  app: App,
  automation: Automation,
  tool: string,
  part: Part,
  at: string,
): Promise<string> {
  const title = titleOf(automation, at);
  const { conversation, unsaved } = await keepExchange(app.conversations, {
    conversation: { id: '', title, folder: FOLDER, createdAt: at, modifiedAt: at },
    ...{ all: [], after: null, question: `${automation.title} (${tool})`, parts: [part] },
  });
  if (unsaved !== undefined) throw new Failure('unavailable', unsaved);
  return conversation.id;
}

/** @returns its id */
async function keepDocument(app: App, automation: Automation, body: string, at: string): Promise<string> {
  const isOne = automation.result === 'replace';
  const report = await app.knowledge.add([
    {
      ...{ source: SOURCE, content_type: 'text/markdown', body },
      title: isOne ? automation.title : titleOf(automation, at),
      source_id: isOne ? automation.id : `${automation.id}/${at}`,
      updated_at: at,
    },
  ]);
  const [id] = report.ids;
  if (id !== undefined) return id;
  const [skipped] = report.skipped;
  if (skipped && !skipped.unchanged)
    throw new Failure('unavailable', `The document was not added: ${skipped.reason}`);
  // The newest document says the same already.
  const { documents } = await app.knowledge.list({ source: SOURCE, limit: 1000 });
  const same = documents.find(({ source_id }) => source_id.startsWith(automation.id));
  if (!same) throw new Failure('unavailable', 'Couldn’t add the document.');
  return same.id;
}

function messageOf(parts: Part[]): Message {
  return { id: '', conversation: '', seq: 0, role: 'assistant', parts, createdAt: '' };
}

/** The beginning, on one line. */
function lineOf(text: string): string {
  const line = text
    .replaceAll(/[*_#>`]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return shortened(line, LONGEST_LINE);
}
