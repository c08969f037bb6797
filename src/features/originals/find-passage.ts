// Finds a passage in the text of pages. Pure.
//
// - It compares letters and digits alone, since the library joins lines, removes hyphenation and adds Markdown.
// - A passage that is missing, or whose parts are ambiguous, is not marked: a wrong mark is worse than none.

/** A range within one piece of a page's text. */
export interface TextStretch {
  item: number;
  from: number;
  /** Index after its last character. */
  to: number;
}

/** Shorter parts of a passage occur in too many places. */
const SHORTEST_PIECE = 12;

/**
 * @param pages the text pieces of each page, in order
 * @returns the ranges on each page; empty lists when the passage is not found
 */
export function findPassage(passage: string, pages: readonly (readonly string[])[]): TextStretch[][] {
  const text = lettersOf(pages);
  const found = stretchesFound(passage, text.letters);
  const stretches: TextStretch[][] = pages.map(() => []);
  const close = (page: number, stretch: TextStretch | undefined): void => {
    if (stretch) stretch.to += /^\p{P}*/u.exec(pages[page]![stretch.item]!.slice(stretch.to))![0].length;
  };
  for (const [start, end] of found) {
    for (let at = start; at < end; at++) {
      const page = stretches[text.pages[at]!]!;
      const item = text.items[at]!;
      const from = text.places[at]!;
      const last = page.at(-1);
      if (last?.item === item && at > start) last.to = text.ends[at]!;
      else page.push({ item, from, to: text.ends[at]! });
    }
    // Includes the final full stop.
    const lastPage = text.pages[end - 1]!;
    close(lastPage, stretches[lastPage]!.at(-1));
  }
  return stretches;
}

/** Start and end, counted in letters. */
function stretchesFound(passage: string, letters: string): [number, number][] {
  const whole = plain(passage);
  if (whole === '') return [];
  const at = letters.indexOf(whole);
  if (at >= 0) return [[at, at + whole.length]];
  // Page headers and footers lie between its lines, or its columns were read in another order.
  const found: [number, number][] = [];
  for (const piece of passage.split(/\n+|(?<=[.!?。！？])\s+/u)) {
    const wanted = plain(piece);
    if (wanted.length < SHORTEST_PIECE) continue;
    const first = letters.indexOf(wanted);
    if (first < 0 || letters.includes(wanted, first + 1)) continue;
    found.push([first, first + wanted.length]);
  }
  return found.sort(([a], [b]) => a - b);
}

interface Letters {
  letters: string;
  /** For each letter, its page, its text piece, and its position in that. */
  pages: number[];
  items: number[];
  places: number[];
  ends: number[];
}

function lettersOf(pages: readonly (readonly string[])[]): Letters {
  const text: Letters = { letters: '', pages: [], items: [], places: [], ends: [] };
  const letters: string[] = [];
  for (const [page, items] of pages.entries()) {
    for (const [item, piece] of items.entries()) {
      let place = 0;
      for (const character of piece) {
        const end = place + character.length;
        // One character may stand for several letters, such as a ligature.
        for (const letter of plain(character)) {
          letters.push(letter);
          // Positions count UTF-16 units, as `indexOf` does.
          for (let unit = 0; unit < letter.length; unit++) {
            text.pages.push(page);
            text.items.push(item);
            text.places.push(place);
            text.ends.push(end);
          }
        }
        place = end;
      }
    }
  }
  return { ...text, letters: letters.join('') };
}

/** Combining accents are dropped along with other marks. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
