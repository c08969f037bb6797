// For the cases of bundled tools: web search services that answer like SearXNG, Tavily, Jina and Brave.
import type { Arrived, Reply, Service } from './case-server.ts';

const KEYS = { tavily: 'tavily-key-1', jina: 'jina-key-1', brave: 'brave-key-1' } as const;

export const SEARCH_SERVICES: readonly Service[] = [
  {
    path: /^\/searxng\/search$/,
    allows: 'authorization',
    answer: (request) => {
      const query = queryOf(request);
      if (query.get('format') !== 'json') return { text: '<html>' };
      return { json: { results: found(query.get('q'), 'content') } };
    },
  },
  {
    path: /^\/tavily\/search$/,
    allows: 'authorization, content-type',
    answer: ({ headers, body }) => {
      if (headers.authorization !== `Bearer ${KEYS.tavily}`) return { status: 401, json: { detail: {} } };
      const { query } = JSON.parse(body) as { query: string };
      return { json: { results: found(query, 'content') } };
    },
  },
  {
    path: /^\/jina\/$/,
    allows: 'authorization, x-respond-with',
    answer: (request) => {
      const { headers } = request;
      if (headers.authorization !== `Bearer ${KEYS.jina}`) return { status: 401, json: { code: 401 } };
      if (headers.accept !== 'application/json') return { text: '[1] Title: About' };
      return { json: { code: 200, data: found(queryOf(request).get('q'), 'description') } };
    },
  },
  {
    path: /^\/brave\/res\/v1\/web\/search$/,
    allows: 'x-subscription-token',
    answer: (request) => {
      if (request.headers['x-subscription-token'] !== KEYS.brave) return { status: 401, json: {} };
      const results = found(queryOf(request).get('q'), 'description');
      return {
        json: { web: { results: results.map((one) => ({ ...one, page_age: '2026-01-02T00:00:00' })) } },
      };
    },
  },
];

function queryOf({ path }: Arrived): URLSearchParams {
  return new URL(path, 'http://server').searchParams;
}

function found(query: string | null, text: 'content' | 'description'): NonNullable<Reply['json']>[] {
  return [1, 2, 3].map((number) => ({
    title: `About ${query}`,
    url: `https://example.com/${number}`,
    [text]: `Page ${number} about <strong>${query}</strong>`,
  }));
}
