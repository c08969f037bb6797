// `context.search`, `context.get`, `context.sources`: the library, as a run may ask it.
import { SEARCH_MODES, type SearchMode, type SearchOptions } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import type { HostAnswer, HostCall, HostServices } from '../powers.ts';

export class ContextCalls {
  readonly #services: HostServices;

  constructor(services: HostServices) {
    this.#services = services;
  }

  async search({ payload, run }: HostCall): Promise<HostAnswer> {
    const query = text(payload['query']) ?? '';
    if (query.trim() === '') return { json: '[]' };
    return { json: JSON.stringify(await this.#services.search(query, toSearchOptions(payload), run.signal)) };
  }

  async get({ payload }: HostCall): Promise<HostAnswer> {
    return { json: JSON.stringify(await this.#services.get(text(payload['id']) ?? '')) };
  }

  async sources(): Promise<HostAnswer> {
    return { json: JSON.stringify(await this.#services.sources()) };
  }
}

/** Options of the wrong type count as not given, as in the tools this contract comes from. */
function toSearchOptions(payload: HostCall['payload']): SearchOptions {
  const mode = text(payload['mode']);
  // A script gets the same hits at every moment, unless it asks for meaning.
  const options: SearchOptions = { mode: mode === undefined ? 'keyword' : toMode(mode) };
  const { limit } = payload;
  const source = text(payload['source']);
  const since = text(payload['since']);
  if (typeof limit === 'number' && limit >= 1) options.limit = Math.floor(limit);
  if (source !== undefined) options.source = source;
  if (since !== undefined) options.since = since;
  return options;
}

function toMode(mode: string): SearchMode {
  if ((SEARCH_MODES as readonly string[]).includes(mode)) return mode as SearchMode;
  throw new Failure('bad_request', `Unknown search mode: ${mode}. Use keyword, semantic, or hybrid.`);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
