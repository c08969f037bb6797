// Detects a document's language: from its declaration, otherwise its script, otherwise its words.
//
// - Code is not prose, and is no reason to treat a text as English.
// - English is recognized by its most frequent words, and single-language scripts by their letters. The detector (280
//   KB gzipped and about 40 MB of memory) is loaded only for the rest.
// - A text too short or too mixed for certainty is treated as English.
import type { Json, JsonObject } from '../base/json.ts';
import { ENGLISH } from '../search/language.ts';
import { KNOWN_LANGUAGES } from './languages.ts';

/** The parts of a document used to detect its language. */
export interface DetectedText {
  title: string;
  body: string;
  metadata: JsonObject;
}

/** Characters read at the beginning, middle and end of a longer text. */
const SAMPLE = 1200;
/** Minimum letters: with fewer, words can't tell one language from another. */
const FEWEST_LETTERS = 24;
/** Share of letters that decides a text's script: names and terms in Latin letters occur in all scripts. */
const MOSTLY = 0.4;

/**
 * Returns an ISO 639-1 code. Undefined when it can't be determined now: the detector is downloaded at its first use,
 * and there is no connection.
 */
export async function languageOf({ title, body, metadata }: DetectedText): Promise<string | undefined> {
  if (metadata['format'] === 'code' || metadata['format'] === 'notebook') return ENGLISH.code;
  const declared = declaredLanguage(metadata['language']) ?? declaredLanguage(metadata['lang']);
  if (declared) return declared;
  const samples = samplesOf(proseOf(`${title}\n${body.slice(0, LONGEST_READ)}`));
  const byScript = languageOfScript(samples.join('\n'));
  if (byScript) return byScript;
  const votes = new Map<string, number>();
  for (const sample of samples) {
    const language = await languageOfWords(sample);
    if (language === undefined) return undefined;
    votes.set(language, (votes.get(language) ?? 0) + 1);
  }
  const [winner] = [...votes].sort((a, b) => b[1] - a[1]);
  return winner && winner[1] * 2 > samples.length ? winner[0] : ENGLISH.code;
}

/**
 * Returns the code for a language as people and pages write it: `de-AT`, `deu`, `German`, `Deutsch`. Undefined for
 * anything else.
 */
export function declaredLanguage(value: Json | undefined): string | undefined {
  const name = Array.isArray(value) ? value[0] : value;
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  const wanted = name.trim().replaceAll('_', '-');
  try {
    const { language } = new Intl.Locale(wanted);
    if (KNOWN_LANGUAGES.includes(language)) return language;
  } catch {
    // Not a tag; perhaps the name of a language.
  }
  return KNOWN_LANGUAGES.find((code) =>
    ['en', code].some(
      (locale) =>
        new Intl.DisplayNames([locale], { type: 'language' }).of(code)?.toLowerCase() ===
        wanted.toLowerCase(),
    ),
  );
}

/** Maximum characters searched for prose. */
const LONGEST_READ = 60_000;

/** An address, a path, a call, a program's name. */
const NO_WORD = /:\/\/|[\w)][_/\\={}@]|\w\(/;

/** Removes code, addresses, tags and symbols. */
function proseOf(text: string): string {
  return linesOfProse(text)
    .replace(/`[^`\n]*`|<[^<>\n]*>|\]\([^()\n]*\)/g, ' ')
    .split(/\s+/)
    .filter((word) => !NO_WORD.test(word))
    .join(' ')
    .replace(/[^\p{L}\p{M}'’\s.,;?!]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns lines outside fences without the indentation of code. */
function linesOfProse(text: string): string {
  let fence = '';
  return text
    .split('\n')
    .filter((line) => {
      const mark = /^\s{0,3}(```|~~~)/.exec(line)?.[1];
      if (mark === undefined) return fence === '' && !/^(?: {4}|\t)/.test(line);
      if (fence === '') fence = mark;
      else if (fence === mark) fence = '';
      return false;
    })
    .join('\n');
}

function samplesOf(prose: string): string[] {
  if (prose.length <= 3 * SAMPLE) return [prose];
  const middle = Math.floor((prose.length - SAMPLE) / 2);
  return [0, middle, prose.length - SAMPLE].map((from) => prose.slice(from, from + SAMPLE));
}

/** Scripts of one language, or of one that is far more frequent; kana before Han, which Japanese also uses. */
const SCRIPTS: readonly (readonly [string, RegExp, number])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.1],
  ['ko', /\p{Script=Hangul}/gu, MOSTLY],
  ['zh', /\p{Script=Han}/gu, MOSTLY],
  ['th', /\p{Script=Thai}/gu, MOSTLY],
  ['el', /\p{Script=Greek}/gu, MOSTLY],
  ['he', /\p{Script=Hebrew}/gu, MOSTLY],
  ['hy', /\p{Script=Armenian}/gu, MOSTLY],
  ['ta', /\p{Script=Tamil}/gu, MOSTLY],
];

function languageOfScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return ENGLISH.code;
  return SCRIPTS.find(([, script, share]) => (text.match(script)?.length ?? 0) >= share * letters)?.[0];
}

/** Words that are frequent only in English. */
const ENGLISH_WORDS = /\b(?:the|and|of|to|with|this|that|you|from|are)\b/gi;
const ENGLISH_SHARE = 0.12;

async function languageOfWords(sample: string): Promise<string | undefined> {
  const words = sample.split(' ').length;
  if ((sample.match(ENGLISH_WORDS)?.length ?? 0) >= Math.max(3, words * ENGLISH_SHARE)) return ENGLISH.code;
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < FEWEST_LETTERS) return ENGLISH.code;
  const loaded = await import('eld/extrasmall').catch(() => undefined);
  if (!loaded) return undefined;
  const found = loaded.eld.detect(sample);
  return found.isReliable() && KNOWN_LANGUAGES.includes(found.language) ? found.language : ENGLISH.code;
}
