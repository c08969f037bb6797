// Terms that can stand for a word of a question if the library has them: synonyms, the base of a comparative, the
// phrase it forms with its neighbour (`back up`), and the parts of a compound (`Urlaubstage`).
import { fold } from '../fold.ts';
import { ENGLISH, type Language } from '../language.ts';
import type { QueryTerm } from '../query.ts';
import { writesCompounds } from './document-compounds.ts';
import { otherNumerals } from './numerals.ts';
import { otherVerbForm, verbForms } from './separable-verbs.ts';
import { otherSpellings } from './spellings.ts';
import { misspelledSynonym, synonymsOf } from './synonyms.ts';
import { FOR_UNKNOWN } from './technical-synonyms.ts';

export interface Alternative {
  term: string;
  /** Probability that it stands for the word, 0 to 1. */
  certainty: number;
  /** It counts only if the library has this term, too. */
  partner?: string;
  /** It counts only if the library does not have the word itself. */
  ifMissing?: boolean;
}

const CERTAINTY = {
  spelling: 0.98,
  numeral: 0.95,
  comparison: 0.9,
  derived: 0.8,
  slip: 0.85,
  joined: 0.9,
  part: 0.7,
  modifier: 0.5,
  unknown: 0.75,
} as const;
/** Minimum letters of a compound, of each of its parts, of a part that stands for it alone, and of such an ending. */
const COMPOUND = { whole: 7, part: 3, alone: 5, ending: 4 } as const;
/** Linking letters between the parts of a compound. */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e'] as const;

/**
 * @param spelled maps terms to the words of the question as written
 * @returns the alternatives of each term, in order
 */
export function alternativesOf(
  queries: readonly QueryTerm[],
  question: string,
  languages: readonly Language[],
  spelled: ReadonlyMap<string, string>,
): Alternative[][] {
  const joined = joinedWords(question, languages);
  return queries.map(({ terms, whole }) => [
    ...terms.flatMap((term) =>
      [...synonymsOf(term, languages)].map(([synonym, certainty]) => ({ term: synonym, certainty })),
    ),
    ...terms.flatMap((term) => joined.get(term) ?? []),
    ...terms.flatMap((term) => forUnknown((spelled.get(term) ?? term).toLowerCase())),
    ...(whole
      ? []
      : terms.flatMap((term) => [
          ...inFigures((spelled.get(term) ?? term).toLowerCase(), languages),
          ...spelledElsewhere((spelled.get(term) ?? term).toLowerCase(), languages),
          ...compared(term, languages),
          ...derived(term, languages),
          ...germanVerb(term, languages),
          ...misspelled(term, (spelled.get(term) ?? term).toLowerCase(), languages),
          ...partsOf(term, (spelled.get(term) ?? term).toLowerCase(), languages),
        ])),
  ]);
}

function forUnknown(asked: string): Alternative[] {
  return (FOR_UNKNOWN.get(asked) ?? []).map((word) => ({
    term: ENGLISH.stem(word, word),
    certainty: CERTAINTY.unknown,
    ifMissing: true,
  }));
}

function spelledElsewhere(asked: string, languages: readonly Language[]): Alternative[] {
  if (!languages.some(({ code }) => code === ENGLISH.code)) return [];
  return otherSpellings(asked).flatMap((word): Alternative[] => {
    const term = ENGLISH.stem(word, word);
    return [
      { term, certainty: CERTAINTY.spelling },
      ...[...synonymsOf(term, [ENGLISH])].map(([synonym, certainty]) => ({
        term: synonym,
        certainty: certainty * CERTAINTY.spelling,
      })),
    ];
  });
}

function inFigures(asked: string, languages: readonly Language[]): Alternative[] {
  return otherNumerals(asked, languages).flatMap((numeral) =>
    languages.map((language) => ({
      term: language.stem(numeral, fold(numeral)),
      certainty: CERTAINTY.numeral,
    })),
  );
}

/** Stemmers don't reduce `slower` to `slow`. */
function compared(term: string, languages: readonly Language[]): Alternative[] {
  const ending = /^([a-z]{3,})(?:er|est)$/.exec(term)?.[1];
  if (ending === undefined || !languages.some(({ code }) => code === ENGLISH.code)) return [];
  const bases = [ending, `${ending}e`, ending.replace(/(.)\1$/, '$1'), ending.replace(/i$/, 'y')];
  return [...new Set(bases.map((base) => ENGLISH.stem(base, base)))].flatMap((base): Alternative[] => [
    { term: base, certainty: CERTAINTY.comparison, ifMissing: true },
    ...[...synonymsOf(base, [ENGLISH])].map(([synonym, certainty]) => ({
      term: synonym,
      certainty: certainty * CERTAINTY.comparison,
      ifMissing: true,
    })),
  ]);
}

