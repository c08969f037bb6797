// Ranks named entries for a query; shared by the palette and the message field's lists. Pure.

export interface NamedEntry {
  /** Unique; stored in the list of recent entries. */
  id: string;
  title: string;
  /** Synonyms. */
  words?: string;
}

export interface Ranked<T extends NamedEntry> {
  entry: T;
  score: number;
  /** `[start, end)` pairs of matches in the title. */
  marks: [number, number][];
  /** Every word of the query begins a word of the entry. Weaker matches have the letters elsewhere. */
  isWord: boolean;
}

type Marks = [number, number][];

/** Far enough apart that no bonus lifts a match into the next tier. */
const TIER = {
  whole: 700,
  beginning: 600,
  together: 500,
  words: 400,
  otherWords: 300,
  inside: 200,
  insideOthers: 150,
  initials: 100,
} as const;
const LEAST_WORD = TIER.otherWords;
/** Breaks ties only: recently used first, then shorter titles. */
const RECENT_BONUS = 30;
const LONGEST_COUNTED = 20;
/** Fewer letters within a word, or as initials, match by accident. */
const LEAST_INSIDE = 2;
/** Abbreviations are not longer than this. */
const MOST_INITIALS = 12;

/** Returns the matching entries, best first; all of them, recent first, for an empty query. */
export function rankEntries<T extends NamedEntry>(
  entries: readonly T[],
  query: string,
  recent: readonly string[] = [],
): Ranked<T>[] {
  const typed = fold(query.trim().replace(/\s+/g, ' '));
  if (typed === '') {
    const place = (entry: T): number =>
      recent.includes(entry.id) ? recent.indexOf(entry.id) : recent.length;
    return [...entries]
      .sort((a, b) => place(a) - place(b))
      .map((entry) => ({ entry, score: 0, marks: [], isWord: true }));
  }
  return entries
    .flatMap((entry) => {
      const found = match(entry, typed);
      if (!found) return [];
      const bonus =
        (recent.includes(entry.id) ? RECENT_BONUS : 0) - Math.min(entry.title.length / 10, LONGEST_COUNTED);
      const score = found.tier + bonus;
      return [{ entry, score, marks: found.marks, isWord: found.tier >= LEAST_WORD }];
    })
    .sort((a, b) => b.score - a.score);
}

function match({ title, words = '' }: NamedEntry, typed: string): { tier: number; marks: Marks } | undefined {
  const text = fold(title);
  // If folding changes the length, positions in the title would be wrong.
  const marked = (tier: number, marks: Marks) => ({ tier, marks: text.length === title.length ? marks : [] });
  if (text === typed) return marked(TIER.whole, [[0, text.length]]);
  const start = startOf(text, typed);
  if (start === 0) return marked(TIER.beginning, [[0, typed.length]]);
  if (start > 0) return marked(TIER.together, [[start, start + typed.length]]);
  const parts = typed.split(' ');
  const starts = parts.map((part) => startOf(text, part));
  if (starts.every((at) => at >= 0)) {
    return marked(TIER.words, inOrder(starts.map((at, i) => [at, at + parts[i]!.length])));
  }
  const others = fold(words);
  if (parts.every((part, i) => starts[i]! >= 0 || startOf(others, part) >= 0)) {
    const inTitle = parts.flatMap((part, i): Marks =>
      starts[i]! >= 0 ? [[starts[i]!, starts[i]! + part.length]] : [],
    );
    return marked(TIER.otherWords, inOrder(inTitle));
  }
  if (typed.length < LEAST_INSIDE) return undefined;
  const inside = text.indexOf(typed);
  if (inside >= 0) return marked(TIER.inside, [[inside, inside + typed.length]]);
  const begun = beginnings(text, typed.replaceAll(' ', ''));
  if (begun) return marked(TIER.initials, begun);
  return others.includes(typed) ? { tier: TIER.insideOthers, marks: [] } : undefined;
}

/** Lowercases, and removes accents, which people omit when typing. */
function fold(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase();
  return plain.length === text.length ? plain : text.toLowerCase();
}

/** Index of `part` at the start of a word; -1 if none. */
function startOf(text: string, part: string): number {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (isWordStart(text, at)) return at;
  }
  return -1;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

function inOrder(marks: Marks): Marks {
  const sorted = [...marks].sort(([a], [b]) => a - b);
  const apart: Marks = [];
  for (const [start, end] of sorted) {
    const last = apart.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}

/** Matches the letters as prefixes of words in order: `fid` and `findoc` in `find_in_docs`. */
function beginnings(text: string, letters: string): Marks | undefined {
  if (letters.length > MOST_INITIALS) return undefined;
  // By count: how the words from here on match that many last letters. The first word that can begin does, with as
  // many letters as possible.
  const tails: (Marks | undefined)[] = [[]];
  for (const { index, 0: word } of [...text.matchAll(/[\p{L}\p{N}]+/gu)].reverse()) {
    // Longest first: it needs the shorter ones as the words after this one match them.
    for (let rest = letters; rest !== ''; rest = rest.slice(1)) {
      for (let taken = commonStart(word, rest); taken > 0; taken--) {
        const others = tails[rest.length - taken];
        if (!others) continue;
        tails[rest.length] = [[index, index + taken], ...others];
        break;
      }
    }
  }
  return tails[letters.length];
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
