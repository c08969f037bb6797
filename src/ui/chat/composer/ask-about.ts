// Mentions a document in the question being written: in the chat on screen, or in a new one.
import type { Mention } from '../../../core/conversation.ts';
import { route } from '../../route.svelte.ts';
import type { Chats } from '../chats.svelte.ts';
import { Draft } from './draft.svelte.ts';

/** Maximum characters of a quotation: a model gets the document's passages as well. */
const LONGEST = 2_000;

/** @param quote the document's text that the question is about; may be empty */
export function askAbout(chats: Chats, about: Mention, quote: string): void {
  const { composer } = chats;
  if (route.screen === 'chat' && composer) {
    add(composer.draft, about, quote);
    // If the document covers the chat, closes it to make room for the question.
    if (!matchMedia('(min-width: 960px)').matches) route.go('chat', route.item);
    composer.focus();
    return;
  }
  const draft = new Draft();
  draft.open('new');
  add(draft, about, quote);
  draft.keep();
  chats.startNew();
}

function add(draft: Draft, about: Mention, quote: string): void {
  draft.mention(about);
  if (quote === '') return;
  const lines = quote.length > LONGEST ? `${quote.slice(0, LONGEST).trimEnd()} …` : quote;
  const quotation = lines.replaceAll(/^/gm, '> ');
  draft.text = [draft.text.trimEnd(), `${quotation}\n\n`].filter(Boolean).join('\n\n');
}
