// Tells whether a question is in a language that no document has. A search for its words then finds nothing, and the
// user needs to know why.

import { isEnglish } from './question.ts';

/** Frequent words of questions that are rare in the other languages here. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: 'the is are what how when where which who why do does did can my of to for much many'.split(' '),
  de: 'der die das und ist sind wie was wann wer welche welcher welches warum ich wir mein meine viele viel nicht kann muss für gibt habe'.split(
    ' ',
  ),
  fr: 'le les des est sont quel quelle quels quelles quand où qui pourquoi comment combien je mon ma mes puis peut pour dans avec coûte'.split(
    ' ',
  ),
  es: 'el los las es son qué cuál cuándo dónde quién cómo cuánto cuánta cuántos cuántas puedo puede mi para hay cuesta'.split(
    ' ',
  ),
  it: 'il gli è sono che quale quando dove chi perché come quanto quanti posso può mio mia per costa'.split(
    ' ',
  ),
  pt: 'os é são qual quando onde quem como quanto quantos quantas posso pode meu minha para custa não'.split(
    ' ',
  ),
  nl: 'het een zijn wat wanneer waar wie waarom hoe hoeveel welke mijn kan moet voor niet'.split(' '),
};

/** Languages written in a script, the most likely one first. */
const SCRIPTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['ja']],
  [/\p{Script=Han}/u, ['zh', 'ja']],
  [/\p{Script=Hangul}/u, ['ko']],
  [/\p{Script=Arabic}/u, ['ar', 'fa', 'ur']],
  [/\p{Script=Hebrew}/u, ['he']],
  [/\p{Script=Cyrillic}/u, ['ru', 'uk', 'bg', 'sr', 'be']],
  [/\p{Script=Greek}/u, ['el']],
  [/\p{Script=Thai}/u, ['th']],
  [/\p{Script=Devanagari}/u, ['hi', 'ne', 'mr']],
];

/** Minimum number of such words, and how many more than those of the next language. */
const SURE = { words: 2, more: 1 } as const;
/** A long text has words of several languages. */
const LONGEST = 300;
/** Documents without a detected language say nothing. */
const UNKNOWN = 'und';
const MOST = 3;

/**
 * Returns the languages of the documents if the question is in none of them, otherwise nothing.
 * @param languages ISO 639-1
 */
export function otherLanguages(question: string, languages: readonly string[]): string[] {
  const asked = languagesOf(question.slice(0, LONGEST));
  const known = languages.filter((code) => code !== UNKNOWN);
  if (asked.length === 0 || known.length < languages.length || known.some((code) => asked.includes(code)))
    return [];
  return known.slice(0, MOST);
}

/** Returns the languages with the one of the question first: its rules then decide how a word counts. */
export function questionFirst<Spoken extends { code: string }>(
  question: string,
  languages: readonly Spoken[],
): readonly Spoken[] {
  const [asked = isEnglish(question) ? 'en' : undefined] = languagesOf(question.slice(0, LONGEST));
  const own = languages.filter(({ code }) => code === asked);
  return own.length === 0 ? languages : [...own, ...languages.filter(({ code }) => code !== asked)];
}

function languagesOf(question: string): readonly string[] {
  const script = SCRIPTS.find(([letters]) => letters.test(question));
  if (script) return script[1];
  const words = new Set(question.toLowerCase().match(/\p{L}+/gu));
  const counts = Object.entries(WORDS)
    .map(([code, its]) => ({ code, count: its.filter((word) => words.has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [best, next] = counts;
  return best!.count >= SURE.words && best!.count >= next!.count + SURE.more ? [best!.code] : [];
}
