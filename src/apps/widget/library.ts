// A site's index as the library of its chat: what a visitor sees, what a model reads, and pages by their addresses.
import { fittingPassages, type ContextPassage, type GatherOptions } from '../../core/context-passage.ts';
import type { AnswerBlock, AnswerOptions, AnswerSection, LibraryAnswer } from '../../core/answer.ts';
import { CONTENT_TYPES, type DocumentView, type SearchHit, type SearchOptions } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import type { SiteFilters, SiteHit, SitePack, SiteSection } from '../../core/site-pack.ts';
import { SeenTexts } from '../../search/context/near-identical.ts';
import { sectionAt, sectionInBody } from '../../search/context/section-in-body.ts';
import type { SiteLibrary } from '../../widget/site-chat.ts';

const DEFAULT_LIMIT = 12;
/** Pages from which a model gets passages, and how many of the best are given as whole sections. */
const GATHERED = { pages: 12, whole: 4 } as const;
/** Maximum length of a section that is given whole, in characters. */
const WHOLE = 6_000;
/** Maximum length of a section that is shown in place, in characters; a longer one is read on its page. */
const SHOWN = 12_000;
/** Weight of a page's second section in its score, and of its third relative to that. */
const NEXT_SECTION = 0.75;
/** Pages to check when looking for an address by its words. */
const NEAR = 20;
/** Characters by which a page that was read is cited. */
const BEGINNING = 240;

export class PackLibrary implements SiteLibrary {
  readonly #pack: SitePack;
  readonly #meaning: { vectorOf(question: string): Promise<Float32Array | undefined> } | undefined;
  readonly #filters: () => SiteFilters | undefined;
  /** Numbers of the pages seen so far, by address. */
  readonly #pages = new Map<string, number>();
  /** Sections seen so far, by page: their position is their id. */
  readonly #sections = new Map<string, string[]>();

  /** @param meaning embeds questions, if available */
  constructor(
    pack: SitePack,
    filters: () => SiteFilters | undefined = () => undefined,
    meaning?: { vectorOf(question: string): Promise<Float32Array | undefined> },
  ) {
    this.#pack = pack;
    this.#meaning = meaning;
    this.#filters = filters;
  }

  /** For visitors: each page once, with its best passage. */
  async snippets(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]> {
    if (!this.#isAmong(options)) return [];
    const { limit } = options;
    const hits = await this.#find(query, limit, false);
    signal.throwIfAborted();
    return hits.flatMap((hit) => hit.sections.slice(0, 1).map((section) => this.#hitOf(hit, section)));
  }

  /** For visitors without a model: the block of a page that answers, among the pages that match the filters. */
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

  /** The whole section around an answer to `question`; undefined when there is no more to show in place. */
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

  /** For models: whole passages, several from good pages. */
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

  /** Returns the context for a model's question: the best sections, whole, up to a number of tokens. */
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

  /**
   * @param id address of a page, with or without its host and a section. Includes a `snippet`, so that it can be
   *   cited.
   */
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

  /** Returns a hit with its section, or with its passage when the page cannot be read. */
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

  /** An index has no list of addresses: search for the page by the words in its address. */
  async #lookFor(address: string): Promise<number> {
    const words = decoded(address)
      .replace(/\.\w+$/, '')
      .split(/[^\p{L}\p{N}]+/u)
      .join(' ');
    if (words.trim() !== '') await this.#find(words, NEAR, false, false);
    const number = this.#pages.get(address);
    if (number !== undefined) return number;
    throw new Failure('not_found', `document not found: ${address}; use an id from a search`);
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
      // 0 is the whole page.
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

/** Merges the hits of a question with those of the previous one, which get every third position. */
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
