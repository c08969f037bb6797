// Runs commands of the message field. The result is stored in the conversation as a question and its answer.
import { conversationTitle } from '../../../core/conversation-title.ts';
import { withinOf } from '../../../core/library-limit.ts';
import type { App } from '../../../apps/web/app.ts';
import type { Conversation, Mention, Message, Part, ToolPart } from '../../../core/conversation.ts';
import { RUN_SCRIPT } from '../../../core/script-result.ts';
import { errorText } from '../../components/error-text.ts';

import { beganBy, type PendingApproval } from '../approvals.svelte.ts';
import type { Chats } from '../chats.svelte.ts';
import type { AddOptions } from '../history/keep-exchange.ts';
import { helpText } from './commands.ts';
import { promptOf, type FilledPrompt, type PromptToFill } from './server-prompts.ts';
import { searchByHand } from './search-by-hand.ts';

/** The chat a command runs in. */
export interface CommandPlace {
  app: {
    knowledge: Pick<App['knowledge'], 'search'>;
    scripts: App['scripts'];
    conversations: Pick<App['conversations'], 'put'>;
    agent: Pick<App['agent'], 'compact'>;
    servers: App['servers'];
  };
  approvals: Pick<Chats['approvals'], 'pending' | 'editedOf' | 'approve' | 'deny'>;
  fork(messageId: string): Promise<void>;
  view: {
    readonly id: string | undefined;
    readonly running: boolean;
    /** Absent: no limits. */
    readonly conversation?: Pick<Conversation, 'collection' | 'readOnly' | 'project'>;
    setReadOnly(on: boolean): Promise<void>;
    readonly messages: readonly Message[];
    addExchange(question: string, parts: Part[], more?: AddOptions): Promise<void>;
    addPart(messageId: string, part: Part): Promise<void>;
  };
  mentions: readonly Mention[];
  /** Whether the approval of this id has been visible long enough to be read. */
  isSeen(request: string): boolean;
  /** The command comes from a real user event, not from a script's. */
  byPerson: boolean;
  openTools(query: string): void;
  /** Puts a prompt into the question, or asks for its arguments. */
  usePrompt(found: FilledPrompt | PromptToFill): void;
  /** The command is accepted: the field can be cleared. */
  accept(): void;
  signal: AbortSignal;
}

interface Typed {
  name: string;
  rest: string;
}

/** @returns a sentence for the user: after `accept` the result, otherwise why nothing was done, and what to do. */
export async function runCommand(typed: Typed, place: CommandPlace): Promise<string | undefined> {
  try {
    return await perform(typed, place);
  } catch (error) {
    if (place.signal.aborted) return undefined;
    return errorText(error);
  }
}

function perform(
  { name, rest }: Typed,
  place: CommandPlace,
): Promise<string | undefined> | string | undefined {
  if (name.includes(':')) return prompt(name, rest, place);
  switch (name) {
    case 'lua':
      return rest === 'reset' ? resetScripts(place) : runScript(rest, place);
    case 'tool':
      return answerCall(rest, place);
    case 'tools':
      return openTools(rest, place);
    case 'search':
      return search(rest, place);
    case 'readonly':
      return switchReadOnly(place);
    case 'compact':
      return compact(place);
    case 'fork':
      return fork(place);
    case 'help':
      return help(place);
    default:
      return `There is no command /${name}. Type / to list commands. To send this as a question, put a space in front of it.`;
  }
}

async function prompt(name: string, rest: string, place: CommandPlace): Promise<undefined> {
  const { app, accept, usePrompt } = place;
  const found = await promptOf(app, name, rest);
  accept();
  usePrompt(found);
}

async function runScript(source: string, place: CommandPlace): Promise<string | undefined> {
  if (source === '') return 'Add a script after the command, such as /lua return 6 * 7.';
  const { app, view, accept, signal } = place;
  accept();
  // A new chat has no id yet; the script's state belongs to the conversation it starts.
  const id = view.id ?? crypto.randomUUID();
  // The script finds its project folder by the stored chat.
  if (view.id === undefined && view.conversation?.project !== undefined) {
    const time = new Date().toISOString();
    const title = conversationTitle(`/lua ${source}`);
    await app.conversations.put({ ...view.conversation, id, title, createdAt: time, modifiedAt: time });
  }
  const report = await (await app.scripts()).run(source, id, signal, view.conversation?.readOnly);
  const part: ToolPart = {
    type: 'tool',
    id: crypto.randomUUID(),
    name: RUN_SCRIPT,
    args: report.args,
    state: report.outcome.error ? 'failed' : 'done',
    report,
  };
  await view.addExchange(`/lua ${source}`, [part], { id });
  return undefined;
}