/** Endings that derive a noun from a verb or an adjective, as stems, and what they replace. */
const NOUN_ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/e?$/, 'ag'],
  [/e?$/, 'ation'],
  [/e?$/, 'ment'],
  [/e?$/, 'iti'],
  [/$/, 'ti'],
  [/$/, 'ship'],
  [/$/, 'th'],
  [/nt$/, 'nc'],
  [/at$/, 'ation'],
  [/(?<=l)$/, 'l'],
  [/e?$/, 'er'],
];
/** Minimum letters of a word with such an ending; shorter ones are different words, like `mess` and `message`. */
const DERIVED_FROM = 5;

/** `store` and `storage`, `pregnant` and `pregnancy` have different stems. */
function derived(term: string, languages: readonly Language[]): Alternative[] {
  if (!/^[a-z]{3,}$/.test(term) || !languages.some(({ code }) => code === ENGLISH.code)) return [];
  const forms = NOUN_ENDINGS.flatMap(([end, ending]) => {
    if (!end.test(term)) return [];
    const longer = term.replace(end, ending);
    const base = term.endsWith(ending) ? term.slice(0, -ending.length) : '';
    const from =
      end.source === 'nt$' ? [`${base}nt`] : end.source === 'at$' ? [`${base}at`] : [base, `${base}e`];
    return [longer, ...(base === '' ? [] : from)];
  });
  return [...new Set(forms)].flatMap((form) =>
    form !== term && Math.min(form.length, term.length + 1) >= DERIVED_FROM
      ? [{ term: form, certainty: CERTAINTY.derived }]
      : [],
  );
}

function germanVerb(term: string, languages: readonly Language[]): Alternative[] {
  const german = languages.find(({ code }) => code === 'de');
  if (!german) return [];
  const other = otherVerbForm(term);
  const forms = verbForms(term).flatMap((form): Alternative[] => [
    { term: form, certainty: CERTAINTY.derived, ifMissing: true },
    ...[...synonymsOf(form, [german])].map(([synonym, certainty]) => ({
      term: synonym,
      certainty: certainty * CERTAINTY.comparison,
      ifMissing: true,
    })),
  ]);
  return other === undefined ? forms : [{ term: other, certainty: CERTAINTY.joined }, ...forms];
}

/**
 * For a misspelt word such as `vacaton`, the library may have neither the word nor the intended one, but its
 * synonyms.
 */
function misspelled(term: string, asked: string, languages: readonly Language[]): Alternative[] {
  if (!languages.some(({ code }) => code === ENGLISH.code)) return [];
  const meant = misspelledSynonym(term, asked);
  return meant === undefined
    ? []
    : [...synonymsOf(meant, [ENGLISH])].map(([synonym, certainty]) => ({
        term: synonym,
        certainty: certainty * CERTAINTY.slip,
        ifMissing: true,
      }));
}

/** Maps a term of the question to the terms it forms with its neighbour. */
function joinedWords(question: string, languages: readonly Language[]): Map<string, Alternative[]> {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
  const joined = new Map<string, Alternative[]>();
  const stemOf = (word: string, language: Language): string => language.stem(word, fold(word));
  const add = (term: string, of: readonly string[], language: Language): void => {
    for (const word of of) {
      const stem = stemOf(word, language);
      joined.set(stem, [...(joined.get(stem) ?? []), { term, certainty: CERTAINTY.joined }]);
    }
  };
  for (let at = 0; at + 1 < words.length; at++)
    for (const language of languages) {
      const [first, second] = [words[at]!, words[at + 1]!];
      const base = stemOf(first, language);
      for (const joint of new Set([stemOf(first + second, language), stemOf(base + second, language)]))
        // A stemmer may take the second word for an ending.
        if (joint.length > base.length + 1 && base.length >= COMPOUND.part)
          add(joint, [first, second], language);
    }
  return joined;
}

/**
 * Splits a word into two parts that the library has. The last part carries the meaning; the longer one can stand for
 * it alone.
 * @param asked as written, since a stem may be too short to split: `altpapi`
 */
function partsOf(term: string, asked: string, languages: readonly Language[]): Alternative[] {
  const language = writesCompounds(languages);
  if (!language) return [];
  return [...new Set([term, fold(asked)])].flatMap((word) => splits(word, language));
}

function splits(word: string, language: Language): Alternative[] {
  if (word.length < COMPOUND.whole || !/^\p{L}+$/u.test(word)) return [];
  const found: Alternative[] = [];
  for (let at = COMPOUND.part; at <= word.length - COMPOUND.part; at++) {
    const ending = word.slice(at);
    const last = language.stem(ending, ending);
    for (const link of LINKS) {
      const first = word.slice(0, at - link.length);
      if (first.length < COMPOUND.part || !word.slice(0, at).endsWith(link)) continue;
      const stem = language.stem(first, first);
      const pair = first.length >= COMPOUND.alone ? {} : { partner: last };
      found.push({ term: stem, certainty: CERTAINTY.modifier, ifMissing: true, ...pair });
      found.push({ term: last, certainty: CERTAINTY.part, ifMissing: true, partner: stem });
    }
    if (ending.length < COMPOUND.ending) continue;
    const certainty = ending.length >= COMPOUND.alone ? CERTAINTY.part : CERTAINTY.modifier;
    found.push({ term: last, certainty, ifMissing: true });
  }
  return found;
}
