// Finds tools by name as typed, and by purpose, among those that match a filter.
import type { Tool, ToolInfo } from '../core/tool.ts';
import { pageOf, resume, type Page, type PageRequest } from '../core/paging.ts';
import type { ToolFilter } from './listing.ts';
import { checkToolFilter } from '../core/tool-filter.ts';

/** The registry's view of the index over the list: see `search/tool-finder.ts`. */
export interface ToolFinder {
  /** The list, or the known calls, have changed. */
  changed(): void;
  find(
    query: string,
    options: { limit: number; allowed?: (tool: ToolInfo) => boolean },
  ): { tool: ToolInfo; score: number; why: string }[];
}

export interface FoundInfo extends ToolInfo {
  /** 0 to 1: how it was found, and how well. */
  score: number;
  /** `name`, `prefix`, `words`, `fuzzy`, `purpose`, or `recent` without a query. */
  why: string;
}

export interface ToolSearchDeps {
  tools: {
    list(filter: ToolFilter): ToolInfo[];
    ids(filter: ToolFilter): Set<string>;
    get(name: string): Tool | undefined;
    onChange(listener: () => void): () => void;
  };
  openFinder(source: {
    list(): readonly ToolInfo[];
    calledAt(tool: ToolInfo): string | undefined;
  }): Promise<ToolFinder>;
  /** Returns when each was last called, by `<bundle id>/<slug>`. */
  usage(): Promise<ReadonlyMap<string, { lastCalledAt: string }>>;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1000;
/** Milliseconds for which known calls stay current: they only decide between equally good matches. */
const USAGE_AGE = 10_000;

export class ToolSearch {
  readonly #deps: ToolSearchDeps;
  readonly #finder: Promise<ToolFinder>;
  #usage: ReadonlyMap<string, { lastCalledAt: string }> = new Map();
  #usageRead = -Infinity;
  /** The tools that match the latest filter, until the list changes. */
  #fitting: { filter: string; ids: ReadonlySet<string> } | undefined;

  constructor(deps: ToolSearchDeps) {
    this.#deps = deps;
    this.#finder = deps.openFinder({
      list: () => deps.tools.list({ includeDisabled: true, connectors: true }),
      calledAt: ({ name }) => {
        const tool = deps.tools.get(name);
        return tool && this.#usage.get(`${tool.bundle}/${tool.slug}`)?.lastCalledAt;
      },
    });
    deps.tools.onChange(() => {
      this.#fitting = undefined;
      this.#finder.then(
        (finder) => finder.changed(),
        () => undefined,
      );
    });
  }

  /** Returns the best first; without a query, the tools called last. */
  async search(query: string, filter: ToolFilter & { limit?: number } = {}): Promise<FoundInfo[]> {
    const { limit = DEFAULT_LIMIT, ...which } = filter;
    const asked = JSON.stringify(which);
    if (this.#fitting?.filter !== asked) {
      this.#fitting = { filter: asked, ids: this.#deps.tools.ids(checkToolFilter(which)) };
    }
    const { ids } = this.#fitting;
    const most = Math.min(Math.max(1, Math.floor(limit)), MAX_LIMIT);
    return this.find(query, most, ({ id }) => ids.has(id));
  }

  /** Returns the results in pages. A token carries the query too. @throws Failure `bad_request` */
  async page(query: string, options: ToolFilter & PageRequest): Promise<Page<FoundInfo>> {
    const { filter } = resume({ ...options, ...(query !== '' && { query }) });
    const { query: asked = '', ...which } = filter as ToolFilter & { query?: string };
    const found = await this.search(asked, { ...which, limit: MAX_LIMIT });
    const rank = (_: FoundInfo, index: number): string => String(index).padStart(4, '0');
    return pageOf({ ...options, query: asked }, () => found, rank);
  }

  /** Only those that `allowed` accepts count towards `limit`. */
  async find(query: string, limit: number, allowed: (tool: ToolInfo) => boolean): Promise<FoundInfo[]> {
    const finder = await this.#finder;
    await this.#readUsage(finder);
    return finder.find(query, { limit, allowed }).map(({ tool, score, why }) => ({ ...tool, score, why }));
  }

  async #readUsage(finder: ToolFinder): Promise<void> {
    if (performance.now() - this.#usageRead < USAGE_AGE) return;
    this.#usageRead = performance.now();
    // Without it, equally good matches come in another order.
    this.#usage = await this.#deps.usage().catch(() => this.#usage);
    finder.changed();
  }
}
