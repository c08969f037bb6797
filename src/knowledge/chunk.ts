// Cuts a body into passages along its structure: sections, paragraphs, whole code fences.
//
// - Passages are slices of the body, in order and disjoint, never blank, never longer than `longest`.
// - Together they hold all the text of the body. None is a heading alone, unless the body is.
// - Time and memory are linear in the length of the body, whatever it contains.
import type { Chunk } from '../core/document.ts';
import { keptName } from '../core/kept-names.ts';
import { type Block, blocksOf } from '../search/blocks.ts';

/** A passage without the document it belongs to. */
export type Passage = Omit<Chunk, 'document'>;

/**
 * Characters. A screenful is found well and read at once; embedding models see about the first 1,000. Measured
 * (bench/chunking.mjs, nDCG@10 on four collections): targets of 700 to 1,600 differ by .01 at most. A target of 300
 * is better for documentation (.837 instead of .814) and worse for abstracts (.390 instead of .409), with twice as
 * many passages.
 */
export const SIZES = {
  /** A passage ends before it grows past this … */
  target: 900,
  /** … unless it would be shorter than this: then it may grow up to `longest`. */
  small: 300,
  longest: 1600,
  /** A section shorter than this shares a passage with the next one. */
  section: 200,
} as const;

export type Sizes = Record<keyof typeof SIZES, number>;

/**
 * Cuts a body. With `markdown` false it is plain text, where only empty lines have a meaning.
 * @param pages where each page begins in it, in order
 */
export function chunkBody(
  body: string,
  markdown: boolean,
  pages: readonly number[] = [],
  sizes: Sizes = SIZES,
): Passage[] {
  const packer = new Packer(body, sizes);
  let page = 0;
  for (const block of blocksOf(body, markdown)) {
    const before = page;
    while (page < pages.length && pages[page]! <= block.start) page++;
    if (page !== before) packer.turnPage();
    packer.add(block);
  }
  const passages = packer.finish();
  page = 0;
  for (const passage of passages) {
    const start = passage.start + (markdown ? headingsOf(passage.text) : 0);
    while (page < pages.length && pages[page]! <= start) page++;
    if (page > 0) passage.page = page;
  }
  return passages;
}

/**
 * Returns the number of characters in a passage's initial headings: a title on its own page joins the next page's
 * text.
 */
