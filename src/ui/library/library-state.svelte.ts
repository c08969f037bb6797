// The list on the Library screen: its documents, order and selection. Only visible rows are loaded.
import { SvelteSet } from 'svelte/reactivity';
import type { App } from '../../apps/web/app.ts';
import { kindOf } from '../../core/document-kind.ts';
import { tagsOf, type DocumentMeta, type SourceInfo } from '../../core/document.ts';
import type { ListOptions, ListOrder } from '../../core/ports/document-store.ts';
import { LibrarySearch, type ListFilter } from './library-search.svelte.ts';

/** Documents per page. */
const PAGE = 100;
/** The library's maximum per request, for selecting all. */
const LONGEST = 1000;
/** Milliseconds of pause in typing before the list is filtered. */
const TYPING_MS = 200;
/** Query operators of the passage search that titles do not support. */
const SYNTAX = /(?<=^|\s)(?:source|tag|since):(?:"[^"]+"|[^\s"]+)|["“”]/giu;
/** Milliseconds between updates while documents are being added. */
const REFRESH_MS = 400;

type Knowledge = Pick<App['knowledge'], 'list' | 'sources' | 'search' | 'onChange'>;

type Change = { [Part in keyof ListFilter]?: ListFilter[Part] | undefined };

export class LibraryState {
  readonly #knowledge: Knowledge;
  readonly search: LibrarySearch;
  /** Loaded pages of the list, by number. */
  #pages = $state.raw<ReadonlyMap<number, DocumentMeta[]>>(new Map());
  #total = $state<number>();
  #sources = $state.raw<SourceInfo[]>([]);
  #filter = $state.raw<ListFilter>({});
  #order = $state<ListOrder>('added');
  #reversed = $state(false);
  #kinds = $state.raw<string[]>([]);
  #tags = $state.raw<string[]>([]);
  #problem = $state<string>();
  readonly #selected = new SvelteSet<string>();
  #refreshing: ReturnType<typeof setTimeout> | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** Results for an older state of the list are dropped. */
  #state = 0;
  #reading = new Set<number>();
  #window: [from: number, to: number] = [0, 1];
  /** Scroll position when a document was opened. */
  scrollTop = 0;

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
    this.search = new LibrarySearch(knowledge, () => this.#filter);
  }

  /** Number of matching documents; undefined while the first ones load. */
  get total(): number | undefined {
    return this.#total;
  }

  /** The loaded documents, for labels. */
  get known(): DocumentMeta[] {
    return [...this.#pages.values()].flat();
  }

  get sources(): SourceInfo[] {
    return this.#sources;
  }

  /** Tags of the loaded documents, most common first. */
  get tags(): string[] {
    return this.#tags;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get selected(): ReadonlySet<string> {
    return this.#selected;
  }

  /** File types of the loaded documents. */
  get kinds(): string[] {
    return this.#kinds;
  }

  get source(): string | undefined {
    return this.#filter.source;
  }

  set source(source: string | undefined) {
    this.narrow({ source });
  }

  get filter(): Readonly<ListFilter> {
    return this.#filter;
  }

  /** Text of the search field: filters titles and paths, and finds passages. */
  get query(): string {
    return this.search.query;
  }

  set query(text: string) {
    this.search.query = text;
    clearTimeout(this.#typing);
    const titles = text.replace(SYNTAX, ' ').replace(/\s+/g, ' ').trim();
    this.#typing = setTimeout(() => {
      if (titles !== (this.#filter.query ?? '')) this.#narrow({ query: titles });
    }, TYPING_MS);
  }

  /** Some documents are filtered out. */
  get isFiltered(): boolean {
    return Object.keys(this.#filter).length > 0;
  }

  /** Changes the filter; undefined removes a part of it. */
  narrow(change: Change): void {
    this.#narrow(change);
    this.search.again();
  }

  #narrow(change: Change): void {
    const entries = Object.entries({ ...this.#filter, ...change });
    this.#filter = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''));
    this.#begin();
  }

  get order(): ListOrder {
    return this.#order;
  }

  get reversed(): boolean {
    return this.#reversed;
  }

  /** Sorts by this column; a second time reverses it; a third time restores newest first. */
  sortBy(order: ListOrder): void {
    const isSame = order === this.#order;
    this.#order = isSame && this.#reversed ? 'added' : order;
    this.#reversed = isSame && !this.#reversed;
    this.#begin();
  }

  /** The document at an index; undefined until loaded. */
  at(index: number): DocumentMeta | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Reports the rows in view: missing ones are loaded. */
  look(from: number, to: number): void {
    this.#window = [from, Math.max(to, from + 1)];
    for (const page of this.#inView()) if (!this.#pages.has(page)) void this.#read(page);
  }

  /** Loads the beginning and follows the library. Returns a function that stops. */
  start(): () => void {
    void this.#refresh();
    const stop = this.#knowledge.onChange(() => {
      this.#refreshing ??= setTimeout(() => {
        this.#refreshing = undefined;
        void this.#refresh();
        this.search.again();
      }, REFRESH_MS);
    });
    return () => {
      stop();
      clearTimeout(this.#refreshing);
      clearTimeout(this.#typing);
      this.search.stop();
    };
  }

  toggle(id: string, on: boolean): void {
    if (on) this.#selected.add(id);
    else this.#selected.delete(id);
  }

  /** Selects the loaded rows between two indexes, inclusive. */
  toggleRange(from: number, to: number, on: boolean): void {
    for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
      const id = this.at(index)?.id;
      if (id !== undefined) this.toggle(id, on);
    }
  }

  select(ids: Iterable<string>): void {
    this.#selected.clear();
    for (const id of ids) this.#selected.add(id);
  }

  /** Selects everything that matches the filter, loaded or not. */
  async selectAll(): Promise<void> {
    const ids: string[] = [];
    for (let total = 1; ids.length < total;) {
      const read = await this.#knowledge.list({ ...this.#wanted(), offset: ids.length, limit: LONGEST });
      if (read.documents.length === 0) break;
      ids.push(...read.documents.map(({ id }) => id));
      total = read.total;
    }
    this.select(ids);
  }

  /** From the newest documents, up to the maximum per request: complete for most libraries, enough for suggestions. */
  async readTags(): Promise<void> {
    try {
      const { documents } = await this.#knowledge.list({ limit: LONGEST });
      const counted = new Map<string, number>();
      for (const tag of documents.flatMap(tagsOf)) counted.set(tag, (counted.get(tag) ?? 0) + 1);
      this.#tags = [...counted].sort((a, b) => b[1] - a[1]).map(([tag]) => tag);
      this.#kinds = [...new Set(documents.map(kindOf))].sort();
    } catch (error) {
      this.#fail(error);
    }
  }

  #wanted(): ListOptions {
    const order = this.#order === 'added' ? {} : { order: this.#order };
    return { ...this.#filter, ...order, ...(this.#reversed && { reversed: true }) };
  }

  #begin(): void {
    this.#selected.clear();
    this.#window = [0, 1];
    void this.#refresh();
  }

  #inView(): number[] {
    const [from, to] = this.#window;
    const first = Math.floor(Math.max(0, from) / PAGE);
    const last = Math.floor(Math.max(0, to - 1) / PAGE);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }

  /** Loads the visible rows again, and drops the rest. */
  async #refresh(): Promise<void> {
    const state = ++this.#state;
    this.#reading.clear();
    try {
      const [sources, ...read] = await Promise.all([
        this.#knowledge.sources(),
        ...this.#inView().map(async (page) => [page, await this.#list(page)] as const),
      ]);
      // A slower, older response must not overwrite a newer one.
      if (state !== this.#state) return;
      this.#sources = sources.filter((source) => source.documents > 0);
      const total = read[0]?.[1].total ?? 0;
      if (this.source !== undefined && total === 0 && Object.keys(this.#filter).length === 1) {
        this.source = undefined;
        return;
      }
      this.#total = total;
      this.#pages = new Map(read.map(([page, { documents }]) => [page, documents]));
      this.#problem = undefined;
    } catch (error) {
      if (state === this.#state) this.#fail(error);
    }
  }

  async #read(page: number): Promise<void> {
    if (this.#reading.has(page)) return;
    this.#reading.add(page);
    const state = this.#state;
    try {
      const { documents } = await this.#list(page);
      if (state === this.#state) this.#pages = new Map(this.#pages).set(page, documents);
    } catch (error) {
      if (state === this.#state) this.#fail(error);
    } finally {
      if (state === this.#state) this.#reading.delete(page);
    }
  }

  #list(page: number): ReturnType<Knowledge['list']> {
    return this.#knowledge.list({ ...this.#wanted(), offset: page * PAGE, limit: PAGE });
  }

  #fail(error: unknown): void {
    this.#problem = `Couldn’t read the library: ${error instanceof Error ? error.message : String(error)}`;
  }
}
