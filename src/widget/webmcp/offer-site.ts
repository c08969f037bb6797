// Offers a site to the browser's agent (WebMCP), if the page wants it: `search_docs`, `ask_docs` and the tools of the
// site index.
//
// - Search and answers come from the site index alone: no model, no endpoint, nothing of the visitor's chat.
// - A tool of the index runs in the sandbox, and each call needs the visitor's approval in the assistant's window.
import { Failure } from '../../core/errors.ts';
import { withToldFailures } from '../../core/ports/told-failures.ts';
import type { JsonObject } from '../../base/json.ts';
import {
  argumentsOf,
  offerTool,
  type ModelContext,
  type ModelContextTool,
} from '../../core/ports/model-context.ts';
import type { SiteFilters, SitePack } from '../../core/site-pack.ts';
import type { CallReport } from '../../core/tool.ts';

export interface OfferedSite {
  openPack(): Promise<SitePack>;
  /** Base of the addresses in the index. */
  site: string;
  filters(): SiteFilters;
  limit: number;
  /** Whether the index's own tools are offered. */
  hasPackTools: boolean;
  callTool(name: string, args: JsonObject, signal: AbortSignal): Promise<CallReport>;
}

const MOST_RESULTS = 50;
const QUERY = { type: 'string', description: 'What to look for' } as const;
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** @param ended aborts: ends all offers, and the calls in progress */
export async function offerSite(site: OfferedSite, context: ModelContext, ended: AbortSignal): Promise<void> {
  const pack = await site.openPack();
  const tools = [searchTool(site, pack.info.name), askTool(site, pack.info.name)];
  if (site.hasPackTools && pack.info.tools.length > 0) tools.push(...(await packTools(site, pack, ended)));
  if (ended.aborted) return;
  for (const tool of tools) {
    const end = offerTool(context, withToldFailures(tool));
    ended.addEventListener('abort', end, { once: true });
  }
}

function searchTool({ openPack, site, filters, limit }: OfferedSite, name: string): ModelContextTool {
  return {
    name: 'search_docs',
    description: `Searches the pages of ${name}. Returns the best pages with their addresses and passages.`,
    inputSchema: {
      type: 'object',
      properties: { query: QUERY, limit: { type: 'integer', minimum: 1, maximum: MOST_RESULTS } },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, untrustedContentHint: true },
    async execute(input) {
      const args = argumentsOf(input);
      const wanted = Number(args['limit'] ?? limit);
      const most = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), MOST_RESULTS) : limit;
      const query = textOf(args, 'query');
      const { hits } = await (await openPack()).search(query, { limit: most, filters: filters() });
      return {
        results: hits.map(({ title, url, sections }) => ({
          title,
          url: new URL(url, site).href,
          passages: sections.map(({ heading, snippet }) => ({ heading: heading ?? '', text: snippet })),
        })),
      };
    },
  };
}

function askTool({ openPack, site, filters }: OfferedSite, name: string): ModelContextTool {
  return {
    name: 'ask_docs',
    description: `Answers a question with a quotation from the pages of ${name}, or says that none answers it.`,
    inputSchema: {
      type: 'object',
      properties: { question: { type: 'string', description: 'A complete question' } },
      required: ['question'],
    },
    annotations: { readOnlyHint: true, untrustedContentHint: true },
    async execute(input) {
      const question = textOf(argumentsOf(input), 'question');
      const { answer } = await (await openPack()).answer(question, { filters: filters() });
      if (!answer) return { answer: null };
      const { markdown, heading, document, url } = answer;
      return {
        answer: markdown,
        title: document.title,
        heading,
        url: new URL(url ?? document.id, site).href,
      };
    },
  };
}

async function packTools(site: OfferedSite, pack: SitePack, ended: AbortSignal): Promise<ModelContextTool[]> {
  const codes = await pack.tools();
  return pack.info.tools.flatMap(({ name, description }) => {
    const spec = codes.find((code) => code.name === name)?.spec;
    if (!spec || !NAME.test(name)) return [];
    const parameters = (spec['parameters'] ?? { type: 'object', properties: {} }) as object;
    return {
      name,
      description: description || name,
      inputSchema: structuredClone(parameters),
      annotations: { untrustedContentHint: true },
      async execute(input: unknown) {
        if (ended.aborted) throw new Failure('denied', `tool '${name}' is no longer offered`);
        const { outcome } = await site.callTool(name, argumentsOf(input), ended);
        if (outcome.error) throw new Failure(outcome.error.code, outcome.error.message);
        return outcome.result;
      },
    };
  });
}

function textOf(args: JsonObject, field: string): string {
  const value = args[field];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Failure('bad_request', `${field} must be a string`);
}
