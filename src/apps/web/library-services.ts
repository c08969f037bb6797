// The library for scripts and built-ins. In a dry run, requests are recorded instead of sent, and the library on this
// device answers alone, by keyword.
import { GUIDE_SOURCE } from '../../core/answer.ts';
import type { Extensions } from '../../core/extensions.ts';
import type { OutgoingRequest } from '../../core/call.ts';
import type { Outbound } from '../../core/outbound.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import type { DryLibraryDeps } from './dry-library.ts';
import { LimitedLibrary } from './limited-library.ts';
import type { LibraryLimit } from '../../core/library-limit.ts';
import type { PageReader } from '../../core/ports/page-reader.ts';
import type { LibraryServices } from '../../core/ports/library-services.ts';

interface LibraryDeps extends DryLibraryDeps {
  knowledge: Pick<KnowledgeClient, 'search' | 'gather' | 'get' | 'sources' | 'list' | 'open'>;
  extensions: Pick<Extensions, 'one'>;
}

export function libraryServices(
  deps: LibraryDeps,
): Required<LibraryServices> & { readPage: PageReader['read'] } {
  const { knowledge, extensions, database, remotes } = deps;
  const used = async () => ((await database.count('remotes')) === 0 ? undefined : remotes());
  const sends = async (asked: { query: string } | { document: string }): Promise<OutgoingRequest[]> =>
    (await used())?.requests(asked) ?? [];
  const limited = (limit: LibraryLimit) => new LimitedLibrary(knowledge, limit);
  /** For read-only mode: without remote engines, and by keyword if an endpoint would embed the question. */
  const onDevice = async () => {
    const { choice } = await deps.embeddings();
    return { local: true, ...(choice.kind === 'endpoint' && { mode: 'keyword' as const }) };
  };
  const dry = async (outbound: Outbound) =>
    new (await import('./dry-library.ts')).DryLibrary(deps, sends, outbound);
  return {
    search: async (query, asked, { signal, outbound }) => {
      // The guide is about the app, not the user's knowledge, so a tool must name it as a source to get it.
      const { limit } = outbound;
      const within = limit && { within: limit.within, attached: limit.documents };
      const local = outbound.isReadOnly && (await onDevice());
      const options = { ...asked, ...within, ...local, without: [GUIDE_SOURCE] };
      if (outbound.isDry) return (await dry(outbound)).search(query, options, signal);
      return knowledge.search(query, options, signal);
    },
    gather: async (question, options, signal) =>
      knowledge.gather(question, { ...options, ...(options.local && (await onDevice())) }, signal),
    get: async (id, { outbound }) => {
      if ((outbound.isDry || outbound.isReadOnly) && (await sends({ document: id })).length > 0) {
        outbound.refuse('requests');
        return (await dry(outbound)).get(id);
      }
      return outbound.limit ? limited(outbound.limit).get(id) : knowledge.get(id);
    },
    sources: async ({ outbound }) => {
      if (outbound.limit) return limited(outbound.limit).sources();
      if (outbound.isDry) return (await dry(outbound)).sources();
      return knowledge.sources({ local: outbound.isReadOnly });
    },
    query: async (question, { signal, outbound }) => {
      const { openTables } = await import('./tables.ts');
      const documents = outbound.limit ? limited(outbound.limit) : knowledge;
      return (await openTables({ ...deps, knowledge: documents })).query(question, signal);
    },
    sends,
    readPage: async (...given) => {
      const reader = await extensions.one('pageReader', 'a reader of web pages');
      return (await reader.open()).read(...given);
    },
  };
}
