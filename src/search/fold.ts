// Folds the spellings of a word into one: compatibility forms, case and accents.

/** Letters that Unicode does not decompose, although readers see a plain letter with a mark, or another letter. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * Removable marks: Latin, Greek and Cyrillic accents, Hebrew and Arabic vowel points and tatweel, soft hyphens and
 * joiners. The vowel signs of Indic scripts and Thai are marks too, but stay, because they make the word.
 */
const MARK =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u00ad\u0640\u200c\u200d]/g;

const ASCII = /^[\0-\x7f]*$/;

/** Returns the folded form of a word: `Ｃafé` and `CAFE` both become `cafe`. */
export function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARK, '')
    .replace(LETTER, (letter) => LETTERS[letter]!)
    .normalize('NFC');
}
