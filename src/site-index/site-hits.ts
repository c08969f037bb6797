// Creates the hits of a site search: a page's title, and its matching sections, each with its best excerpt.
import type { HitExplanation } from '../core/document.ts';
import type { SiteHit, SitePage, SiteSection } from '../core/site-pack.ts';
import { KEYWORDS_ONLY } from '../search/hybrid.ts';
import { ENGLISH, type Language } from '../search/language.ts';
import { SnippetText } from '../search/snippet.ts';
import type { PackFiles } from './pack-files.ts';
import type { PageByMeaning } from './rank-by-meaning.ts';
import type { RankedPage, RankedTerm } from './rank-pages.ts';
import { passagesOf } from './rank-pages.ts';
import { lastBefore, type PackRoot } from './root-file.ts';
import { decodePlaces, readText, type PagePlaces, type PlacedPassage, type TextFile } from './small-files.ts';

/** Maximum sections of a page, and passages examined for them; several may be in one section. */
const SECTIONS = { most: 3, candidates: 6 } as const;

/** Maximum passages prepared for snippets, about 10 KB each: those of the last ten typed letters. */
const MOST_READ = 256;

export interface Asking {
  query: string;
  terms: readonly RankedTerm[];
  /** Returns a language by code. */
  languageOf(code: string | undefined): Language | undefined;
  explain: boolean;
  passages: boolean;
}

export class PackTexts {
  readonly #root: PackRoot;
  readonly #files: PackFiles;
  readonly #read = new Map<PlacedPassage, SnippetText>();

  constructor(root: PackRoot, files: PackFiles) {
    this.#root = root;
    this.#files = files;
  }

  /** @param rank from 1 @param top the score of the best page */
  async hit(found: RankedPage | PageByMeaning, rank: number, top: number, asking: Asking): Promise<SiteHit> {
    const { page, raw } = found;
    const places = await this.#places(page);
    const passages = passagesOf(page, asking.terms);
    const best = passages.find(({ passage }) => passage === found.passage) ?? { ...found, raw: 0, terms: {} };
    const others = passages.filter((one) => one !== best).slice(0, SECTIONS.candidates - 1);
    const looked = await Promise.all(
      [best, ...others].map(async ({ passage }) => {
        const [file, at] = partWith(places, passage);
        return { text: await this.#text(file), at };
      }),
    );
    const { title, url, meta } = looked[0]!.text;
    const shown = new Map<string, (typeof looked)[number]>();
    for (const one of looked) {
      const address = addressOf(one.text, one.at);
      if (shown.size < SECTIONS.most && !shown.has(address)) shown.set(address, one);
    }
    const sections = [...shown.values()].map(({ text, at }) => this.#section(text, at, asking));
    return {
      page,
      title,
      url,
      score: raw / top,
      sections,
      meta,
      ...(asking.explain && {
        explanation: explanationOf(found, rank, best.terms),
      }),
    };
  }

  async page(page: number): Promise<SitePage> {
    const places = await this.#places(page);
    const parts = await Promise.all(places.map(({ file }) => this.#text(file)));
    const { title, url, language, meta, filters } = parts[0]!;
    const body = parts.map((part) => part.body).join('');
    return { title, url, body, ...(language !== undefined && { language }), meta, filters };
  }

  /** Returns the parts of a page that contain these passages, in order. */
  async partsWith(page: number, passages: readonly number[]): Promise<PagePart[]> {
    const places = await this.#places(page);
    let next = 0;
    const parts = places.map(({ passages: count, file }, part) => {
      const from = next;
      next += count;
      return { file, part, from, to: next, isLast: part === places.length - 1 };
    });
    const wanted = parts.filter(({ from, to }) =>
      passages.some((passage) => passage >= from && passage < to),
    );
    return Promise.all(
      wanted.map(async ({ file, part, from, isLast }) => ({
        page,
        part,
        from,
        isLast,
        text: await this.#text(file),
      })),
    );
  }

  /** Returns the start of a part in the body of its page. */
  async beginningOf({ page, part }: Pick<PagePart, 'page' | 'part'>): Promise<number> {
    const before = (await this.#places(page)).slice(0, part);
    const texts = await Promise.all(before.map(({ file }) => this.#text(file)));
    return texts.reduce((sum, { body }) => sum + body.length, 0);
  }

  async #places(page: number): Promise<PagePlaces> {
    const { places } = this.#root;
    const { from, file } = places[lastBefore(places, (one) => one.from <= page)]!;
    return (await this.#files.load('places', file, decodePlaces))[page - from]!;
  }

  #text(file: string): Promise<TextFile> {
    return this.#files.json('text', file, readText);
  }

  #section(text: TextFile, at: number, { query, languageOf, passages }: Asking): SiteSection {
    const placed = text.passages[at]!;
    const [start, end, heading] = placed;
    const passage = text.body.slice(start, end);
    const read = this.#read.get(placed) ?? new SnippetText(passage, languageOf(text.language) ?? ENGLISH);
    this.#read.delete(placed);
    this.#read.set(placed, read);
    if (this.#read.size > MOST_READ) this.#read.delete(this.#read.keys().next().value!);
    const { snippet, marks } = read.snippetOf(query);
    return {
      heading: text.headings[heading]!,
      url: addressOf(text, at),
      snippet,
      matches: marks,
      ...(passages && { passage }),
    };
  }
}

/** A part of a page: a file with its text. */
export interface PagePart {
  page: number;
  /** Index among the parts of its page. */
  part: number;
  text: TextFile;
  /** Number of passages of the page before it. */
  from: number;
  isLast: boolean;
}

/** Returns the file that contains a passage of a page, and the passage's index there. */
function partWith(places: PagePlaces, passage: number): [file: string, at: number] {
  let at = passage;
  for (const { passages, file } of places) {
    if (at < passages) return [file, at];
    at -= passages;
  }
  throw new Error('the positions of a page do not cover all of its passages');
}

function explanationOf(
  found: RankedPage | PageByMeaning,
  rank: number,
  terms: Record<string, number>,
): HitExplanation {
  if (!('weights' in found)) {
    return { keyword: { rank, score: found.raw, terms }, weights: { ...KEYWORDS_ONLY } };
  }
  const { keyword, semantic, weights } = found;
  return {
    ...(keyword && { keyword: { ...keyword, terms } }),
    ...(semantic && { semantic }),
    weights: { ...weights },
  };
}

function addressOf({ url, passages }: TextFile, at: number): string {
  const anchor = passages[at]![3];
  return anchor === '' ? url : `${url}#${anchor}`;
}
