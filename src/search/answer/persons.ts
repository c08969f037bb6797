// Who has a role: a name beside the word for it. `The caretaker, Mr Novak`, `Eva Blom owns the shop`.
import type { Range } from './structure.ts';

const TITLED =
  "(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Dame|Herrn?|Frau|M|Mme|Sr|Sra|Señora?)\\.?(?:\\s(?:Dr|Prof)\\.?)?\\s\\p{Lu}[\\p{L}’'-]+(?:\\s\\p{Lu}[\\p{L}’'-]+)?";
const FULL =
  "\\p{Lu}(?:[\\p{L}’'-]+|\\.)(?:\\s(?:(?:van|von|de|der|den|la|le|bin|al)\\s)?\\p{Lu}(?:[\\p{L}’'-]+|\\.(?=\\s\\p{Lu}))){1,3}";
const PERSON = new RegExp(`(?<!\\p{L})(?:${TITLED}|${FULL})`, 'gu');
/** Capitalised words that begin a sentence, or name no person. */
const NO_PERSON =
  /^(?:The|This|That|These|If|When|Where|What|In|On|At|For|From|To|All|Any|Each|Every|No|Your|Our|My|Its?|A|An|Der|Die|Das|Le|La|Les|El|Los|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December)\s/;
/** Characters. */
const BESIDE = 30;
/** Between a role and its name: `the caretaker, Mr Novak`; `chair: Eva Blom`; `the treasurer is Li Wei`. */
const ROLE_THEN_NAME =
  /^[*_"”’']*(?:\p{L}*)[*_]*\s*(?:[,:(–—|-][*_]*\s*)?(?:(?:is|was|are|named|called|by|ist|heißt|est|es)\s)?[*_("]*$/u;
/** Between a name and its role: `Li Wei, the treasurer`; `Eva Blom is our new head cook`; `Eva Blom owns`. */
const NAME_THEN_ROLE =
  /^[*_)"]*(?:,|:| \(|\s[–—|-])?\s?(?:(?:is|was|are|as|has been|who|does|do|will|ist|war|est|es)\s)?(?:(?:the|an?|our|my|your|their|its|new|der|die|unser\p{L}*|le|la|el)\s)*(?:[\p{L}-]+\s){0,2}$/u;

/**
 * Tells whether a person's name stands beside one of these words.
 * @param words places in the text
 */
export function namesPerson(text: string, words: readonly Range[]): boolean {
  if (words.length === 0) return false;
  return [...text.matchAll(PERSON)].some(({ index, 0: name }) => {
    if (NO_PERSON.test(`${name} `)) return false;
    const end = index + name.length;
    return words.some((word) => {
      if (word.start >= index && word.end <= end) return false;
      const isBefore = word.end <= index;
      const [from, to] = isBefore ? [word.end, index] : [end, word.start];
      if (to < from || to - from > BESIDE) return false;
      return (isBefore ? ROLE_THEN_NAME : NAME_THEN_ROLE).test(text.slice(from, to));
    });
  });
}
