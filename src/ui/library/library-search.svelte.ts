// The search on the Library screen: what is asked, how, and what was found; better orders that come later wait for calm.
import type { App } from '../../apps/web/app.ts';
import type { SearchHit, SearchMode, SearchOptions } from '../../core/document.ts';
import type { ListOptions } from '../../core/ports/document-store.ts';
import { isAbort } from '../../core/errors.ts';
import { relevantHits } from '../components/relevant-hits.ts';

/** As many as a search answers at most. */
export const MOST_HITS = 100;
/** Shown at first: enough to look through. */
const FIRST = 20;
/** Lets a person finish a word before the library is asked. */
const TYPING_MS = 120;

export const MODES: readonly { mode: SearchMode; name: string; title: string }[] = [
  { mode: 'hybrid', name: 'Best', title: 'Keyword and semantic search combined' },
  { mode: 'keyword', name: 'Keywords', title: 'Passages that contain your words' },
  { mode: 'semantic', name: 'Semantic', title: 'Passages with a similar meaning, in any words' },
];

/** How long ago at most, in days. */
export const SPANS: readonly { days: number; name: string }[] = [
  { days: 7, name: 'Past week' },
  { days: 30, name: 'Past month' },
  { days: 365, name: 'Past year' },
];

/** Which documents are listed, and searched. */
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
  /** What comes nearest when nothing fits. */
  #near = $state.raw<SearchHit[]>([]);
  #shown = $state(FIRST);
  #improved = $state(false);
  #problem = $state<string>();
  #searching: AbortController | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** Somebody is reading or pointing at the hits: then they stay where they are. */
  #held = false;

  constructor(knowledge: Pick<App['knowledge'], 'search'>, list: () => ListFilter) {
    this.#search = knowledge.search.bind(knowledge);
    this.#list = list;
  }

  get isOn(): boolean {
    return this.#query.trim() !== '';
  }

  /** Undefined without a query, or before its first answer. */
  get hits(): SearchHit[] | undefined {
    return this.#hits;
  }

  /** How many of them are shown. */
  get shown(): number {
    return this.#shown;
  }

  /** Nothing fits, but something comes near. */
  get hasNear(): boolean {
    return this.#hits?.length === 0 && this.#near.length > 0;
  }

  /** A better order has come while the hits were held. */
  get hasBetter(): boolean {
    return this.#better !== undefined;
  }

  /** The order on screen is a better one than the first that was there. */
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

  /** Only what was updated within so many days. */
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

  /** Asks anew, as after a change of the library: what is there stays until the answer comes. */
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

  /** Shows what comes nearest, though nothing in it fits. */
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
    // An engine elsewhere can't tell kinds of files.
    if (kind !== undefined) Object.assign(options, { kind, local: true });
    if (this.#days !== undefined)
      options.since = new Date(Date.now() - this.#days * 86_400_000).toISOString();
    return options;
  }

  /** The same order with other figures changes nothing that anyone could lose sight of. */
  #take(hits: SearchHit[]): void {
    const same = this.#hits?.every(({ id, chunk }, i) => hits[i]?.id === id && hits[i].chunk === chunk);
    if (same && hits.length === this.#hits?.length) this.#hits = hits;
    else {
      this.#better = hits;
      if (!this.#held) this.improve();
    }
  }
}
