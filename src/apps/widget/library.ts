// A site's pack as the library of its chat: what a visitor is shown, what a model reads, and pages by their addresses.
import { fittingPassages, type ContextPassage, type GatherOptions } from '../../core/context-passage.ts';
import type { AnswerBlock, AnswerOptions, AnswerSection, LibraryAnswer } from '../../core/answer.ts';
import { CONTENT_TYPES, type DocumentView, type SearchHit, type SearchOptions } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import type { SiteFilters, SiteHit, SitePack, SiteSection } from '../../core/site-pack.ts';
import { SeenTexts } from '../../search/context/near-identical.ts';
import { sectionAt, sectionInBody } from '../../search/context/section-in-body.ts';
import type { SiteLibrary } from '../../widget/site-chat.ts';

const DEFAULT_LIMIT = 12;
/** Pages of which a model is given passages, and how many of the best are given as whole sections. */
const GATHERED = { pages: 12, whole: 4 } as const;
/** Characters that a section may have to be given whole. */
const WHOLE = 6_000;
/** Characters that the section of an answer may have to be shown in place; a longer one is read on its page. */
const SHOWN = 12_000;
/** Of a page's score: what its second section counts, and of that its third. */
const NEXT_SECTION = 0.75;
/** Pages in which one with a certain address is looked for, by the words of the address. */
const NEAR = 20;
/** Letters by which a page that was read is cited. */
const BEGINNING = 240;

export class PackLibrary implements SiteLibrary {
  readonly #pack: SitePack;
  readonly #meaning: { vectorOf(question: string): Promise<Float32Array | undefined> } | undefined;
  readonly #filters: () => SiteFilters | undefined;
  /** Numbers of pages that were met, by their addresses. */
  readonly #pages = new Map<string, number>();
  /** Sections that were met, by page: their places in it name them. */
  readonly #sections = new Map<string, string[]>();

  /** @param meaning makes questions into vectors, if it can */
  constructor(
    pack: SitePack,
    filters: () => SiteFilters | undefined = () => undefined,
    meaning?: { vectorOf(question: string): Promise<Float32Array | undefined> },
  ) {
    this.#pack = pack;
    this.#meaning = meaning;
    this.#filters = filters;
  }

