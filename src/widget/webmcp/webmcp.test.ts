// WebMCP on a site: the widget offers search, answers and the index's tools to the browser's agent, and its assistant
// uses the tools of the page, each call with an approval.
import { beforeEach, afterEach, expect, it, vi } from 'vitest';
import { StrictModelContext } from '../../core/ports/model-context.test-support.ts';
import type { SitePack } from '../../core/site-pack.ts';
import type { HostTool } from '../site-chat.ts';
import { offerSite, type OfferedSite } from './offer-site.ts';
import { canUseTools, usePageTools } from './use-page-tools.ts';

beforeEach(() => vi.stubGlobal('location', { origin: 'https://shop.example' }));
afterEach(() => vi.unstubAllGlobals());

const SCHEMA = { type: 'object', properties: { nights: { type: 'integer' } } };

function offering(over: Partial<OfferedSite> = {}) {
  const answer = { markdown: 'Rape oil.', heading: '', document: { id: '/oil.html', title: 'Oil' } };
  const search = vi.fn(async () => ({
    hits: [{ title: 'Oil', url: '/oil.html', sections: [{ heading: 'Use', snippet: 'Burns rape oil.' }] }],
  }));
  const pack = {
    info: { name: 'Lanterns', tools: [{ name: 'oil_needed', description: 'Litres of oil' }] },
    search,
    answer: async (question: string) => ({ answer: question.includes('oil') ? answer : null }),
    tools: async () => [{ name: 'oil_needed', spec: { parameters: SCHEMA }, source: '', files: {} }],
  } as unknown as SitePack;
  const callTool = vi.fn<OfferedSite['callTool']>(async () => ({
    ...{ outcome: { result: { litres: 2 } }, args: {}, logs: [], milliseconds: 1 },
  }));
  const context = new StrictModelContext();
  const ended = new AbortController();
  const site: OfferedSite = {
    openPack: async () => pack,
    site: 'https://lanterns.example/docs/',
    filters: () => ({}),
    limit: 10,
    hasPackTools: true,
    callTool,
    ...over,
  };
  const call = async (name: string, args: object) =>
    JSON.parse(await context.executeTool({ name }, args)) as unknown;
  return { context, ended, callTool, search, call, offered: offerSite(site, context, ended.signal) };
}

it('offers search, answers and the index’s tools, and ends all of them', async () => {
  const { context, ended, offered, call, callTool, search } = offering();
  await offered;
  expect(context.names()).toEqual(['ask_docs', 'oil_needed', 'search_docs']);
  expect(await call('search_docs', { query: 'oil', limit: 900 })).toEqual({
    results: [
      {
        title: 'Oil',
        url: 'https://lanterns.example/oil.html',
        passages: [{ heading: 'Use', text: 'Burns rape oil.' }],
      },
    ],
  });
  expect(search).toHaveBeenCalledWith('oil', { limit: 50, filters: {} });
  expect(await call('ask_docs', { question: 'Which oil?' })).toMatchObject({ answer: 'Rape oil.' });
  expect(await call('ask_docs', { question: 'Who?' })).toEqual({ answer: null });
  expect(await call('ask_docs', {})).toEqual({
    error: { code: 'bad_request', message: 'question must be a string' },
  });
  expect(await call('oil_needed', { nights: 8 })).toEqual({ litres: 2 });
  expect(callTool).toHaveBeenCalledWith('oil_needed', { nights: 8 }, ended.signal);
  ended.abort();
  expect(context.names()).toEqual([]);
});

it('passes a visitor’s no to the agent, and offers no index tools that are off', async () => {
  const { offered, call } = offering({
    callTool: async () => ({
      ...{ outcome: { error: { code: 'denied', message: 'not approved' } } },
      ...{ args: {}, logs: [], milliseconds: 1 },
    }),
  });
  await offered;
  expect(await call('oil_needed', {})).toEqual({ error: { code: 'denied', message: 'not approved' } });
  const off = offering({ hasPackTools: false });
  await off.offered;
  expect(off.context.names()).toEqual(['ask_docs', 'search_docs']);
});

it('uses the page’s tools, with their origin and an approval, and never its own', async () => {
  const { context, offered } = offering();
  await offered;
  const ran = vi.fn(async (input: unknown) => ({ total: 3, input }));
  const page = new AbortController();
  const cart = { name: 'cart.total', description: 'Total of the cart', inputSchema: SCHEMA, execute: ran };
  await context.registerTool(cart, { signal: page.signal });
  const tools = new Map<string, HostTool>();
  const register = (tool: HostTool) => {
    if (tools.has(tool.name)) throw new Error(`${tool.name} is taken`);
    tools.set(tool.name, tool);
    return () => void tools.delete(tool.name);
  };
  const problems: unknown[] = [];
  const ended = new AbortController();
  expect(canUseTools(context)).toBe(true);
  await usePageTools(context, { register, report: (error) => problems.push(error) }, ended.signal);
  expect([...tools.keys()]).toEqual(['cart_total']);
  const tool = tools.get('cart_total')!;
  expect(tool).toMatchObject({ approve: true, parameters: SCHEMA });
  expect(tool.description).toContain('https://shop.example');
  const run = { signal: new AbortController().signal, caller: { kind: 'model' } as const };
  expect(await tool.execute({ nights: 1 }, run)).toEqual({ total: 3, input: { nights: 1 } });

  // Another tool that becomes the same name is refused, and reported.
  const other = new AbortController();
  await context.registerTool({ ...cart, name: 'cart-total' }, { signal: other.signal });
  await context.registerTool({ ...cart, name: 'cart_total' }, { signal: other.signal });
  await vi.waitFor(() => expect(problems).toHaveLength(1));
  expect([...tools.keys()].sort()).toEqual(['cart-total', 'cart_total']);
  page.abort();
  await vi.waitFor(() => expect([...tools.keys()]).toEqual(['cart-total']));
  ended.abort();
  expect(tools.size).toBe(0);
});

it('uses nothing where the browser only offers', () => {
  expect(canUseTools(undefined)).toBe(false);
  expect(canUseTools({ registerTool: () => undefined })).toBe(false);
});
