// Setting up web search: the key becomes a secret for that address alone, and the tool can reach nothing else.
import { beforeEach, expect, it } from 'vitest';
import type { App } from '../../../apps/web/app.ts';
import type { Tool } from '../../../core/tool.ts';
import { forgetSetup, type SearchSetup, saveSetup, setupOf } from './search-setup.ts';

let tool: Pick<Tool, 'config' | 'hosts' | 'enabled'>;
let kept: Map<string, { value: string; hosts: readonly string[] }>;
let app: Pick<App, 'tools' | 'secrets'>;

beforeEach(() => {
  tool = { config: {}, hosts: [], enabled: true };
  kept = new Map();
  app = {
    tools: {
      get: () => tool,
      configure: async (_: string, change: Partial<Tool>) => (tool = { ...tool, ...change }),
      setEnabled: async (_: string, enabled: boolean) => (tool = { ...tool, enabled }),
    },
    secrets: {
      set: async (name: string, value: string, hosts: readonly string[]) =>
        void kept.set(name, { value, hosts }),
      remove: async (name: string) => void kept.delete(name),
    },
  } as unknown as Pick<App, 'tools' | 'secrets'>;
});

const save = (given: Partial<SearchSetup>) =>
  saveSetup(app, { service: 'searxng', address: '', key: '', ...given }, setupOf(tool));

it('names the key by its secret, and binds it to the search host', async () => {
  await save({ service: 'tavily', key: ' tvly-1234 ' });
  expect(tool).toMatchObject({
    config: { engine: 'tavily', key: '${WEB_SEARCH_KEY}' },
    hosts: ['api.tavily.com'],
  });
  expect(JSON.stringify(tool)).not.toContain('tvly');
  expect(kept.get('WEB_SEARCH_KEY')).toEqual({ value: 'tvly-1234', hosts: ['api.tavily.com'] });
});

it('keeps the key for the same address, and drops it for another one', async () => {
  await save({ service: 'jina', key: 'jina-1234' });
  await save({ service: 'jina' });
  expect(kept.get('WEB_SEARCH_KEY')?.value).toBe('jina-1234');
  await save({ service: 'searxng', address: 'http://localhost:8888' });
  expect(kept.size).toBe(0);
  expect(tool).toMatchObject({
    config: { engine: 'searxng', address: 'http://localhost:8888' },
    hosts: ['localhost:8888'],
  });
  expect(tool.config).not.toHaveProperty('key');
});

it.each<[string, Partial<SearchSetup>, string]>([
  ['no address', {}, 'Enter the address of SearXNG'],
  ['an address without a host', { address: 'search' }, 'must begin with https://'],
  ['another scheme', { address: 'file:///etc/passwd' }, 'must begin with https://'],
  ['plain http elsewhere', { address: 'http://search.example.org' }, 'Use https:// for search.example.org'],
  ['no key where one is needed', { service: 'tavily' }, 'Tavily needs a key'],
])('says what to do about %s', async (_, given, told) => {
  await expect(save(given)).rejects.toThrow(told);
  expect(tool).toMatchObject({ config: {}, hosts: [] });
});

it('turns the tool on, and removes the whole setup again', async () => {
  tool = { ...tool, enabled: false };
  await save({ service: 'jina', key: 'jina-1234' });
  expect(tool.enabled).toBe(true);
  await forgetSetup(app);
  expect(tool).toMatchObject({ config: {}, hosts: [] });
  expect(kept.size).toBe(0);
});
