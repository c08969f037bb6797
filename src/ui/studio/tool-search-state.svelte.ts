// Search results in sync with the query: a late response never replaces a newer one.
import type { App } from '../../apps/web/app.ts';
import { toErrorData } from '../../core/errors.ts';

/** The kind of match that name and description do not explain. */
const WHY_WORDS: Readonly<Record<string, string>> = { fuzzy: 'similar name' };
/** A search's maximum number of results. */
const MOST = 100;

export interface Found {
  id: string;
  why: string | undefined;
}

export class ToolSearchState {
  readonly #app: Pick<App, 'toolParts'>;
  #asked = 0;
  /** Best first; undefined until the first response. */
  found = $state.raw<readonly Found[]>();
  problem = $state<string>();

  constructor(app: Pick<App, 'toolParts'>) {
    this.#app = app;
  }

  async ask(query: string): Promise<void> {
    const asked = ++this.#asked;
    if (query.trim() === '') {
      this.found = this.problem = undefined;
      return;
    }
    try {
      const search = await this.#app.toolParts.search();
      const options = { limit: MOST, includeDisabled: true, connectors: true };
      const found = await search.search(query, options);
      if (asked !== this.#asked) return;
      this.found = found.map(({ id, why }) => ({ id, why: WHY_WORDS[why] }));
      this.problem = undefined;
    } catch (error) {
      if (asked === this.#asked) this.problem = toErrorData(error, 'unavailable').message;
    }
  }
}
