// Which entries of the palette fit what was typed, and in what order. Pure.

export interface PaletteEntry {
  /** Unique; what "recent" remembers. */
  id: string;
  title: string;
  /** Other words it goes by. */
  words?: string;
}

export interface Ranked<T extends PaletteEntry> {
  entry: T;
  score: number;
  /** `[start, end)` pairs of the title that match. */
  marks: [number, number][];
}

/** A match at the start of a word is what people type; letters further apart are worth less. */
const WORD_START = 8;
const IN_A_ROW = 5;
const LETTER = 1;
const GAP = 0.2;
/** A match in the other words stands behind every one in a title. */
const WORDS_SCORE = 0.5;
const RECENT_BONUS = 3;

/** The entries that fit, best first; all of them, recent first, while nothing is typed. */
export function rank<T extends PaletteEntry>(
  entries: readonly T[],
  query: string,
  recent: readonly string[],
): Ranked<T>[] {
  const typed = query.trim().toLowerCase();
  if (typed === '') {
    const place = (entry: T): number =>
      recent.includes(entry.id) ? recent.indexOf(entry.id) : recent.length;
    return [...entries].sort((a, b) => place(a) - place(b)).map((entry) => ({ entry, score: 0, marks: [] }));
  }
  return entries
    .flatMap((entry) => {
      const inTitle = match(entry.title, typed);
      if (inTitle) {
        const score = inTitle.score + (recent.includes(entry.id) ? RECENT_BONUS : 0);
        return [{ entry, score, marks: inTitle.marks }];
      }
      return entry.words?.toLowerCase().includes(typed) ? [{ entry, score: WORDS_SCORE, marks: [] }] : [];
    })
    .sort((a, b) => b.score - a.score);
}

/** The letters of `typed` in order in `title`, or undefined. The exact word wins over scattered letters. */
function match(title: string, typed: string): { score: number; marks: [number, number][] } | undefined {
  const text = title.toLowerCase();
  // Lower case may change the length of a few letters; positions would then be wrong.
  if (text.length !== title.length) return text.includes(typed) ? { score: LETTER, marks: [] } : undefined;
  const whole = wholeAt(text, typed);
  if (whole >= 0) {
    const start = isWordStart(text, whole) ? WORD_START : 0;
    return {
      score: start + IN_A_ROW * typed.length - GAP * (whole > 0 ? 1 : 0),
      marks: [[whole, whole + typed.length]],
    };
  }
  return scattered(text, typed.replace(/\s+/g, ''));
}

function wholeAt(text: string, typed: string): number {
  for (let at = text.indexOf(typed); at >= 0; at = text.indexOf(typed, at + 1)) {
    if (isWordStart(text, at)) return at;
  }
  return text.indexOf(typed);
}

function scattered(text: string, letters: string): { score: number; marks: [number, number][] } | undefined {
  const marks: [number, number][] = [];
  let score = 0;
  let at = 0;
  for (const letter of letters) {
    const found = nextLetter(text, letter, at, at > 0 && text[at] === letter);
    if (found < 0) return undefined;
    const last = marks.at(-1);
    if (last && last[1] === found) {
      last[1] += 1;
      score += IN_A_ROW / 2;
    } else {
      marks.push([found, found + 1]);
      score += isWordStart(text, found) ? WORD_START / 2 : LETTER / 2;
      score -= GAP * Math.min(found - at, 10);
    }
    at = found + 1;
  }
  // Single letters strewn over a long title are an accident, not a match.
  return score > letters.length * LETTER ? { score, marks } : undefined;
}

/** The letter right here, else at the next start of a word, else wherever it comes next. */
function nextLetter(text: string, letter: string, from: number, here: boolean): number {
  if (here) return from;
  for (let at = text.indexOf(letter, from); at >= 0; at = text.indexOf(letter, at + 1)) {
    if (isWordStart(text, at)) return at;
  }
  return text.indexOf(letter, from);
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}
