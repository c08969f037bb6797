// The language of the interface, and how a text gets there. English is in the code; other languages come as catalogues.
//
// The build (scripts/vite/texts) puts `t` around every text that the catalogues have, and around
// markup with such texts. This module waits for the catalogue, and every module with texts waits for this one: nothing
// shows in English first.
import { UI_LANGUAGES, type UiLanguage } from '../../core/ui-languages.ts';
import type { Catalogue } from './catalogue.ts';

/** Where the choice is kept for the next start. The settings have it too, but come too late for the first screen. */
export const LANGUAGE_KEY = 'perilune:language';

export const language: UiLanguage = preferred();

const catalogue: Catalogue | undefined =
  language === 'en' ? undefined : await import('./catalogue.ts').then((part) => part.openCatalogue(language));

/** A text or markup in the language of the interface; one that has no translation stays English. */
export function t(text: string | TemplateStringsArray, ...values: unknown[]): string {
  if (catalogue) return catalogue.translate(text, values);
  return typeof text === 'string' ? text : String.raw({ raw: text }, ...values);
}

/** `{0} documents` in the language of the interface, in the form that the number needs; nothing where there is no translation. */
export function translatedCount(number: number, plural: string): string | undefined {
  return catalogue?.find(`{0} ${plural}`, [number]);
}

function preferred(): UiLanguage {
  // Tests and builds in Node have no page.
  if (typeof document === 'undefined') return 'en';
  const wanted = [...navigator.languages];
  try {
    wanted.unshift(localStorage[LANGUAGE_KEY] ?? '');
  } catch {
    // Storage is blocked: the browser decides.
  }
  const known = wanted.map((tag) => UI_LANGUAGES.find((one) => one === tag.split('-')[0]));
  return known.find(Boolean) ?? 'en';
}
