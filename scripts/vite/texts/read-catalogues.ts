// Reads the message catalogues: src/ui/texts/FEATURE/LANGUAGE.json, each `{ English: translation }`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UI_LANGUAGES, type UiLanguage } from '../../../src/core/ui-languages.ts';

export const TEXTS = fileURLToPath(new URL('../../../src/ui/texts', import.meta.url));
export const TRANSLATIONS = UI_LANGUAGES.filter((language) => language !== 'en');

export type Messages = Record<string, string>;

export function featuresWithTexts(): string[] {
  return readdirSync(TEXTS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

export function readCatalogue(feature: string, language: UiLanguage): Messages {
  const file = join(TEXTS, feature, `${language}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Messages) : {};
}

/** The English of all messages in any language. Missing translations stay English. */
export function knownTexts(): Set<string> {
  return new Set(TRANSLATIONS.flatMap((language) => Object.keys(allMessages(language))));
}

/** All messages of a language. */
export function allMessages(language: UiLanguage): Messages {
  return Object.assign(
    {},
    ...featuresWithTexts().map((feature) => readCatalogue(feature, language)),
  ) as Messages;
}
