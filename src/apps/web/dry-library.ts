// The library in a dry run: requests are recorded instead of sent, and the library on this device answers alone, by
// keyword.
import { Failure } from '../../core/errors.ts';
import type { OutgoingRequest } from '../../core/call.ts';
import type { DocumentView, SearchHit, SearchOptions, SourceInfo } from '../../core/document.ts';
import type { Outbound } from '../../core/outbound.ts';
import type { EmbeddingChoice } from '../../core/embedding.ts';
import type { RemoteCollections } from '../../core/ports/remote-collections.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import type { Database } from '../../storage/database.ts';

export interface DryLibraryDeps {
  knowledge: Pick<KnowledgeClient, 'search' | 'get' | 'sources'>;
  database: Pick<Database, 'count'>;
  remotes(): Promise<Pick<RemoteCollections, 'list' | 'requests'>>;
  /** What embeds questions. */
  embeddings(): Promise<{ choice: EmbeddingChoice }>;
}

/** The requests a question would make to remote engines. */
type Sends = (asked: { query: string } | { document: string }) => Promise<OutgoingRequest[]>;

export class DryLibrary {
  readonly #deps: DryLibraryDeps;
  readonly #sends: Sends;
  readonly #outbound: Outbound;

  constructor(deps: DryLibraryDeps, sends: Sends, outbound: Outbound) {
    this.#deps = deps;
    this.#sends = sends;
    this.#outbound = outbound;
  }

  async search(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]> {
    const embedded = options.mode === 'keyword' ? [] : await embeddingRequests(this.#deps, query);
    // Remote engines know nothing of collections, and are not asked.
    const elsewhere = options.within ? [] : await this.#sends({ query });
    for (const request of [...elsewhere, ...embedded]) this.#outbound.note(request);
    return this.#deps.knowledge.search(query, { ...options, mode: 'keyword', local: true }, signal);
  }

  /** @throws Failure `unavailable` for a remote document, `not_found` */
  async get(id: string): Promise<DocumentView> {
    const requests = await this.#sends({ document: id });
    for (const request of requests) this.#outbound.note(request);
    if (requests.length > 0) {
      throw new Failure('unavailable', `${id} is on a server, and a dry run sends no requests`);
    }
    return this.#deps.knowledge.get(id);
  }

  async sources(): Promise<SourceInfo[]> {
    const { database, knowledge, remotes } = this.#deps;
    const known = (await database.count('remotes')) === 0 ? [] : await (await remotes()).list();
    for (const { use, url } of known) {
      if (use !== 'off') this.#outbound.note({ method: 'GET', url, headers: {}, body: '' });
    }
    return knowledge.sources({ local: true });
  }
}

/** The request that embeds a question, unless this device does it. */
async function embeddingRequests(
  { embeddings }: Pick<DryLibraryDeps, 'embeddings'>,
  query: string,
): Promise<OutgoingRequest[]> {
  const { choice } = await embeddings();
  if (choice.kind !== 'endpoint') return [];
  const { addressOf } = await import('../../knowledge/embedding/endpoint-embedder.ts');
  const body = JSON.stringify({ model: choice.model, input: [query] });
  return [{ method: 'POST', url: addressOf(choice.url), headers: {}, body }];
}
