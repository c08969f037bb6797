// The words that found a section: they travel in its address and are marked on its page.
import type { SiteSection, Stretch } from '../core/site-pack.ts';

/** More would mark half the page. */
const MOST_WORDS = 8;
const MOST_CHARACTERS = 120;

/** Returns the words as spelled in the text, so a typo in the query does not matter. */
export function wordsOf({ snippet, matches }: Pick<SiteSection, 'snippet' | 'matches'>): string[] {
  const words = new Set(matches.map(([start, end]) => snippet.slice(start, end).trim().toLowerCase()));
  words.delete('');
  let left = MOST_CHARACTERS;
  return [...words].slice(0, MOST_WORDS).filter((word) => (left -= word.length) >= 0);
}

/**
 * Returns the address of a section on this site, with the words to mark.
 * @param url relative to the site's root. @param site address of that root. @param parameter empty: no words in
 *   addresses.
 */
export function addressOf(url: string, site: string, parameter: string, words: readonly string[]): string {
  const address = new URL(`./${url.replace(/^\/+/, '')}`, site);
  if (parameter !== '' && words.length > 0 && /^https?:$/.test(address.protocol)) {
    address.searchParams.set(parameter, words.join(' '));
  }
  return address.href;
}

/** Returns the words in an address, and the address without them. */
export function takeWords(href: string, parameter: string): { words: string[]; href: string } {
  const address = new URL(href);
  const given = parameter === '' ? null : address.searchParams.get(parameter);
  if (given === null) return { words: [], href };
  address.searchParams.delete(parameter);
  const words = given.slice(0, MOST_CHARACTERS).toLowerCase().split(/\s+/).filter(Boolean);
  return { words: [...new Set(words)].slice(0, MOST_WORDS), href: address.href };
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
/** Characters that, next to a match, make it part of a longer word. */
const EDGE = '[\\p{L}\\p{N}_]';
const BEFORE = new RegExp(`${EDGE}$`, 'u');
const AFTER = new RegExp(`^${EDGE}`, 'u');

/**
 * Finds the words in a short text as `wordPattern` would, without compiling an expression per row and keystroke,
 * which takes a browser a millisecond.
 * @param words in lowercase
 */
export function placesOf(text: string, words: readonly string[]): Stretch[] {
  const small = text.toLowerCase();
  // Some letters lowercase to two; then only lowercase text is found.
  const searched = small.length === text.length ? small : text;
  const found: Stretch[] = [];
  for (const word of [...words].sort((a, b) => b.length - a.length)) {
    for (let at = searched.indexOf(word); at >= 0 && word !== ''; at = searched.indexOf(word, at + 1)) {
      const end = at + word.length;
      // Two code units: the most a character has.
      const isWhole =
        UNSPACED.test(word) ||
        !(BEFORE.test(searched.slice(Math.max(0, at - 2), at)) || AFTER.test(searched.slice(end, end + 2)));
      if (isWhole && found.every(([from, to]) => end <= from || at >= to)) found.push([at, end]);
    }
  }
  return found;
}

/** Matches whole words, except in scripts without spaces. */
export function wordPattern(words: readonly string[]): RegExp | undefined {
  const parts = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    .map((word) => (UNSPACED.test(word) ? word : bounded(word)));
  return parts.length > 0 ? new RegExp(parts.join('|'), 'giu') : undefined;
}

function bounded(word: string): string {
  return `(?<!${EDGE})${word}(?!${EDGE})`;
}

/** Parses an HTTP address; undefined for anything else. */
export function webAddress(text: string, base: string): string | undefined {
  const address = URL.canParse(text, base) ? new URL(text, base) : undefined;
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}