  /** For people: each page once, by the stretch that fits best. */
  async snippets(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]> {
    if (!this.#isAmong(options)) return [];
    const { limit } = options;
    const hits = await this.#find(query, limit, false);
    signal.throwIfAborted();
    return hits.flatMap((hit) => hit.sections.slice(0, 1).map((section) => this.#hitOf(hit, section)));
  }

  /** For people without a model: the block of a page that answers, among the pages that the filters let through. */
  async answer(question: string, options: AnswerOptions, signal: AbortSignal): Promise<LibraryAnswer> {
    if (!this.#isAmong(options)) return NO_ANSWER;
    const { limit, previous } = options;
    const filters = this.#filters();
    const found = await this.#pack.answer(question, {
      ...(limit !== undefined && { limit }),
      ...(previous && { previous }),
      ...(filters && { filters }),
    });
    signal.throwIfAborted();
    return found;
  }

  /** The whole section that an answer to `question` stands in; undefined where there is no more to show in place. */
  async section(question: string, { document, section }: AnswerBlock): Promise<AnswerSection | undefined> {
    if (!this.#pages.has(document.id)) await this.#find(question, NEAR, false, false);
    const number = this.#pages.get(document.id);
    if (number === undefined) return undefined;
    const { body } = await this.#pack.page(number);
    const whole = sectionAt(body, section.start, section.end);
    const start = Math.min(whole.start, section.start);
    const end = Math.max(whole.end, section.end);
    if (end - start > SHOWN || end - start <= section.end - section.start) return undefined;
    return { markdown: body.slice(start, end), start, end, complete: true };
  }

  /** For models: whole passages, of good pages several. */
  async search(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]> {
    if (!this.#isAmong(options)) return [];
    const { limit } = options;
    const hits = await this.#find(query, limit, true);
    signal.throwIfAborted();
    const passages = hits.flatMap((hit) =>
      hit.sections.map((section, at) => ({
        ...this.#hitOf(hit, section),
        snippet: section.passage ?? section.snippet,
        marks: [],
        score: hit.score * NEXT_SECTION ** at,
      })),
    );
    return passages.sort((a, b) => b.score - a.score).slice(0, limit ?? DEFAULT_LIMIT);
  }

  /** What a model is given with a question: the best sections, whole, up to a number of tokens. */
  async gather(
    question: string,
    { tokens, before, source, sources }: GatherOptions,
    signal: AbortSignal,
  ): Promise<ContextPassage[]> {
    const limit = {
      limit: GATHERED.pages,
      ...(source !== undefined && { source }),
      ...(sources && { sources }),
    };
    const [own, further] = await Promise.all([
      this.search(question, limit, signal),
      before === undefined ? [] : this.search(`${before} ${question}`, limit, signal),
    ]);
    const passages: ContextPassage[] = [];
    const seen = new SeenTexts();
    for (const hit of withFurther(own, further)) {
      if (passages.some(({ id, text }) => id === hit.id && text.includes(hit.snippet))) continue;
      const passage =
        passages.length < GATHERED.whole ? await this.#section(hit, tokens) : { ...hit, text: hit.snippet };
      if (seen.has(passage.text)) continue;
      seen.add(passage.text);
      passages.push(passage);
    }
    signal.throwIfAborted();
    return fittingPassages(passages, tokens);
  }

  /** @param id address of a page, with or without its host and a section. With a `snippet`, so that it can be cited. */
  async get(id: string): Promise<DocumentView & { snippet: string }> {
    const address = id
      .trim()
      .replace(/^https?:\/\/[^/]+/, '')
      .replace(/[?#].*$/, '');
    const number = this.#pages.get(address) ?? (await this.#lookFor(address));
    const { title, url, body, meta } = await this.#pack.page(number);
    return {
      id: url,
      source: this.#pack.info.name,
      source_id: url,
      title,
      source_url: url,
      content_type: CONTENT_TYPES.markdown,
      snippet: body.slice(0, BEGINNING),
      body,
      created_at: '',
      updated_at: '',
      metadata: { ...meta },
      chunks: [],
    };
  }

  async sources() {
    const { name, pages, passages } = this.#pack.info;
    return [{ name, configured: true, healthy: true, documents: pages, chunks: passages }];
  }

  /** A hit with the section that it stands in; where the page cannot be read, with its passage. */
  async #section(hit: SearchHit, tokens: number): Promise<ContextPassage> {
    const number = this.#pages.get(hit.id);
    const page = number === undefined ? undefined : await this.#pack.page(number).catch(() => undefined);
    const most = Math.min(WHOLE, tokens);
    return { ...hit, text: hit.snippet, ...(page && sectionInBody(page.body, hit.snippet, most)) };
  }

  /** A site is one source. */
  #isAmong({ source, sources }: SearchOptions): boolean {
    const { name } = this.#pack.info;
    return (source === undefined || source === name) && (sources?.includes(name) ?? true);
  }

  async #find(
    query: string,
    limit = DEFAULT_LIMIT,
    passages: boolean,
    isQuestion = true,
  ): Promise<readonly SiteHit[]> {
    const filters = this.#filters();
    const vector = isQuestion ? await this.#meaning?.vectorOf(query) : undefined;
    const options = { limit, passages, ...(filters && { filters }), ...(vector && { vector }) };
    const { hits } = await this.#pack.search(query, options);
    for (const { url, page } of hits) this.#pages.set(url, page);
    return hits;
  }

  /** A pack has no list of addresses: the page is searched by the words in its own. */
  async #lookFor(address: string): Promise<number> {
    const words = decoded(address)
      .replace(/\.\w+$/, '')
      .split(/[^\p{L}\p{N}]+/u)
      .join(' ');
    if (words.trim() !== '') await this.#find(words, NEAR, false, false);
    const number = this.#pages.get(address);
    if (number !== undefined) return number;
    throw new Failure('not_found', `document not found: ${address}; ids are those that a search answers`);
  }

  #hitOf({ title, url, score }: SiteHit, section: SiteSection): SearchHit {
    const known = this.#sections.get(url) ?? [];
    this.#sections.set(url, known);
    if (!known.includes(section.url)) known.push(section.url);
    const heading = section.heading.filter((one) => one !== title).join(' › ');
    return {
      id: url,
      source: this.#pack.info.name,
      source_id: url,
      source_url: section.url,
      updated_at: '',
      title,
      ...(heading !== '' && { heading }),
      score,
      snippet: section.snippet,
      marks: section.matches.map(([start, end]) => [start, end]),
      // 0 is the page as a whole.
      chunk: known.indexOf(section.url) + 1,
    };
  }
}

const NO_ANSWER: LibraryAnswer = {
  kind: 'none',
  answer: null,
  confidence: 0,
  passages: [],
  near: { passages: [], missing: [] },
};

/** What a question finds alone, and every third place what it finds with the one before. */
function withFurther(hits: readonly SearchHit[], further: readonly SearchHit[]): SearchHit[] {
  const all = new Map<string, SearchHit>();
  const rest = [...further];
  const add = (hit: SearchHit | undefined): void => {
    if (hit && !all.has(`${hit.id}#${hit.chunk}`)) all.set(`${hit.id}#${hit.chunk}`, hit);
  };
  for (const [at, hit] of hits.entries()) {
    add(hit);
    if (at % 2 === 1) add(rest.shift());
  }
  for (const hit of rest) add(hit);
  return [...all.values()];
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
