// The library and the folders of tools, as scripts and built-ins may ask them. In a dry run what would leave is noted, and the
// library on this device answers alone, by words.
import { GUIDE_SOURCE } from '../../core/answer.ts';
import type { Extensions } from '../../core/extensions.ts';
import type { OutgoingRequest } from '../../core/call.ts';
import type { Outbound } from '../../core/outbound.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import type { DryLibraryDeps } from './dry-library.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import type { FolderStore } from '../../core/ports/grants.ts';
import type { LibraryServices } from '../../core/ports/library-services.ts';

interface LibraryDeps extends DryLibraryDeps {
  knowledge: Pick<KnowledgeClient, 'search' | 'gather' | 'get' | 'sources' | 'list' | 'open'>;
  extensions: Pick<Extensions, 'one'>;
  folders: FolderStore;
}

export function libraryServices(deps: LibraryDeps): HostServices & LibraryServices {
  const { knowledge, folders, database, remotes } = deps;
  const used = async () => ((await database.count('remotes')) === 0 ? undefined : remotes());
  const sends = async (asked: { query: string } | { document: string }): Promise<OutgoingRequest[]> =>
    (await used())?.requests(asked) ?? [];
  const dry = async (outbound: Outbound) =>
    new (await import('./dry-library.ts')).DryLibrary(deps, sends, outbound);
  return {
    search: async (query, asked, { signal, outbound }) => {
      // The guide is about the program, not about what its user knows: a tool has to name its source.
      const options = { ...asked, without: [GUIDE_SOURCE] };
      if (outbound.isDry) return (await dry(outbound)).search(query, options, signal);
      return knowledge.search(query, options, signal);
    },
    gather: (...given) => knowledge.gather(...given),
    get: async (id, { outbound }) => (outbound.isDry ? (await dry(outbound)).get(id) : knowledge.get(id)),
    sources: async ({ outbound }) => (outbound.isDry ? (await dry(outbound)).sources() : knowledge.sources()),
    query: async (question, { signal }) => {
      const { openTables } = await import('./tables.ts');
      return (await openTables(deps)).query(question, signal);
    },
    sends,
    folders,
  };
}
