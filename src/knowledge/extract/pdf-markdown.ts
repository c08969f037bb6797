// Converts the lines of a PDF's pages to Markdown: whole paragraphs, headings and list items, without running heads
// and feet.
import { escapeInline, escapeLineStart } from './html-inline.ts';
import type { PdfLine } from './pdf-lines.ts';

export interface PdfPage {
  lines: PdfLine[];
}

/** A bookmark: `page` counts from 0, `level` from 1. */
export interface PdfHeading {
  title: string;
  level: number;
  page: number;
}

interface Paragraph {
  text: string;
  size: number;
  /** Lines that it consists of. */
  lines: number;
  point: boolean;
  page: number;
}

/** A line larger than the text by this factor is a heading. */
const LARGER = 1.15;
const LONGEST_HEADING = 200;
/** Lines at a page's edge that recur at the same height on this many pages are not text. */
const RUNNING = { pages: 3, lines: 2 } as const;
const PAGE_NUMBER = /^[-–—\s]*(?:page\s+)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:of|\/)\s*\d{1,4})?[-–—\s]*$/i;
/** A line of a table of contents, whose text recurs in the document itself. */
const LEADER = /(?:\. ?){5,}\s*(?:\d+|[ivxl]+)?$/;
/** Gaps of more than this many usual line gaps separate paragraphs. */
const GAP = 1.4;

const POINT = /^(?:[•◦▪‣●○■□–—·*]|\(?(?:\d{1,2}|[a-z])[.)])\s+/;
const BULLET = /^[•◦▪‣●○■□–—·*]\s+/;

/** @returns the text and where each page begins in it */
export function pdfMarkdown(
  pages: readonly PdfPage[],
  bookmarks: readonly PdfHeading[],
): { body: string; pages: number[] } {
  const kept = withoutRunning(pages);
  const usual = usualSize(kept);
  const paragraphs = kept.flatMap((page, i) => paragraphsOf(page, i, usual));
  const levels = headingLevels(paragraphs, bookmarks, usual);
  const writer = new Writer(knownWords(kept));
  paragraphs.forEach((paragraph, i) => writer.write(paragraph, levels[i]));
  return { body: writer.body, pages: writer.starts(pages.length) };
}

/** Joins text across pages: a paragraph that continues on the next page is one, and that page begins inside it. */
class Writer {
  body = '';
  readonly #starts: number[] = [];
  readonly #words: ReadonlySet<string>;
  #last: { paragraph: Paragraph; isHeading: boolean } | undefined;

  constructor(words: ReadonlySet<string>) {
    this.#words = words;
  }

