// The requests a library question makes to remote engines, to show the user before they are sent. Pure.
import type { Remote } from '../../core/remote.ts';
import type { OutgoingRequest } from '../../core/call.ts';

/** @param asked the query and filters of a search, or a document id. */
export function remoteRequests(
  remotes: readonly Remote[],
  asked: { query: string } | { document: string },
): OutgoingRequest[] {
  const used = remotes.filter(({ use }) => use !== 'off');
  if ('query' in asked) return used.map((remote) => requestTo(remote, asked.query));
  return used
    .filter(({ id }) => asked.document.startsWith(`remote:${id}:`))
    .map((remote) => requestTo(remote, asked.document));
}

function requestTo({ url, tenant, database, collection }: Remote, body: string): OutgoingRequest {
  const path = ['api/v2/tenants', tenant, 'databases', database, 'collections', collection];
  return { method: 'POST', url: `${url.replace(/\/+$/, '')}/${path.join('/')}`, headers: {}, body };
}
