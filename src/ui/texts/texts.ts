// The language of the interface. English is in the code; other languages are catalogues.
//
// The build (scripts/vite/texts) puts `t` around every text in the catalogues, and around markup that contains one.
// This module waits for the catalogue, and every module with texts waits for this one, so no English flashes first.
import { UI_LANGUAGES, type UiLanguage } from '../../core/ui-languages.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * Where the choice is stored for the next start. It is in the settings too, but they load too late for the first
 * screen.
 */
export const LANGUAGE_KEY = 'perilune:language';

export const language: UiLanguage = preferred();

const catalogue: Catalogue | undefined =
  language === 'en' ? undefined : await import('./catalogue.ts').then((part) => part.openCatalogue(language));

/** Translates a text or markup to the interface's language; without a translation it stays English. */
export function t(text: string | TemplateStringsArray, ...values: unknown[]): string {
  if (catalogue) return catalogue.translate(text, values);
  return typeof text === 'string' ? text : String.raw({ raw: text }, ...values);
}

/** Translates `{0} documents` with the right plural form; undefined without a translation. */
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
