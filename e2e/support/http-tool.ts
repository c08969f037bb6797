// A tool that sends requests, and two servers for it: `granted`, which it may reach, and `other`, which it may not.
import type { Page } from 'playwright/test';
import { test } from './test.ts';
import { startWebServer, type WebServer } from './web-server.ts';

/** Console messages of Chromium and Firefox about blocked or failed requests. */
const REPORTS = [
  'Failed to load resource|Connecting to|Fetch API cannot load|Access to fetch',
  'uncaught: (The page’s settings blocked|The Same Origin Policy disallows|Content at)',
  'request to a foreign host: (http://\\[::1\\]|https://offline\\.example|javascript:)',
];
export const REQUEST_REPORTS = new RegExp(`^(${REPORTS.join('|')})`);

export let granted: WebServer;
export let other: WebServer;

/** Starts the two servers for the tests of a file, and clears their records before each test. */
export function useWebServers(): void {
  test.beforeAll(async () => {
    granted = await startWebServer();
    other = await startWebServer();
  });
  test.afterAll(async () => {
    await Promise.all([granted.stop(), other.stop()]);
  });
  test.beforeEach(() => {
    granted.requests.length = 0;
    other.requests.length = 0;
  });
}

export interface Given {
  hosts?: string[];
  config?: Record<string, string>;
  timeout?: number;
  /** Milliseconds after which the caller aborts. */
  abortAfter?: number;
}

export interface Told {
  result: unknown;
  code: string | undefined;
  message: string;
  milliseconds: number;
}

/** Installed tools of a page by content, so that none is installed twice. */
const installed = new WeakMap<Page, Map<string, string>>();
let tools = 0;

/** Calls a tool with this body and `params`; unless told otherwise, the first server is granted. */
export async function run(page: Page, body: string, params: object = {}, given: Given = {}): Promise<Told> {
  const { hosts = [granted.host], config = {}, timeout = 20, abortAfter } = given;
  const known = installed.get(page) ?? new Map<string, string>();
  installed.set(page, known);
  const kind = JSON.stringify([body, timeout, hosts, config]);
  const isNew = !known.has(kind);
  const name = known.get(kind) ?? `http_${++tools}`;
  const source = `tool = {name="${name}", timeout=${timeout}}\nfunction tool.execute(params, context) ${body}\nend`;
  const told = await page.evaluate(
    async ({ name, source, params, hosts, config, abortAfter }) => {
      const installed = source && (await window.perilune.tools.install(source, { hosts, config }));
      if (installed && installed.error) throw new Error(installed.error.message);
      const abort = new AbortController();
      if (abortAfter !== undefined) setTimeout(() => abort.abort(), abortAfter);
      const started = performance.now();
      const outcome = await window.perilune.tools.call(name, params, { signal: abort.signal });
      const milliseconds = performance.now() - started;
      const { code, message = '' } = outcome.error ?? {};
      return { result: outcome.result, code, message, milliseconds };
    },
    {
      name,
      source: isNew ? source : undefined,
      params: params as Record<string, never>,
      hosts,
      config,
      abortAfter,
    },
  );
  known.set(kind, name);
  return told;
}

/** Calls http.get for one address. */
export function get(page: Page, url: string, given: Given = {}): Promise<Told> {
  return run(page, 'local r = http.get(params.url) return {status=r.status, body=r.body}', { url }, given);
}

export const at = (path: string): string => granted.origin + path;
export const redirect = (status: number, to: string): string =>
  at(`/redirect?status=${status}&to=${encodeURIComponent(to)}`);
export const paths = (server: WebServer): string[] =>
  server.requests.map(({ method, url }) => `${method} ${url}`);