async function switchReadOnly({ view, byPerson, accept }: CommandPlace): Promise<string> {
  const on = view.conversation?.readOnly !== true;
  if (!on && !byPerson) return 'Press Enter or Send yourself: a script cannot switch read-only mode off.';
  await view.setReadOnly(on);
  accept();
  return on
    ? 'Read-only mode is on in this chat. Calls that write, send or need an approval are refused.'
    : 'Read-only mode is off in this chat.';
}

async function resetScripts({ app, view, accept }: CommandPlace): Promise<string | undefined> {
  if (view.id === undefined) return 'Nothing has run in this chat yet.';
  await (await app.scripts()).reset(view.id);
  accept();
  return 'Cleared the variables and files of this chat’s scripts.';
}

/** `run` and `skip` have two names each. */
const ANSWERS: Record<string, 'approve' | 'deny'> = {
  run: 'approve',
  approve: 'approve',
  skip: 'deny',
  cancel: 'deny',
};

function answerCall(rest: string, { approvals, view, isSeen, byPerson, accept }: CommandPlace): string {
  const [word = '', id] = rest.split(/\s+/);
  const answer = ANSWERS[word];
  if (!answer) return 'Type /tool run or /tool skip.';
  const waiting = approvals.pending.filter((request) => isOf(request, view.id));
  const request = id === undefined ? waiting[0] : waiting.find((one) => isCalled(one, id));
  if (!request) {
    return id === undefined
      ? 'No call in this chat is waiting for you.'
      : `No waiting call in this chat is named ${id}.`;
  }
  if (answer === 'approve' && !byPerson)
    return 'Press Enter or Send yourself: a script cannot approve a call.';
  // Approving what has just appeared would approve something unread.
  if (answer === 'approve' && !isSeen(request.id)) {
    return `${request.name} asked a moment ago. Read its request, then press Enter again.`;
  }
  const edited = approvals.editedOf(request) !== undefined;
  if (answer === 'approve') approvals.approve(request, 'once');
  else approvals.deny(request);
  accept();
  if (answer === 'deny') return `Skipped ${request.name}.`;
  return edited ? `Running ${request.name} with your changes.` : `Running ${request.name}.`;
}

function isOf(request: PendingApproval, conversation: string | undefined): boolean {
  const first = beganBy(request);
  return conversation !== undefined && first.kind === 'agent' && first.conversation === conversation;
}

function isCalled(request: PendingApproval, id: string): boolean {
  const first = beganBy(request);
  return request.id === id || request.name === id || (first.kind === 'agent' && first.call === id);
}

function openTools(query: string, { openTools, accept }: CommandPlace): string | undefined {
  accept();
  openTools(query);
  return undefined;
}

async function search(words: string, place: CommandPlace): Promise<string | undefined> {
  if (words === '') return 'Add search words after the command, such as /search backup.';
  const { app, view, mentions, accept, signal } = place;
  const found = await searchByHand(
    app.knowledge,
    words,
    mentions,
    withinOf(view.conversation ?? {}, mentions),
    signal,
  );
  accept();
  await view.addExchange(`/search ${words}`, [found], { mentions });
  return undefined;
}

async function compact({ app, view, accept, signal }: CommandPlace): Promise<string | undefined> {
  if (view.running) return 'An answer is still streaming. Wait for it or stop it.';
  if (view.id === undefined || view.messages.length === 0) return 'There is nothing to summarize yet.';
  const { answer, summary } = await app.agent.compact(view.id, { signal });
  accept();
  await view.addPart(answer, summary);
  return 'Summarized the earlier messages. Models get the summary from now on.';
}

async function fork({ fork, view, accept }: CommandPlace): Promise<string | undefined> {
  const last = view.messages.at(-1);
  if (view.running) return 'An answer is still streaming. Wait for it or stop it.';
  if (!last || view.id === undefined) return 'There is nothing to copy yet.';
  accept();
  await fork(last.id);
  return undefined;
}

async function help({ view, accept }: CommandPlace): Promise<string | undefined> {
  accept();
  await view.addExchange('/help', [{ type: 'text', text: helpText() }]);
  return undefined;
}
