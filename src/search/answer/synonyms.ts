// Words that mean nearly the same in a question and in its answer, so that “cost” finds a fee without a model.
import { mendedStems, slipsAllowed, slipsBetween } from '../expand.ts';
import { fold } from '../fold.ts';
import { ENGLISH, type Language } from '../language.ts';
import { ENGLISH_SYNONYMS } from './english-synonyms.ts';
import { EVERYDAY_SYNONYMS } from './everyday-synonyms.ts';
import { FOREIGN_SYNONYMS } from './foreign-synonyms.ts';
import { IRREGULAR } from './irregular.ts';

/** A word found by one of its neighbours here, or by another form of it, counts this share of the word itself. */
const SYNONYM_CERTAINTY = 0.75;

const FORM_CERTAINTY = 0.95;

type Synonyms = ReadonlyMap<string, ReadonlyMap<string, number>>;

const NONE: ReadonlyMap<string, number> = new Map();
const made = new WeakMap<Language, Synonyms>();

/** Each line of `groups` is one; of two groups the surer counts. */
function addGroups(
  to: Map<string, Map<string, number>>,
  { groups, language, certainty }: { groups: string; language: Language; certainty: number },
): void {
  for (const line of groups.trim().split('\n')) {
    const stems = line.split(' ').map((word) => language.stem(word, fold(word)));
    for (const stem of stems) {
      const known = to.get(stem) ?? new Map<string, number>();
      for (const other of stems)
        if (other !== stem) known.set(other, Math.max(known.get(other) ?? 0, certainty));
      to.set(stem, known);
    }
  }
}

function synonymsIn(language: Language): Synonyms {
  const known = made.get(language);
  if (known) return known;
  const found = new Map<string, Map<string, number>>();
  const isEnglish = language.code === ENGLISH.code;
  const groups = isEnglish ? ENGLISH_SYNONYMS + EVERYDAY_SYNONYMS : FOREIGN_SYNONYMS[language.code];
  if (groups !== undefined) addGroups(found, { groups, language, certainty: SYNONYM_CERTAINTY });
  if (isEnglish) addGroups(found, { groups: IRREGULAR, language, certainty: FORM_CERTAINTY });
  made.set(language, found);
  return found;
}

/** Stems of these languages that nearly mean the same as this one, with how surely they stand for it. */
export function synonymsOf(stem: string, languages: readonly Language[]): ReadonlyMap<string, number> {
  if (languages.length === 1) return synonymsIn(languages[0]!).get(stem) ?? NONE;
  return new Map(languages.flatMap((language) => [...(synonymsIn(language).get(stem) ?? NONE)]));
}

/** Letters from which a slip is likelier than another word. */
const SLIP_FROM = 6;

/** The English word with synonyms that this stem is a slip for, as a stem; undefined for a word that has some itself. */
export function misspelledSynonym(stem: string): string | undefined {
  const words = synonymsIn(ENGLISH);
  if (stem.length < SLIP_FROM || words.has(stem)) return undefined;
  // A slip in the ending hides the stem.
  for (const mended of mendedStems(stem)) if (words.has(mended)) return mended;
  const most = stem.length > SLIP_FROM ? 2 : slipsAllowed(stem);
  let best: string | undefined;
  let fewest = most + 1;
  for (const word of words.keys()) {
    if (word[0] !== stem[0] || word.length < SLIP_FROM - 1) continue;
    const slips = slipsBetween(stem, word, most);
    if (slips < fewest) [best, fewest] = [word, slips];
  }
  return best;
}
