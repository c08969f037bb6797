// Documents in a Chroma server, searched by keyword: a terminal has no model to embed a question.
import { Failure } from '../../../core/errors.ts';
import type { RemoteAccess } from '../../../core/ports/remote-collections.ts';
import { Library } from '../../../knowledge/library.ts';
import { MemoryDocuments } from '../../../knowledge/memory-documents.ts';
import { Federation } from '../../../knowledge/remote/federation.ts';
import { WrongUse } from '../../../cli/command-line.ts';
import type { ServedDocuments } from './served-documents.ts';

/** The app's default collection. */
const COLLECTION = 'perilune';

/**
 * Says once if the server does not answer.
 * @param address of the server; its path may name another collection. @throws WrongUse
 */
export function serveRemote(
  address: string,
  token: string | undefined,
  say: (line: string) => void,
): ServedDocuments {
  const access = accessTo(address, token);
  const nothing = new Library({
    store: new MemoryDocuments(),
    exclusive: (work) => work(),
    announce: () => undefined,
    newId: () => '',
    now: () => '',
  });
  const remote = new Federation(nothing, () => undefined);
  remote.use([access]);
  void Promise.resolve(remote.sources()).then(([source]) => {
    if (source?.healthy === false) say(`Search does not work: ${source.notes}`);
  });
  const unlisted = (): Promise<never> =>
    Promise.reject(
      new Failure('not_found', 'a Chroma server’s documents cannot be listed: use search, then get'),
    );
  return {
    calls: {
      search: (query, options) => remote.search(query, options),
      get: (id) => remote.get(id),
      sources: () => remote.sources(),
    },
    list: async () => ({ documents: [], total: 0 }),
    open: unlisted,
    close: () => undefined,
  };
}

function accessTo(address: string, token: string | undefined): RemoteAccess {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new WrongUse(`--remote needs the address of a Chroma server, not '${address}'`);
  }
  const collection = url.pathname.replace(/^\/|\/$/g, '') || COLLECTION;
  return {
    id: 'remote',
    name: url.host,
    engine: 'chroma',
    url: url.origin,
    tenant: 'default_tenant',
    database: 'default_database',
    collection,
    use: 'instead',
    createdAt: '',
    ...(token !== undefined && { token }),
  };
}
