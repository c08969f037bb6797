// The library and the folders of tools, as scripts and built-ins may ask them. In a dry run what would leave is noted, and the
// library on this device answers alone, by words.
import { GUIDE_SOURCE } from '../../core/answer.ts';
import type { EmbeddingChoice } from '../../core/embedding.ts';
import { Failure } from '../../core/errors.ts';
import type { Extensions } from '../../core/extensions.ts';
import type { OutgoingRequest } from '../../core/call.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import type { RemoteCollections } from '../../core/ports/remote-collections.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import type { FolderStore } from '../../core/ports/grants.ts';
import type { LibraryServices } from '../../core/ports/library-services.ts';
import type { Database } from '../../storage/database.ts';

interface LibraryDeps {
  knowledge: Pick<KnowledgeClient, 'search' | 'gather' | 'get' | 'sources' | 'list' | 'open'>;
  extensions: Pick<Extensions, 'one'>;
  folders: FolderStore;
  database: Pick<Database, 'count'>;
  remotes(): Promise<Pick<RemoteCollections, 'list' | 'requests'>>;
  /** What turns questions into vectors. */
  embeddings(): Promise<{ choice: EmbeddingChoice }>;
}

export function libraryServices(deps: LibraryDeps): HostServices & LibraryServices {
  const { knowledge, folders, database, remotes } = deps;
  const used = async () => ((await database.count('remotes')) === 0 ? undefined : remotes());
  const sends = async (asked: { query: string } | { document: string }): Promise<OutgoingRequest[]> =>
    (await used())?.requests(asked) ?? [];
  return {
    search: async (query, asked, { signal, outbound }) => {
      // The guide is about the program, not about what its user knows: a tool has to name its source.
      const options = { ...asked, without: [GUIDE_SOURCE] };
      if (!outbound.isDry) return knowledge.search(query, options, signal);
      const embedded = options.mode === 'keyword' ? [] : await embeddingRequests(deps, query);
      for (const request of [...(await sends({ query })), ...embedded]) outbound.note(request);
      return knowledge.search(query, { ...options, mode: 'keyword', local: true }, signal);
    },
    gather: (...given) => knowledge.gather(...given),
    get: async (id, { outbound }) => {
      const requests = outbound.isDry ? await sends({ document: id }) : [];
      for (const request of requests) outbound.note(request);
      if (requests.length > 0) {
        throw new Failure('unavailable', `${id} lies elsewhere, and a dry run asks nobody elsewhere`);
      }
      return knowledge.get(id);
    },
    sources: async ({ outbound }) => {
      if (!outbound.isDry) return knowledge.sources();
      for (const { use, url } of (await (await used())?.list()) ?? []) {
        if (use !== 'off') outbound.note({ method: 'GET', url, headers: {}, body: '' });
      }
      return knowledge.sources({ local: true });
    },
    query: async (question, { signal }) => {
      const { openTables } = await import('./tables.ts');
      return (await openTables(deps)).query(question, signal);
    },
    sends,
    folders,
  };
}

/** What makes a vector of a question, where that is not this device. */
async function embeddingRequests(
  { embeddings }: Pick<LibraryDeps, 'embeddings'>,
  query: string,
): Promise<OutgoingRequest[]> {
  const { choice } = await embeddings();
  if (choice.kind !== 'endpoint') return [];
  const { addressOf } = await import('../../knowledge/embedding/endpoint-embedder.ts');
  const body = JSON.stringify({ model: choice.model, input: [query] });
  return [{ method: 'POST', url: addressOf(choice.url), headers: {}, body }];
}
