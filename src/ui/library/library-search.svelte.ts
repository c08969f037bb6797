// The search on the Library screen: the query, its options and hits; improved orders wait while the user points at
// the hits.
import type { App } from '../../apps/web/app.ts';
import type { SearchHit, SearchMode, SearchOptions } from '../../core/document.ts';
import type { ListOptions } from '../../core/ports/document-store.ts';
import { isAbort } from '../../core/errors.ts';
import { relevantHits } from '../components/relevant-hits.ts';

/** The search's maximum number of hits. */
export const MOST_HITS = 100;
/** Hits shown at first. */
const FIRST = 20;
/** Milliseconds of pause in typing before a search. */
const TYPING_MS = 120;

export const MODES: readonly { mode: SearchMode; name: string; title: string }[] = [
  { mode: 'hybrid', name: 'Best', title: 'Keyword and semantic search combined' },
  { mode: 'keyword', name: 'Keywords', title: 'Passages that contain your words' },
  { mode: 'semantic', name: 'Semantic', title: 'Passages with a similar meaning, in any words' },
];

/** Maximum age in days. */
export const SPANS: readonly { days: number; name: string }[] = [
  { days: 7, name: 'Past week' },
  { days: 30, name: 'Past month' },
  { days: 365, name: 'Past year' },
];

/** Filter of the listed and searched documents. */
export type ListFilter = Pick<ListOptions, 'source' | 'collection' | 'kind' | 'tag' | 'query'>;

type Search = (
  query: string,
  options: SearchOptions,
  signal: AbortSignal,
  onUpdate: (hits: SearchHit[]) => void,
) => Promise<SearchHit[]>;

export class LibrarySearch {
  readonly #search: Search;
  readonly #list: () => ListFilter;
  #query = $state('');
  #mode = $state<SearchMode>('hybrid');
  #days = $state<number>();
  #hits = $state.raw<SearchHit[]>();
  #better = $state.raw<SearchHit[]>();
  /** The closest hits when nothing matches. */
  #near = $state.raw<SearchHit[]>([]);
  #shown = $state(FIRST);
  #improved = $state(false);
  #problem = $state<string>();
  #searching: AbortController | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** The user reads or points at the hits: they must not move. */
  #held = false;

  constructor(knowledge: Pick<App['knowledge'], 'search'>, list: () => ListFilter) {
    this.#search = knowledge.search.bind(knowledge);
    this.#list = list;
  }

  get isOn(): boolean {
    return this.#query.trim() !== '';
  }

  /** Undefined without a query, or before its first result. */
  get hits(): SearchHit[] | undefined {
    return this.#hits;
  }

  /** Number of hits shown. */
  get shown(): number {
    return this.#shown;
  }

  /** Nothing matches, but there are close hits. */
  get hasNear(): boolean {
    return this.#hits?.length === 0 && this.#near.length > 0;
  }

  /** A better order arrived while the hits were held. */
  get hasBetter(): boolean {
    return this.#better !== undefined;
  }

  /** The order on screen improved on the first one. */
  get improved(): boolean {
    return this.#improved;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get query(): string {
    return this.#query;
  }

  set query(query: string) {
    this.#query = query;
    clearTimeout(this.#typing);
    if (this.isOn) this.#typing = setTimeout(() => this.again(), TYPING_MS);
    else this.stop();
  }

  get mode(): SearchMode {
    return this.#mode;
  }

  set mode(mode: SearchMode) {
    this.#mode = mode;
    this.again();
  }

  /** Only documents updated within this many days. */
  get days(): number | undefined {
    return this.#days;
  }

  set days(days: number | undefined) {
    this.#days = days;
    this.again();
  }

  get isFiltered(): boolean {
    const { query: _, ...list } = this.#list();
    return this.#days !== undefined || Object.keys(list).length > 0;
  }

  more(): void {
    this.#shown = MOST_HITS;
  }

  /** Searches again, as after a change of the library; the old hits stay until the result arrives. */
  again(): void {
    if (this.isOn) void this.#ask();
  }

  hold(held: boolean): void {
    this.#held = held;
    if (!held) this.improve();
  }

  /** Shows the better order now. */
  improve(): void {
    if (!this.#better) return;
    this.#hits = this.#better;
    this.#better = undefined;
    this.#improved = true;
  }

  /** Shows the closest hits, although nothing matches. */
  showNear(): void {
    this.#hits = this.#near;
    this.#near = [];
  }

  stop(): void {
    clearTimeout(this.#typing);
    this.#searching?.abort();
    this.#hits = this.#better = undefined;
  }

  async #ask(): Promise<void> {
    this.#searching?.abort();
    const { signal } = (this.#searching = new AbortController());
    try {
      const found = await this.#search(this.#query, this.#options(), signal, (hits) => {
        if (!signal.aborted) this.#take(relevantHits(hits));
      });
      if (signal.aborted) return;
      this.#hits = relevantHits(found);
      this.#near = this.#hits.length === 0 ? found.slice(0, FIRST) : [];
      this.#better = undefined;
      this.#improved = false;
      this.#shown = FIRST;
      this.#problem = undefined;
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.#hits = [];
      this.#problem = error instanceof Error ? error.message : String(error);
    }
  }

  #options(): SearchOptions {
    const options: SearchOptions = { mode: this.#mode, limit: MOST_HITS, explain: true };
    const { source, collection, tag, kind } = this.#list();
    if (source !== undefined) options.source = source;
    if (collection !== undefined) options.within = [[collection]];
    if (tag !== undefined) options.tags = [tag];
    // Remote engines don't know file types.
    if (kind !== undefined) Object.assign(options, { kind, local: true });
    if (this.#days !== undefined)
      options.since = new Date(Date.now() - this.#days * 86_400_000).toISOString();
    return options;
  }

  /** The same order with other figures moves nothing on screen. */
  #take(hits: SearchHit[]): void {
    const same = this.#hits?.every(({ id, chunk }, i) => hits[i]?.id === id && hits[i].chunk === chunk);
    if (same && hits.length === this.#hits?.length) this.#hits = hits;
    else {
      this.#better = hits;
      if (!this.#held) this.improve();
    }
  }
}
