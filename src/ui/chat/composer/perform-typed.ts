// Handles text in the message field that takes more than asking: commands, and questions to a profile.
import type { App } from '../../../apps/web/app.ts';
import { problemOfProfile } from '../../profiles/problem-of-profile.ts';
import type { Chats } from '../chats.svelte.ts';
import type { ConversationView } from '../conversation-view.svelte.ts';
import type { Note } from './attach-files.ts';
import type { Draft } from './draft.svelte.ts';
import { openPrompt, promptIn, type ChatParameters } from './prompts.ts';
import { usePrompt } from './server-prompts.ts';
import { runCommand } from './run-command.ts';
import { commandIn } from './typed.ts';

/** The visible state of the message field. */
interface Shown {
  readonly draft: Draft;
  note: Note | undefined;
  tools: { query: string } | undefined;
  parameters: ChatParameters;
  clear(): void;
}

interface Typed {
  app: App;
  chats: Chats;
  view: ConversationView;
  byPerson: boolean;
  signal: AbortSignal;
  /** The message field still belongs to the chat where the text was typed. */
  isHere(): boolean;
  /** An approval was visible long enough to be read. */
  isSeen(id: string): boolean;
  /** Sends the question. */
  send(): void;
  /** A command was answered. */
  done(): void;
}

export async function performTyped(composer: Shown, typed: Typed): Promise<void> {
  const { app, chats, view, byPerson, signal, isHere, isSeen } = typed;
  const { text, mentions } = composer.draft;
  const stranger = mentions.find(({ kind }) => kind === 'prompt');
  if (stranger && text.startsWith('/')) {
    // Also a question that was queued, which lost the space in front of it.
    composer.note = {
      text: `This text is from ${stranger.title}, so it does not run as a command. Put a space in front to ask it. To type a command, remove the prompt first.`,
      bad: true,
    };
    return;
  }
  const prompt = await promptIn(app, text);
  if (prompt) {
    if (!signal.aborted && isHere() && composer.draft.text === text) openPrompt(composer, prompt);
    return;
  }
  const command = commandIn(text);
  if (!command) {
    const problem = await problemOfProfile(app, view.conversation);
    if (signal.aborted || !isHere() || composer.draft.text !== text) return;
    if (!problem) typed.send();
    else if (!problem.isShown) {
      composer.note = { text: problem.sentence, bad: true };
      composer.parameters = problem.asks ? 'profile' : undefined;
    }
    return;
  }
  let accepted = false;
  const answer = await runCommand(command, {
    app,
    approvals: chats.approvals,
    fork: (message) => chats.fork(view, message),
    view,
    mentions: composer.draft.mentions,
    isSeen,
    byPerson,
    usePrompt: (found) => {
      if (!isHere()) return;
      if ('get' in found) composer.parameters = found;
      else usePrompt(composer, found);
    },
    openTools: (query) => (composer.tools = { query }),
    accept: () => {
      accepted = true;
      if (isHere()) composer.clear();
    },
    signal,
  });
  if (isHere() && !(accepted && command.name.includes(':')))
    composer.note = answer === undefined ? undefined : { text: answer, bad: !accepted };
  if (accepted && isHere()) typed.done();
}