function headingsOf(text: string): number {
  const { length } = /^(?:#{1,6} [^\n]*\n+)*/.exec(text)![0];
  return length < text.length ? length : 0;
}

interface Open {
  start: number;
  end: number;
  heading: string[];
  /** Whether it contains anything besides headings. */
  content: boolean;
}

class Packer {
  readonly #body: string;
  readonly #sizes: Sizes;
  readonly #passages: Passage[] = [];
  #open: Open | undefined;
  /** The sections of the next block. */
  #path: string[] = [];
  #levels: number[] = [];

  constructor(body: string, sizes: Sizes) {
    this.#body = body;
    this.#sizes = sizes;
  }

  add(block: Block): void {
    if (block.kind === 'heading') {
      if (this.#open?.content && this.#open.end - this.#open.start >= this.#sizes.section) this.#close();
      this.#enter(block);
    }
    const open = this.#open;
    const joined = open ? block.end - open.start : Infinity;
    // A heading is never left alone: it goes with the beginning of its section.
    const isLed = open !== undefined && !open.content && joined > this.#sizes.longest;
    if (block.end - block.start > this.#sizes.longest || isLed) this.#split(block);
    else if (
      open &&
      (joined <= this.#sizes.target || (this.#isSmall(open) && joined <= this.#sizes.longest))
    ) {
      this.#extend(open, block);
    } else {
      this.#close();
      this.#start(block);
    }
  }

  /** Text on a new page is cited by that page. Only a heading moves over, to its section. */
  turnPage(): void {
    if (this.#open?.content) this.#close();
  }

  finish(): Passage[] {
    const open = this.#open;
    const before = this.#passages.at(-1);
    if (open && !open.content && before) this.#append(before, open.end);
    else this.#close();
    return this.#passages;
  }

  /** Headings at the end belong to the passage before them. */
  #append(before: Passage, end: number): void {
    this.#open = undefined;
    this.#passages.pop();
    let { start } = before;
    // Cuts inside the passage, never between it and the headings.
    const text = this.#body.slice(0, before.end);
    while (end - start > this.#sizes.longest) {
      const cut = Math.min(cutAfter(text, start, this.#sizes), before.end);
      this.#push(start, cut, before.heading);
      start = cut;
    }
    this.#push(start, end, before.heading);
  }

  #isSmall(open: Open): boolean {
    return !open.content || open.end - open.start < this.#sizes.small;
  }

  #enter({ level = 1, title = '' }: Block): void {
    const depth = this.#levels.findIndex((outer) => outer >= level);
    const kept = depth < 0 ? this.#levels.length : depth;
    this.#levels = [...this.#levels.slice(0, kept), level];
    this.#path = [...this.#path.slice(0, kept), keptName(title)];
  }

  #start({ start, end, kind }: Block): void {
    this.#open = { start, end, heading: this.#path, content: kind !== 'heading' };
  }

  #extend(open: Open, { end, kind }: Block): void {
    open.end = end;
    if (kind === 'heading' && open.content) return;
    // Several small sections are named by their common headings, otherwise by the first.
    open.heading = open.content ? shared(open.heading, this.#path) : this.#path;
    open.content ||= kind !== 'heading';
  }

  #close(): void {
    if (this.#open) this.#push(this.#open.start, this.#open.end, this.#open.heading);
    this.#open = undefined;
  }

  /**
   * Splits a block that is too long for one passage. The first piece has its headings, and the last stays open for
   * following text.
   */
  #split(block: Block): void {
    const headings = this.#open && !this.#open.content ? this.#open.start : undefined;
    if (headings === undefined) this.#close();
    let start = headings ?? block.start;
    while (block.end - start > this.#sizes.longest) {
      const end = cutAfter(this.#body, start, this.#sizes);
      this.#push(start, end, this.#path);
      start = end;
    }
    this.#open = { start, end: block.end, heading: this.#path, content: true };
  }

  #push(from: number, to: number, heading: string[]): void {
    const text = this.#body.slice(from, to);
    const end = from + text.trimEnd().length;
    if (end <= from) return;
    const blank = text.length - text.trimStart().length;
    // A first line includes its indentation.
    const begin = from + text.slice(0, blank).lastIndexOf('\n') + 1;
    const index = this.#passages.length;
    this.#passages.push({
      index,
      text: this.#body.slice(begin, end),
      heading: named(heading),
      start: begin,
      end,
    });
  }
}

/**
 * Finds the best place to cut a long block: after a line, a sentence or a word, otherwise anywhere but inside a
 * character.
 */
function cutAfter(body: string, start: number, sizes: Sizes): number {
  const window = body.slice(start, start + sizes.longest);
  const least = sizes.target / 2;
  const within = window.slice(0, sizes.target);
  for (const [text, from] of [
    [within, least],
    [window, sizes.target],
  ] as const) {
    const line = text.lastIndexOf('\n');
    if (line >= from) return start + line + 1;
  }
  for (const boundary of [/[.!?。！？]["')\]]*\s|[。！？]/g, /\s/g]) {
    let end = 0;
    for (const match of within.matchAll(boundary)) end = match.index + match[0].length;
    if (end > least) return start + end;
  }
  const hard = start + sizes.target;
  return isLowSurrogate(body.charCodeAt(hard)) ? hard + 1 : hard;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function named(heading: string[]): string[] {
  return heading.filter((title) => title !== '');
}

function shared(a: string[], b: string[]): string[] {
  if (a === b) return a;
  let depth = 0;
  while (depth < a.length && a[depth] === b[depth]) depth++;
  return depth === 0 ? a : a.slice(0, depth);
}
