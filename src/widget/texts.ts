// Texts of the widget: the available languages, and the choice for a visitor. Each language is a separate file,
// loaded on demand.
import type { Plural, Texts } from './text-types.ts';

export type Language = (typeof LANGUAGES)[number];
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'zh'] as const;

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** The button's label loads with the button; the rest with the window. */
export const BUTTON: Readonly<Record<Language, string>> = {
  en: 'Search',
  ar: 'بحث',
  de: 'Suchen',
  es: 'Buscar',
  fr: 'Rechercher',
  ja: '検索',
  zh: '搜索',
};

/** @param wanted BCP 47 tags, best first. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0];
    const known = LANGUAGES.find((language) => language === primary);
    if (known) return known;
  }
  return 'en';
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

const FILES = import.meta.glob<Texts>('./texts/*.ts', { import: 'texts' });

export function textsIn(language: Language): Promise<Texts> {
  return FILES[`./texts/${language}.ts`]!();
}

/** Fills the placeholders of a text: `{count}`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

export function countOf(plural: Plural, count: number, language: string, isAtLeast = false): string {
  const form = plural[new Intl.PluralRules(language).select(count)] ?? plural.other;
  const number = new Intl.NumberFormat(language).format(count);
  return fill(form, { count: isAtLeast ? `${number}+` : number });
}
