// Words with nearly the same meaning in a question and its answer, so that “cost” finds a fee without a model.
import { slipsAllowed, slipsBetween } from '../expand.ts';
import { fold } from '../fold.ts';
import { ENGLISH, type Language } from '../language.ts';
import { CALENDAR_SYNONYMS } from './calendar-synonyms.ts';
import { ENGLISH_SYNONYMS } from './english-synonyms.ts';
import { EVERYDAY_SYNONYMS } from './everyday-synonyms.ts';
import { FOREIGN_SYNONYMS } from './foreign-synonyms.ts';
import { IRREGULAR } from './irregular.ts';
import { NOTICE_SYNONYMS } from './notice-synonyms.ts';
import { TECHNICAL_SYNONYMS } from './technical-synonyms.ts';

/** Credit of a synonym, or of another form of a word, relative to the word itself. */
const SYNONYM_CERTAINTY = 0.75;

const FORM_CERTAINTY = 0.95;

const ENGLISH_GROUPS =
  ENGLISH_SYNONYMS + EVERYDAY_SYNONYMS + CALENDAR_SYNONYMS + NOTICE_SYNONYMS + TECHNICAL_SYNONYMS;

type Synonyms = ReadonlyMap<string, ReadonlyMap<string, number>>;

const NONE: ReadonlyMap<string, number> = new Map();
const made = new WeakMap<Language, Synonyms>();

/** Each line of `groups` is a group; of two groups the more certain one counts. */
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
  const groups = isEnglish ? ENGLISH_GROUPS : FOREIGN_SYNONYMS[language.code];
  if (groups !== undefined) addGroups(found, { groups, language, certainty: SYNONYM_CERTAINTY });
  if (isEnglish) addGroups(found, { groups: IRREGULAR, language, certainty: FORM_CERTAINTY });
  made.set(language, found);
  return found;
}

/** Returns stems of these languages with nearly the same meaning, and their certainty. */
export function synonymsOf(stem: string, languages: readonly Language[]): ReadonlyMap<string, number> {
  if (languages.length === 1) return synonymsIn(languages[0]!).get(stem) ?? NONE;
  return new Map(languages.flatMap((language) => [...(synonymsIn(language).get(stem) ?? NONE)]));
}

/** Letters from which one typing error is more likely than another word. */
const SLIP_FROM = 6;

/** Letters from which two typing errors are more likely than another word. */
const TWO_SLIPS_FROM = 9;

/**
 * Returns the stem of the English word with synonyms that a word of a question misspells; undefined for one that has
 * synonyms itself. An error near the end changes the stem, so words are compared as written.
 * @param asked in lower case
 */
export function misspelledSynonym(stem: string, asked: string): string | undefined {
  const synonyms = synonymsIn(ENGLISH);
  if (asked.length < SLIP_FROM || slipsAllowed(asked) === 0 || synonyms.has(stem)) return undefined;
  const most = asked.length < TWO_SLIPS_FROM ? 1 : 2;
  let best: string | undefined;
  let fewest = most + 1;
  for (const [word, meant] of writtenWords()) {
    if (word[0] !== asked[0]) continue;
    const slips = slipsBetween(asked, word, fewest - 1);
    if (slips < fewest) [best, fewest] = [meant, slips];
  }
  return best;
}

let written: ReadonlyMap<string, string> | undefined;

/** Maps each word of the groups, as written there, to its stem. */
function writtenWords(): ReadonlyMap<string, string> {
  written ??= new Map(
    `${ENGLISH_GROUPS} ${IRREGULAR}`
      .split(/\s+/)
      .filter(({ length }) => length >= SLIP_FROM - 1)
      .map((word) => [word, ENGLISH.stem(word, fold(word))]),
  );
  return written;
}
