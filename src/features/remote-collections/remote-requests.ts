// What a question to the library sends to search engines elsewhere, for a person to see before it does. Pure.
import type { Remote } from '../../core/remote.ts';
import type { OutgoingRequest } from '../../core/call.ts';

/** @param asked the words of a search with what narrows it, or the id of a document. */
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
