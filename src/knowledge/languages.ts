// The languages of documents: their rules load when the first document or query needs them.
import { ENGLISH, type Language, NO_LANGUAGE } from '../search/language.ts';
import { type LanguageData, makeLanguage } from '../search/language-rules.ts';

type Stemmer = Promise<{ stemmer: (word: string) => string }>;
type StopWords = Promise<{ stopwords: string[] }>;

async function both(stemmer: Stemmer, stopWords: StopWords): Promise<LanguageData> {
  return { stemmer: (await stemmer).stemmer, stopWords: (await stopWords).stopwords };
}

async function silent(stopWords: StopWords): Promise<LanguageData> {
  return { stopWords: (await stopWords).stopwords };
}

/** By ISO 639-1. `ca`, `ko` and `th` need no loading: language-rules.ts has their special cases. */
const LOADERS: Record<string, () => Promise<LanguageData>> = {
  ar: () => both(import('@orama/stemmers/arabic'), import('@orama/stopwords/arabic')),
  bg: () => both(import('@orama/stemmers/bulgarian'), import('@orama/stopwords/bulgarian')),
  ca: () => Promise.resolve({}),
  da: () => both(import('@orama/stemmers/danish'), import('@orama/stopwords/danish')),
  de: () => both(import('@orama/stemmers/german'), import('@orama/stopwords/german')),
  el: () => both(import('@orama/stemmers/greek'), import('@orama/stopwords/greek')),
  es: () => both(import('@orama/stemmers/spanish'), import('@orama/stopwords/spanish')),
  fi: () => both(import('@orama/stemmers/finnish'), import('@orama/stopwords/finnish')),
  fr: () => both(import('@orama/stemmers/french'), import('@orama/stopwords/french')),
  ga: () => both(import('@orama/stemmers/irish'), import('@orama/stopwords/irish')),
  hi: () => both(import('@orama/stemmers/indian'), import('@orama/stopwords/indian')),
  hu: () => both(import('@orama/stemmers/hungarian'), import('@orama/stopwords/hungarian')),
  hy: () => both(import('@orama/stemmers/armenian'), import('@orama/stopwords/armenian')),
  id: () => both(import('@orama/stemmers/indonesian'), import('@orama/stopwords/indonesian')),
  it: () => both(import('@orama/stemmers/italian'), import('@orama/stopwords/italian')),
  ja: () => silent(import('@orama/stopwords/japanese')),
  ko: () => Promise.resolve({}),
  lt: () => both(import('@orama/stemmers/lithuanian'), import('@orama/stopwords/lithuanian')),
  ne: () => both(import('@orama/stemmers/nepali'), import('@orama/stopwords/nepali')),
  nl: () => both(import('@orama/stemmers/dutch'), import('@orama/stopwords/dutch')),
  no: () => both(import('@orama/stemmers/norwegian'), import('@orama/stopwords/norwegian')),
  pt: () => both(import('@orama/stemmers/portuguese'), import('@orama/stopwords/portuguese')),
  ro: () => both(import('@orama/stemmers/romanian'), import('@orama/stopwords/romanian')),
  ru: () => both(import('@orama/stemmers/russian'), import('@orama/stopwords/russian')),
  sl: () => silent(import('@orama/stopwords/slovenian')),
  sr: () => both(import('@orama/stemmers/serbian'), import('@orama/stopwords/serbian')),
  sv: () => both(import('@orama/stemmers/swedish'), import('@orama/stopwords/swedish')),
  ta: () => both(import('@orama/stemmers/tamil'), import('@orama/stopwords/tamil')),
  th: () => Promise.resolve({}),
  tr: () => both(import('@orama/stemmers/turkish'), import('@orama/stopwords/turkish')),
  uk: () => both(import('@orama/stemmers/ukrainian'), import('@orama/stopwords/ukrainian')),
  zh: () => silent(import('@orama/stopwords/mandarin')),
};

/** Languages that use the rules of a related one. */
const NEAR: Record<string, string> = { nb: 'no', nn: 'no', ms: 'id' };

/** Languages of documents without their own rules: their words are used unchanged. */
const PLAIN =
  'am az be bn cs et eu fa gu he hr is ka kn ku lo lv ml mr nb nn ms or pa pl sk sq te tl ur vi yo';

/** Codes (ISO 639-1) that a document's language may have. */
export const KNOWN_LANGUAGES: readonly string[] = [
  ENGLISH.code,
  NO_LANGUAGE.code,
  ...Object.keys(LOADERS),
  ...PLAIN.split(' '),
].sort();

/** Returns the code of the rules for documents in a language. */
export function rulesOf(language: string | undefined): string {
  if (language === undefined || language === ENGLISH.code) return ENGLISH.code;
  const near = NEAR[language] ?? language;
  return near in LOADERS ? near : NO_LANGUAGE.code;
}

export class Languages {
  readonly #loaded = new Map<string, Language>([
    [ENGLISH.code, ENGLISH],
    [NO_LANGUAGE.code, NO_LANGUAGE],
  ]);
  readonly #loading = new Map<string, Promise<void>>();

  /**
   * Loads the rules of these codes. Rules that can't be loaded now, for example offline, are left out and tried again
   * the next time.
   */
  async load(codes: Iterable<string>): Promise<Language[]> {
    const wanted = [...new Set(codes)];
    await Promise.all(wanted.filter((code) => !this.#loaded.has(code)).map((code) => this.#load(code)));
    return wanted.flatMap((code) => this.#loaded.get(code) ?? []);
  }

  /** Returns the rules of a document's language if they are loaded, otherwise those of English. */
  of(language: string | undefined): Language {
    return this.#loaded.get(rulesOf(language)) ?? ENGLISH;
  }

  #load(code: string): Promise<void> {
    const loader = LOADERS[code];
    if (!loader) return Promise.resolve();
    const known = this.#loading.get(code);
    if (known) return known;
    const loading = loader()
      .then(
        (data) => void this.#loaded.set(code, makeLanguage(code, data)),
        () => undefined,
      )
      .finally(() => this.#loading.delete(code));
    this.#loading.set(code, loading);
    return loading;
  }
}
