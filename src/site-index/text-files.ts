// Splits a page into files: one, or several for a long page, so that a hit fetches only what it shows.
import type { SitePage } from '../core/site-pack.ts';
import type { PlacedPassage, TextFile } from './small-files.ts';

/** A page to be written to an index. */
export interface PackedPage extends SitePage {
  /** In order; each is `body.slice(start, end)`. */
  passages: readonly PagePassage[];
}

export interface PagePassage {
  start: number;
  end: number;
  /** Titles of the enclosing sections, outermost first, without the page's own title. */
  heading: readonly string[];
  /** Of its section; '' at the top of the page. */
  anchor: string;
}

/** Characters of a file's text: 2 KB compressed. */
const TARGET = 5000;

export function textFilesOf({ passages, body, ...page }: PackedPage): TextFile[] {
  const files: TextFile[] = [];
  let first = 0;
  let from = 0;
  do {
    let last = first + 1;
    while (last < passages.length && passages[last]!.end - from <= TARGET) last++;
    const to = passages[last]?.start ?? body.length;
    files.push({
      ...page,
      body: body.slice(from, to),
      ...placed(passages.slice(first, last), from),
    });
    [first, from] = [last, to];
  } while (first < passages.length);
  return files;
}

function placed(passages: readonly PagePassage[], from: number): Pick<TextFile, 'headings' | 'passages'> {
  const headings: (readonly string[])[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (heading: readonly string[]): number => {
    const key = JSON.stringify(heading);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, headings.length);
    return headings.push(heading) - 1;
  };
  const its = passages.map(({ start, end, heading, anchor }): PlacedPassage => [
    start - from,
    end - from,
    numberOf(heading),
    anchor,
  ]);
  return { headings, passages: its };
}
