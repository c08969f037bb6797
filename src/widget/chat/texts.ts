// Loads the assistant's texts; like those of the search, each language is a separate file.
import type { Language } from '../texts.ts';
import { texts as english } from './texts/en.ts';
import type { ChatTexts } from './text-types.ts';

/** English is here already. */
const FILES = import.meta.glob<ChatTexts>(['./texts/*.ts', '!./texts/en.ts'], { import: 'texts' });

export async function chatTextsIn(language: Language): Promise<ChatTexts> {
  return (await FILES[`./texts/${language}.ts`]?.()) ?? english;
}
