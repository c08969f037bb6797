// Loads the assistant's texts; like those of the search, each language is a separate file.
import type { Language } from '../texts.ts';
import { texts as english } from './texts/en.ts';
import type { ChatTexts } from './text-types.ts';

const FILES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ texts: ChatTexts }>>> = {
  ar: () => import('./texts/ar.ts'),
  de: () => import('./texts/de.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  ja: () => import('./texts/ja.ts'),
  zh: () => import('./texts/zh.ts'),
};

export async function chatTextsIn(language: Language): Promise<ChatTexts> {
  return language === 'en' ? english : (await FILES[language]()).texts;
}
