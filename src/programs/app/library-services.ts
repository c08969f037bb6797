// The library and the folders of tools, as scripts and built-ins may ask them.
import type { KnowledgeClient } from '../../knowledge/client.ts';
import type { Remotes } from '../../knowledge/remote/remotes.ts';
import type { FolderStore, HostServices } from '../../lua/powers.ts';
import type { Database } from '../../store/database.ts';

interface LibraryDeps {
  knowledge: KnowledgeClient;
  folders: FolderStore;
  database: Database;
  remotes(): Promise<Remotes>;
}

export function libraryServices({ knowledge, folders, database, remotes }: LibraryDeps): HostServices {
  return {
    search: knowledge.search.bind(knowledge),
    get: knowledge.get.bind(knowledge),
    sources: knowledge.sources.bind(knowledge),
    sends: async (asked) => {
      if ((await database.count('remotes')) === 0) return [];
      const { remoteRequests } = await import('./remote-requests.ts');
      return remoteRequests(await (await remotes()).list(), asked);
    },
    folders,
  };
}
