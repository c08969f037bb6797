// Answers what one run asks of the page: `context.*`, from the services the app gave. Who asks is known from the port the
// question came by; nothing in a payload says who is asking, or what it may do.
import {
  SEARCH_MODES,
  type DocumentView,
  type SearchHit,
  type SearchMode,
  type SearchOptions,
  type SourceInfo,
} from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { isObject } from '../core/json.ts';
import { LIMITS } from './limits.ts';

/** What a run may ask of the page. A Failure becomes an error in Lua, with the code if nothing catches it. */
export interface HostServices {
  search(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]>;
  /** Failure `not_found`: `document not found: ID` */
  get(id: string): Promise<DocumentView>;
  sources(): Promise<SourceInfo[]>;
}

type Payload = Record<string, unknown>;

/** One per run. Aborting its signal makes every answer after it moot. */
export class HostDesk {
  readonly #services: HostServices;
  readonly #signal: AbortSignal;
  #calls = 0;
  #open = 0;

  constructor(services: HostServices, signal: AbortSignal) {
    this.#services = services;
    this.#signal = signal;
  }

  /** @returns JSON text. @throws Failure for everything that is the script's business to know. */
  async answer(operation: string, payload: string): Promise<string> {
    const serve = OPERATIONS[operation];
    if (!serve || !Object.hasOwn(OPERATIONS, operation)) {
      throw new Failure('unavailable', `${operation} is not available`);
    }
    this.#calls += 1;
    if (this.#calls > LIMITS.hostCalls) {
      throw new Failure(
        'rate_limited',
        `a run may make ${LIMITS.hostCalls} host calls, and this one has made them all`,
      );
    }
    if (this.#open >= LIMITS.concurrentHostCalls) {
      throw new Failure(
        'rate_limited',
        `a run may have ${LIMITS.concurrentHostCalls} host calls open at once`,
      );
    }
    this.#open += 1;
    try {
      return JSON.stringify(await serve(this.#services, toPayload(payload), this.#signal));
    } finally {
      this.#open -= 1;
    }
  }
}

const OPERATIONS: Record<
  string,
  (services: HostServices, payload: Payload, signal: AbortSignal) => Promise<unknown>
> = {
  'context.search': async (services, payload, signal) => {
    const query = text(payload['query']) ?? '';
    return query.trim() === '' ? [] : services.search(query, toSearchOptions(payload), signal);
  },
  'context.get': (services, payload) => services.get(text(payload['id']) ?? ''),
  'context.sources': (services) => services.sources(),
};

/** Options of the wrong type count as not given, as in the tools this contract comes from. */
function toSearchOptions(payload: Payload): SearchOptions {
  const options: SearchOptions = {};
  const mode = text(payload['mode']);
  const { limit } = payload;
  const source = text(payload['source']);
  const since = text(payload['since']);
  if (mode !== undefined) options.mode = toMode(mode);
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

function toPayload(json: string): Payload {
  try {
    const payload: unknown = JSON.parse(json);
    if (isObject(payload)) return payload;
  } catch {
    // said below
  }
  throw new Failure('bad_request', 'the host call carried no JSON object');
}
