// Which language a document is in: what it says of itself, else its script, else its words.
//
// - Code is not prose, and is no reason to take a text for English.
// - English is told by its commonest words, scripts of one language by their letters: the detector, 280 KB gzipped and some
//   40 MB of memory, is loaded for the rest only.
// - A text too short or too mixed to be sure of is read as English.
import type { Json, JsonObject } from '../base/json.ts';
import { ENGLISH } from '../search/language.ts';
import { KNOWN_LANGUAGES } from './languages.ts';

/** What of a document its language is told by. */
export interface DetectedText {
  title: string;
  body: string;
  metadata: JsonObject;
}

/** A longer text is judged by so many characters of its beginning, its middle and its end. */
const SAMPLE = 1200;
/** Letters below which words cannot tell one language from another. */
const FEWEST_LETTERS = 24;
/** Share of letters that makes a text one in this script: names and terms in Latin letters stand in all of them. */
const MOSTLY = 0.4;

/** ISO 639-1. Undefined when it cannot be told now: the detector is fetched at its first use, and there is no connection. */
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

/** The code of what a person or a page calls a language: `de-AT`, `deu`, `German`, `Deutsch`. Undefined for anything else. */
export function declaredLanguage(value: Json | undefined): string | undefined {
  const name = Array.isArray(value) ? value[0] : value;
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  const wanted = name.trim().replaceAll('_', '-');
  try {
    const { language } = new Intl.Locale(wanted);
    if (KNOWN_LANGUAGES.includes(language)) return language;
  } catch {
    // No tag: the name of a language, perhaps.
  }
  return KNOWN_LANGUAGES.find((code) =>
    ['en', code].some(
      (locale) =>
        new Intl.DisplayNames([locale], { type: 'language' }).of(code)?.toLowerCase() ===
        wanted.toLowerCase(),
    ),
  );
}

/** What is looked through at most for prose. */
const LONGEST_READ = 60_000;

/** An address, a path, a call, a name of a program. */
const NO_WORD = /:\/\/|[\w)][_/\\={}@]|\w\(/;

/** Without code, addresses, tags and signs. */
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

/** Lines outside fences that are not indented as code is. */
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

/** Scripts in which one language is written, or one by far the most; kana before Han, which Japanese uses, too. */
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

/** Words that no other language has so many of. */
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
