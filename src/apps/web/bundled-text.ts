// Tells the text that ships with the program, its guide, from what anybody may have written: passage by passage, against the
// shipped pages themselves. What a library says of a passage proves nothing: a stranger's backup may have brought it.
import type { ContextPassage } from '../../core/context-passage.ts';
import { HEADING_SEPARATOR, type SearchHit } from '../../core/document.ts';
import { plainText } from '../../search/plain-text.ts';
import { DOTS } from '../../search/sentences.ts';
import { shippedPages } from './guide.ts';

/** A page of the guide, as it was shipped. */
export interface ShippedPage {
  title: string;
  markdown: string;
}

/** Characters: words and half sentences of the guide could be put together to say something else. */
const LEAST = 40;
/** What the library gives as ids of its documents. */
const ID = /^[\w-]{1,64}$/;

interface Compared {
  title: string;
  /** As snippets are made: in one line and without headings. */
  text: string;
  /** As it was shipped, on one line: what whole passages are compared with. */
  whole: string;
  /** Where these stand, without what makes code of them. */
  headings: string;
}

export class BundledText {
  readonly #page: (file: string) => Promise<ShippedPage | undefined>;
  readonly #known = new Map<string, Promise<Compared | undefined>>();

  /** @param page reads one; undefined: there is none of that name */
  constructor(page: (file: string) => Promise<ShippedPage | undefined>) {
    this.#page = page;
  }

  /** True when nothing that a model is told of these passages is from elsewhere. Never rejects. */
  async isAll(hits: readonly (SearchHit & Pick<Partial<ContextPassage>, 'text'>)[]): Promise<boolean> {
    if (!hits.every(saysSo)) return false;
    const own = await Promise.all(hits.map((hit) => this.#isOwn(hit)));
    return own.every(Boolean);
  }

  async #isOwn(hit: SearchHit & Pick<Partial<ContextPassage>, 'text'>): Promise<boolean> {
    const page = await this.#read(hit.source_id);
    if (!page || page.title !== hit.title) return false;
    const headings = hit.heading?.split(HEADING_SEPARATOR) ?? [];
    if (!headings.every((heading) => page.headings.includes(`# ${heading}\n`))) return false;
    if (hit.text !== undefined) {
      const whole = onOneLine(hit.text);
      return whole.length >= LEAST && page.whole.includes(whole);
    }
    const said = withoutDots(hit.snippet);
    return said.length >= LEAST && page.text.includes(said);
  }

  async #read(file: string) {
    const known =
      this.#known.get(file) ??
      this.#page(file).then(
        (page) => page && comparedOf(page),
        () => undefined,
      );
    this.#known.set(file, known);
    const page = await known;
    // It may be there the next time.
    if (!page) this.#known.delete(file);
    return page;
  }
}

/** Reads a page from the place where the program itself is. */
export async function shippedPage(file: string): Promise<ShippedPage | undefined> {
  return (await shippedPages()).find((page) => page.file === file);
}

function comparedOf({ title, markdown }: ShippedPage): Compared {
  return {
    title,
    text: plainText(markdown),
    whole: onOneLine(markdown),
    headings: markdown.replaceAll('`', ''),
  };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function saysSo({ source, remote, id }: SearchHit): boolean {
  return source === 'guide' && remote === undefined && ID.test(id);
}

function withoutDots(snippet: string): string {
  const from = snippet.startsWith(DOTS.before) ? DOTS.before.length : 0;
  const to = snippet.length - (snippet.endsWith(DOTS.after) ? DOTS.after.length : 0);
  return snippet.slice(from, to);
}
