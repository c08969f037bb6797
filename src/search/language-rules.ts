// Builds the rules of a language from its stemmer and stop words, with additional spelling rules.
import { fold } from './fold.ts';
import { ENGLISH, type Language, PLAIN } from './language.ts';

/** The data loaded for a language. */
export interface LanguageData {
  /** Returns the stem of a word in lower case. */
  stemmer?: (word: string) => string;
  stopWords?: readonly string[];
}

/** Unifies two spellings of a word before stemming; some compensate for gaps of the stemmer. */
const SPELLINGS: Record<string, (word: string) => string> = {
  // Unifies Müller, Mueller and Muller; `ue` after a vowel or q stays: neue, Quelle.
  de: (word) =>
    word
      .replaceAll('ß', 'ss')
      .replace(/[äöü]/g, (letter) => ({ ä: 'a', ö: 'o', ü: 'u' })[letter]!)
      .replace(/([ao])e/g, '$1')
      .replace(/(?<![aeiouq])ue/g, 'u'),
  pt: (word) => word.replace(/[õã]es$/, 'ão'),
  ar: (word) =>
    word
      .normalize('NFKD')
      .replace(/[\u064b-\u065f\u0670\u0640]/g, '')
      .replace(/^[وف]?(?:[بك]?ال|لل)(?=.{3})/, '')
      .replace(/(?<=.{3})ات$/, 'ة'),
  ru: (word) => word.replaceAll('ё', 'е'),
};

/** Unifies stems of one word that the stemmer keeps apart. */
const REPAIRS: Record<string, (stem: string) => string> = {
  el: (stem) => stem.replace(/(?<=.{4})(?:ισ|[αειηο])$/, ''),
};

/** Endings whose accent is often omitted, and that the stemmers know only with it. */
const ACCENTS: Record<string, readonly (readonly [RegExp, string])[]> = {
  es: [[/([cs])ion$/, '$1ión']],
  pt: [
    [/coes$|cao$/, 'ção'],
    [/(?:oes|aes|ao)$/, 'ão'],
  ],
  fr: [
    [/ee(s?)$/, 'ée$1'],
    [/ite(s?)$/, 'ité$1'],
  ],
  it: [[/ta$/, 'tà']],
};

const ELIDED: Record<string, string> = {
  fr: 'l d j m t s n c qu jusqu lorsqu puisqu quoiqu',
  it: 'l un c d s t m v gl dell all nell sull dall coll quest quell degl agl dagl negl sugl bell sant',
  ca: 'l d m t s n',
};

/** Languages in which omitting accents rarely changes the word: `cómo`, `como`. Elsewhere ä is a letter of its own. */
const LOOSE_ACCENTS = new Set(['fr', 'es', 'it', 'pt', 'ro', 'el', 'ar', 'ru', 'uk', 'bg']);

/** Languages with their own script: Latin words in them are mostly English. */
const OTHER_SCRIPTS = new Set('ar bg el hi hy ja ko ne ru sa sr ta th uk zh'.split(' '));

const LETTERS = /^[\p{L}\p{M}]+$/u;
const INVISIBLE = /[\u00ad\u200c\u200d]/g;

export function makeLanguage(code: string, { stemmer, stopWords = [] }: LanguageData): Language {
  const spell = SPELLINGS[code] ?? ((word) => word);
  const repair = REPAIRS[code] ?? ((stem) => stem);
  const lower = (word: string): string => {
    const plain = word.normalize('NFKC').replace(INVISIBLE, '');
    // Turkish distinguishes I from İ.
    return code === 'tr' ? plain.toLocaleLowerCase('tr') : plain.toLowerCase();
  };
  const stemOf = (small: string): string => repair(fold(stemmer ? stemmer(spell(small)) : spell(small)));
  const silent = new Set(stopWords.map((word) => word.normalize('NFKC').toLowerCase()));
  const silentFolded = new Set(LOOSE_ACCENTS.has(code) ? stopWords.map(fold) : []);
  const isForeign = (folded: string): boolean => OTHER_SCRIPTS.has(code) && PLAIN.test(folded);

  const language: Language = {
    code,
    isStopWord: (word, folded) =>
      isForeign(folded)
        ? ENGLISH.isStopWord(word, folded)
        : silent.has(lower(word)) || silentFolded.has(folded),
    stem: (word, folded) => {
      if (isForeign(folded)) return ENGLISH.stem(word, folded);
      if (folded.length < 3 || !LETTERS.test(word.replace(INVISIBLE, ''))) return folded;
      return stemOf(lower(word)) || folded;
    },
  };
  const accents = ACCENTS[code];
  if (!accents) return withElided(language, code);
  const accented = (folded: string): string | undefined => {
    const ending = accents.find(([pattern]) => pattern.test(folded));
    return ending && stemOf(folded.replace(...ending));
  };
  return withElided({ ...language, accented }, code);
}

function withElided(language: Language, code: string): Language {
  const elided = ELIDED[code];
  return elided === undefined ? language : { ...language, elided: new Set(elided.split(' ')) };
}
