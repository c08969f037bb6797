// Opens a saved prompt from anywhere: in the chat on screen, or in a new one.
import type { SavedPrompt } from '../../../core/saved-prompt.ts';
import { route } from '../../route.svelte.ts';
import type { Chats } from '../chats.svelte.ts';
import { openPrompt } from './prompts.ts';

/** Milliseconds for the chat to appear. */
const PATIENCE = 5000;

/** What is written already stays, after the text of the prompt. */
export async function openPromptInChat(chats: Chats, prompt: SavedPrompt): Promise<void> {
  if (route.screen !== 'chat' || !chats.composer) {
    delete chats.composer;
    chats.startNew();
  }
  const composer = await composerOf(chats);
  if (!composer) return;
  openPrompt(composer, { prompt, rest: composer.draft.text.trim() });
  composer.focus();
}

async function composerOf(chats: Chats): Promise<Chats['composer']> {
  for (const end = Date.now() + PATIENCE; !chats.composer && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  // The field shows the chat's draft one frame later.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return chats.composer;
}
