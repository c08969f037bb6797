// `context.search`, `context.get`, `context.sources`, `context.query`: the host calls that read the library.
import { SEARCH_MODES, type SearchMode, type SearchOptions } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import type { Taint } from '../../core/taint.ts';
import type { HostCall, HostServices } from '../capabilities.ts';
import type { Asking } from '../../core/ports/library-services.ts';
import type { HostAnswer } from '../../core/ports/grants.ts';
import { confirmSending } from './confirm-sending.ts';

const DOCUMENTS = 'your documents';

export class ContextCalls {
  readonly #services: HostServices;
  readonly #taint: Taint;

  constructor(services: HostServices, taint: Taint) {
    this.#services = services;
    this.#taint = taint;
  }

  async search(call: HostCall): Promise<HostAnswer> {
    const { payload, run } = call;
    const query = text(payload['query']) ?? '';
    if (query.trim() === '') return { json: '[]' };
    const options = toSearchOptions(payload);
    const { source, since } = options;
    const narrowed = source !== undefined || since !== undefined;
    await this.#mayAsk(call, { query: query + (narrowed ? ` ${JSON.stringify({ source, since })}` : '') });
    return this.#read(this.#services.search(query, options, askingOf(run)));
  }

  async get(call: HostCall): Promise<HostAnswer> {
    const document = text(call.payload['id']) ?? '';
    await this.#mayAsk(call, { document });
    return this.#read(this.#services.get(document, askingOf(call.run)));
  }

  async sources({ run }: HostCall): Promise<HostAnswer> {
    return this.#read(this.#services.sources(askingOf(run)));
  }

  async query({ payload, run }: HostCall): Promise<HostAnswer> {
    const { query } = this.#services;
    if (!query) throw new Failure('unavailable', 'tables can be queried only in the app');
    const sql = text(payload['sql']);
    const document = text(payload['document']);
    const { limit } = payload;
    const question = {
      ...(sql !== undefined && { sql }),
      ...(document !== undefined && { document }),
      ...(typeof limit === 'number' && { limit }),
    };
    return this.#read(query(question, askingOf(run)));
  }

  /** When remote engines answer too, the query itself leaves the device. */
  async #mayAsk(call: HostCall, asked: { query: string } | { document: string }): Promise<void> {
    const { cautious, outbound } = call.run.grants;
    // Then the library on this device answers alone.
    if (outbound.isDry || outbound.isReadOnly) return;
    for (const request of (await this.#services.sends?.(asked)) ?? []) {
      if (!cautious && outbound.secretsBarredFrom(request.url) === undefined) continue;
      await confirmSending(call, this.#taint, { ...request, body: call.run.secrets.redact(request.body) });
    }
  }

  /** Titles and names are as untrusted as the text itself. */
  async #read(answer: Promise<unknown>): Promise<HostAnswer> {
    const json = JSON.stringify(await answer);
    this.#taint.add(DOCUMENTS);
    return { json };
  }
}

function askingOf({ signal, grants }: HostCall['run']): Asking {
  return { signal, outbound: grants.outbound };
}

/** Ignores options of the wrong type, as the tools this contract comes from do. */
function toSearchOptions(payload: HostCall['payload']): SearchOptions {
  const mode = text(payload['mode']);
  // Keyword mode by default: a script gets the same hits every time.
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
