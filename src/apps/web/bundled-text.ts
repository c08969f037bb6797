// Tells the bundled guide from untrusted text, passage by passage, by comparing with the shipped pages. The library's
// own metadata proves nothing: it may come from a stranger's backup.
import type { ContextPassage } from '../../core/context-passage.ts';
import { HEADING_SEPARATOR, type SearchHit } from '../../core/document.ts';
import { plainText } from '../../search/plain-text.ts';
import { DOTS } from '../../search/sentences.ts';
import { shippedPages } from './guide.ts';

/** A page of the guide, as shipped. */
export interface ShippedPage {
  title: string;
  markdown: string;
}

/** Characters. Shorter pieces of the guide could be combined to say something else. */
const LEAST = 40;
/** Document ids, as the library assigns them. */
const ID = /^[\w-]{1,64}$/;

interface Compared {
  title: string;
  /** As in snippets: on one line, without headings. */
  text: string;
  /** As shipped, on one line: whole passages are compared with it. */
  whole: string;
  /** Its headings, without code marks. */
  headings: string;
}

export class BundledText {
  readonly #page: (file: string) => Promise<ShippedPage | undefined>;
  readonly #known = new Map<string, Promise<Compared | undefined>>();

  /** @param page reads a page; undefined if there is none of that name */
  constructor(page: (file: string) => Promise<ShippedPage | undefined>) {
    this.#page = page;
  }

  /** True when every one of these passages, and all their metadata, comes from the guide. Never rejects. */
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
    // It may be readable next time.
    if (!page) this.#known.delete(file);
    return page;
  }
}

/** Reads a page from the app's own folder. */
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