  write(paragraph: Paragraph, level: number | undefined): void {
    const text = paragraph.text
      .split('\n')
      .map((line) => escapeInline(line))
      .join('\n');
    if (level === undefined && this.#goesOn(paragraph)) this.#join(text, paragraph.page);
    else {
      const last = this.#last;
      const tight =
        paragraph.point && last?.paragraph.point === true && last.paragraph.page === paragraph.page;
      if (this.body !== '') this.body += tight ? '\n' : '\n\n';
      this.#begin(paragraph.page);
      if (level !== undefined) this.body += `${'#'.repeat(level)} ${text.replace(/\n/g, ' ')}`;
      else
        this.body += BULLET.test(paragraph.text)
          ? `- ${text.replace(/^\\?\S+\s+/, '')}`
          : paragraph.point
            ? text
            : escapeLineStart(text);
    }
    this.#last = { paragraph, isHeading: level !== undefined };
  }

  starts(count: number): number[] {
    for (let page = this.#starts.length; page < count; page++) this.#starts.push(this.body.length);
    return this.#starts;
  }

  #begin(page: number): void {
    while (this.#starts.length <= page) this.#starts.push(this.body.length);
  }

  #goesOn({ page, text, point, size }: Paragraph): boolean {
    const last = this.#last;
    if (!last || last.isHeading || point || last.paragraph.page === page) return false;
    return (
      Math.abs(size - last.paragraph.size) < 0.5 &&
      !/[.!?:;。！？]["'”’)\]]*$/.test(this.body) &&
      /^[\p{Ll}(]/u.test(text)
    );
  }

  #join(text: string, page: number): void {
    const { kept, glue } = joint(this.body.slice(-80), text, this.#words);
    if (!kept) this.body = this.body.slice(0, -1);
    this.body += glue;
    this.#begin(page);
    this.body += text;
  }
}

/** Decides how to join two lines: whether to keep the hyphen at the end of the first, and what to put between them. */
function joint(before: string, after: string, words: ReadonlySet<string>): { kept: boolean; glue: string } {
  const [, first = ''] = /([\p{L}\p{M}]+)[-\u00ad\u2010]$/u.exec(before) ?? [];
  const [second = ''] = /^\p{Ll}[\p{L}\p{M}]*/u.exec(after) ?? [];
  if (first !== '' && second !== '') {
    // A hyphen that belongs to the word also occurs in it elsewhere.
    const kept =
      words.has(`${first}-${second}`.toLowerCase()) && !words.has(`${first}${second}`.toLowerCase());
    return { kept, glue: '' };
  }
  // Chinese, Japanese and Thai have no spaces between words.
  const closed = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}。、]$/u.test(before);
  return {
    kept: true,
    glue:
      closed && /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(after)
        ? ''
        : ' ',
  };
}

function paragraphsOf({ lines }: PdfPage, page: number, usual: number): Paragraph[] {
  const pitch = usualPitch(lines);
  const paragraphs: Paragraph[] = [];
  const words = knownWords([{ lines }]);
  const right = Math.max(0, ...lines.map((line) => line.right));
  let open: Paragraph | undefined;
  let last: PdfLine | undefined;
  for (const line of lines) {
    const point = POINT.test(line.text);
    if (!open || !last || point || breaks(last, line, pitch, right)) {
      open = { text: line.text, size: line.size, lines: 1, point: point && line.size < usual * LARGER, page };
      paragraphs.push(open);
    } else if (line.spread || last.spread) {
      open.text += `\n${line.text}`;
      open.lines++;
    } else {
      const { kept, glue } = joint(open.text.slice(-80), line.text, words);
      open.text = (kept ? open.text : open.text.slice(0, -1)) + glue + line.text;
      open.lines++;
    }
    last = line;
  }
  return paragraphs;
}

/** Tells whether a paragraph ends between two lines. */
function breaks(last: PdfLine, line: PdfLine, pitch: number, right: number): boolean {
  if (Math.abs(line.size - last.size) > 0.1 * last.size || line.spread !== last.spread) return true;
  const down = last.y - line.y;
  const ends = /[.!?:。！？]["'”’)\]]*$/.test(last.text);
  // A new column continues where the last one stopped, unless that was the end of a sentence.
  if (down < 0) return ends || !/^[\p{Ll}(]/u.test(line.text);
  // Table rows are further apart.
  if (line.spread) return down > 3 * line.size;
  if (down > GAP * pitch) return true;
  const indented = line.x - last.x > 0.8 * line.size && line.x - last.x < 4 * line.size;
  const short = last.right < right - 0.15 * (right - last.x);
  return ends && (indented || short);
}

/** Returns the usual distance between two baselines. */
function usualPitch(lines: readonly PdfLine[]): number {
  const gaps = lines
    .slice(1)
    .map(({ y }, i) => lines[i]!.y - y)
    .filter((gap) => gap > 1);
  gaps.sort((a, b) => a - b);
  // From the lower half, because gaps between paragraphs are larger.
  return gaps[Math.floor(gaps.length * 0.4)] ?? Infinity;
}

/** Returns the size of most letters. */
function usualSize(pages: readonly PdfPage[]): number {
  const letters = new Map<number, number>();
  for (const { lines } of pages) {
    for (const { size, text } of lines) {
      const rounded = Math.round(size * 2) / 2;
      letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
    }
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Returns each paragraph's heading level, if it is a heading. Bookmarks are more reliable than letter sizes. */
function headingLevels(
  paragraphs: readonly Paragraph[],
  bookmarks: readonly PdfHeading[],
  usual: number,
): (number | undefined)[] {
  const marked = new Map(bookmarks.map(({ title, level, page }) => [`${page} ${comparable(title)}`, level]));
  const byMark = paragraphs.map(({ text, page }) => marked.get(`${page} ${comparable(text)}`));
  if (byMark.filter((level) => level !== undefined).length >= Math.min(3, Math.max(1, bookmarks.length)))
    return byMark;
  const isLarger = ({ size, text, lines, point }: Paragraph): boolean =>
    size >= usual * LARGER && text.length <= LONGEST_HEADING && lines <= 3 && !point && /\p{L}/u.test(text);
  const sizes = [...new Set(paragraphs.filter(isLarger).map(({ size }) => Math.round(size)))].sort(
    (a, b) => b - a,
  );
  return paragraphs.map((paragraph) =>
    isLarger(paragraph) ? Math.min(4, sizes.indexOf(Math.round(paragraph.size)) + 1) : undefined,
  );
}

/** Bookmarks and pages may differ in numbers and spaces. */
function comparable(title: string): string {
  return title
    .toLowerCase()
    .replace(/^[\d.]+\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Removes tables of contents, running heads and feet: recurring lines at the edges, whatever their numbers, and lone
 * page numbers.
 */
function withoutRunning(pages: readonly PdfPage[]): PdfPage[] {
  const seen = new Map<string, number>();
  const edges = pages.map(({ lines }) => edgeLines(lines));
  for (const page of edges)
    for (const key of new Set(page.map(runningKey))) seen.set(key, (seen.get(key) ?? 0) + 1);
  return pages.map(({ lines }, i) => {
    const dropped = new Set(edges[i]!.filter((line) => isRunning(line, seen.get(runningKey(line)) ?? 0)));
    return { lines: lines.filter((line) => !dropped.has(line) && !LEADER.test(line.text)) };
  });
}

/** A single closing bracket may end many pages of code; a running head has words. */
function isRunning({ text }: PdfLine, seen: number): boolean {
  return PAGE_NUMBER.test(text) || (seen >= RUNNING.pages && /\p{L}{3}/u.test(text));
}

function edgeLines(lines: readonly PdfLine[]): PdfLine[] {
  const byHeight = [...lines].sort((a, b) => b.y - a.y);
  return [...byHeight.slice(0, RUNNING.lines), ...byHeight.slice(-RUNNING.lines)];
}

/** Returns what stays the same from page to page: the words and their approximate height. */
function runningKey({ text, y }: PdfLine): string {
  return `${Math.round(y / 4)} ${text.replace(/\d+/g, '#').toLowerCase()}`;
}

/** Collects the words inside lines, to know which hyphens are part of one. */
function knownWords(pages: readonly PdfPage[]): Set<string> {
  const words = new Set<string>();
  for (const { lines } of pages) {
    for (const { text } of lines) {
      for (const [word] of text
        .toLowerCase()
        .matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*(?=[^\p{L}\p{M}-])/gu))
        words.add(word);
    }
  }
  return words;
}
