// The list on the Library screen: which documents are shown, filtered by source, found by text, selected.
import { SvelteSet } from 'svelte/reactivity';
import type { App } from '../../app.ts';
import type { DocumentMeta, SearchHit, SourceInfo } from '../../core/document.ts';
import { isAbort } from '../../core/errors.ts';

/** Rows a page of the list has: enough to scroll, few enough to draw at once. */
const PAGE = 100;
const HITS = 30;
/** Lets a person finish a word before the library is asked. */
const TYPING_MS = 120;
/** While documents stream in the list follows at this pace. */
const REFRESH_MS = 400;

type Knowledge = Pick<App['knowledge'], 'list' | 'sources' | 'search' | 'onChange'>;

export class Shelf {
  readonly #knowledge: Knowledge;
  #documents = $state.raw<DocumentMeta[]>();
  #total = $state(0);
  #sources = $state.raw<SourceInfo[]>([]);
  #hits = $state.raw<SearchHit[]>();
  #source = $state<string>();
  #query = $state('');
  #problem = $state<string>();
  readonly #selected = new SvelteSet<string>();
  #searching: AbortController | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #refreshing: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  /** Where the list was scrolled to when a document was opened. */
  scrollTop = 0;

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
  }

  /** Undefined while the first page is being read. */
  get documents(): DocumentMeta[] | undefined {
    return this.#documents;
  }

  /** Documents that fit the filter, shown or not. */
  get total(): number {
    return this.#total;
  }

  get sources(): SourceInfo[] {
    return this.#sources;
  }

  /** Passages found; undefined without a query, or before its first answer. */
  get hits(): SearchHit[] | undefined {
    return this.#hits;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get selected(): ReadonlySet<string> {
    return this.#selected;
  }

  get source(): string | undefined {
    return this.#source;
  }

  set source(source: string | undefined) {
    this.#source = source;
    this.#selected.clear();
    void this.#load(PAGE);
    if (this.#query.trim() !== '') void this.#search();
  }

  get query(): string {
    return this.#query;
  }

  set query(query: string) {
    this.#query = query;
    clearTimeout(this.#typing);
    if (query.trim() === '') {
      this.#searching?.abort();
      this.#hits = undefined;
    } else {
      this.#typing = setTimeout(() => void this.#search(), TYPING_MS);
    }
  }

  /** Reads the first page and follows the library. Returns what stops it. */
  start(): () => void {
    void this.#load(PAGE);
    const stop = this.#knowledge.onChange(() => {
      this.#refreshing ??= setTimeout(() => {
        this.#refreshing = undefined;
        void this.#load(Math.max(PAGE, this.#documents?.length ?? 0));
        if (this.#query.trim() !== '') void this.#search();
      }, REFRESH_MS);
    });
    return () => {
      stop();
      clearTimeout(this.#refreshing);
      clearTimeout(this.#typing);
      this.#searching?.abort();
    };
  }

  more(): Promise<void> {
    return this.#load((this.#documents?.length ?? 0) + PAGE);
  }

  toggle(id: string, on: boolean): void {
    if (on) this.#selected.add(id);
    else this.#selected.delete(id);
  }

  select(ids: Iterable<string>): void {
    this.#selected.clear();
    for (const id of ids) this.#selected.add(id);
  }

  /** Selects everything that fits the filter, shown or not. */
  async selectAll(): Promise<void> {
    const { documents } = await this.#knowledge.list({ ...this.#filter(), limit: this.#total });
    this.select(documents.map(({ id }) => id));
  }

  #filter(): { source?: string } {
    return this.#source === undefined ? {} : { source: this.#source };
  }

  async #load(limit: number): Promise<void> {
    const asked = ++this.#asked;
    try {
      const [{ documents, total }, sources] = await Promise.all([
        this.#knowledge.list({ ...this.#filter(), limit }),
        this.#knowledge.sources(),
      ]);
      // A slower, older answer must not overwrite a newer one.
      if (asked !== this.#asked) return;
      this.#sources = sources.filter((source) => source.documents > 0);
      if (this.#source !== undefined && total === 0) {
        this.source = undefined;
        return;
      }
      this.#documents = documents;
      this.#total = total;
      this.#problem = undefined;
    } catch (error) {
      if (asked === this.#asked) this.#fail('The library could not be read', error);
    }
  }

  async #search(): Promise<void> {
    this.#searching?.abort();
    const { signal } = (this.#searching = new AbortController());
    try {
      const options = { ...this.#filter(), mode: 'keyword' as const, limit: HITS };
      const hits = await this.#knowledge.search(this.#query, options, signal);
      if (!signal.aborted) this.#hits = hits;
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.#fail('The search failed', error);
    }
  }

  #fail(what: string, error: unknown): void {
    this.#problem = `${what}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
