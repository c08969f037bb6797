// Rates how well a query names a tool, for half-remembered names: by prefix, by part or with a typing error.
import { lowerBound, slipsAllowed, slipsBetween } from './expand.ts';
import { fold } from './fold.ts';
import { STOP_WORDS } from './stop-words.ts';
import { HUMP } from './tokenise.ts';

/** Kinds of match of a query with a tool's name, best first. */
export type NameMatch =
  /** The query is the name. */
  | 'name'
  /** The query is a prefix of the name, or of a part of it. */
  | 'prefix'
  /** Each of its words is a word of the name or the description. */
  | 'words'
  /** Each of its words is a word of the name, with a typing error. */
  | 'fuzzy';

/** The prepared words of a tool. */
export interface NamedTool {
  /** Name and slug as words, each after a space: ` create github issue`. */
  readonly spelled: readonly string[];
  /** The same without spaces. */
  readonly compact: readonly string[];
  readonly words: ReadonlySet<string>;
  readonly described: ReadonlySet<string>;
}

/** A prepared query. */
export interface NameQuery {
  readonly spelled: string;
  /** Without spaces: `getwea` is a prefix of `getWeather`. */
  readonly compact: string;
  readonly words: readonly string[];
  /** The words without stop words. */
  readonly telling: readonly string[];
  /** Per word: the words of names that it may misspell, with the number of errors. */
  readonly slips: readonly ReadonlyMap<string, number>[];
}

/** A longer query describes a purpose. */
const MOST_WORDS = 4;
/** One letter matches half of all name parts. */
const SHORTEST_PART = 2;

/** Returns the folded words of a name, split at `_`, `-`, `.` and between lower and upper case. */
export function nameWords(name: string): string[] {
  return fold(name.replace(HUMP, ' '))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

export function namedTool(name: string, slug: string, description: string): NamedTool {
  const lists = [nameWords(name), nameWords(slug)].filter((list) => list.length > 0);
  return {
    spelled: [...new Set(lists.map((list) => ` ${list.join(' ')}`))],
    compact: [...new Set(lists.map((list) => list.join('')))],
    words: new Set(lists.flat()),
    described: new Set(nameWords(description)),
  };
}

/** @param vocabulary the words of all names, in UTF-16 order. */
export function readNameQuery(query: string, vocabulary: readonly string[]): NameQuery {
  const words = nameWords(query);
  return {
    spelled: words.join(' '),
    compact: words.join(''),
    words,
    telling: words.filter((word) => !STOP_WORDS.has(word)),
    slips: words.length > MOST_WORDS ? [] : words.map((word) => slipsFor(word, vocabulary)),
  };
}

/** Returns the best kind of match with the tool's name, and its closeness: above 0, at most 1. */
export function matchName(
  { spelled, compact, words, described }: NamedTool,
  asked: NameQuery,
): { match: NameMatch; closeness: number } | undefined {
  if (asked.spelled === '') return undefined;
  const sought = ` ${asked.spelled}`;
  if (spelled.includes(sought)) return { match: 'name', closeness: 1 };
  const begins =
    spelled.some((name) => name.startsWith(sought)) || compact.some((name) => name.startsWith(asked.compact));
  if (begins) {
    return { match: 'prefix', closeness: 1 };
  }
  if (asked.compact.length >= SHORTEST_PART && spelled.some((name) => name.includes(sought))) {
    return { match: 'prefix', closeness: 0.5 };
  }
  const { telling } = asked;
  if (telling.length > 0 && telling.every((word) => words.has(word) || described.has(word))) {
    return {
      match: 'words',
      closeness: (1 + telling.filter((word) => words.has(word)).length) / (1 + telling.length),
    };
  }
  const slips = slipsIn(words, asked);
  return slips === undefined ? undefined : { match: 'fuzzy', closeness: 1 / (1 + slips) };
}

/** Returns the typing errors in the whole query; undefined when a word of it is not in the name. */
function slipsIn(words: ReadonlySet<string>, asked: NameQuery): number | undefined {
  if (asked.slips.length === 0) return undefined;
  let sum = 0;
  for (const [position, word] of asked.words.entries()) {
    if (words.has(word)) continue;
    let least: number | undefined;
    for (const [meant, slips] of asked.slips[position] ?? []) {
      if (words.has(meant) && slips < (least ?? Infinity)) least = slips;
    }
    if (least === undefined) return undefined;
    sum += least;
  }
  return sum;
}

/** The first letter must be right, which keeps the search short. */
function slipsFor(word: string, vocabulary: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const most = slipsAllowed(word);
  if (most === 0) return found;
  const initial = word[0]!;
  for (let i = lowerBound(vocabulary, initial); vocabulary[i]?.startsWith(initial); i++) {
    const slips = slipsBetween(word, vocabulary[i]!, most);
    if (slips > 0 && slips <= most) found.set(vocabulary[i]!, slips);
  }
  return found;
}
