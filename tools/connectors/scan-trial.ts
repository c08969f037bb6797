// For tests: a web server that responds as a test says, with CORS rules, and a connector scanned against it: in the
// real VM, by the page's own dispatcher, page by page like a feed.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspectTool } from '../../scripts/inspect-tool.ts';
import { readPrelude } from '../../scripts/prelude.ts';
import { toScan, type Scan } from '../../src/core/connector.ts';
import { Failure } from '../../src/core/errors.ts';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { CONNECTOR_LIMITS } from '../../src/core/limits.ts';
import type { ToolSpec } from '../../src/core/tool.ts';
import { dispatcherFor } from '../../src/sandbox/dispatcher.test-support.ts';
import type { FetchChannel } from '../../src/sandbox/http/fetch-frame.ts';
import { GrantedHttpClient } from '../../src/sandbox/http/granted-http-client.ts';
import { Validator } from '../../src/sandbox/worker/validate.ts';
import { LuaVm } from '../../src/sandbox/worker/vm.ts';
import { fetchAsAPage } from '../case-run.ts';

export interface Asked {
  /** With the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  json?: unknown;
}

/** The response headers any page may read; others must be exposed by the server. */
const SAFE = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];

export class TrialWeb {
  /** Set by the test. Undefined: 404. */
  answer: (asked: Asked) => Answer | undefined = () => undefined;
  /** In order, without preflights. */
  readonly asked: string[] = [];
  /** Of the last request. */
  headers: IncomingHttpHeaders = {};
  exposes = '';
  allows = '';
  host = '';
  readonly #server = createServer((incoming, response) => {
    const { url = '', headers, method } = incoming;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', this.exposes);
    if (method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', this.allows);
      response.setHeader('access-control-allow-methods', 'GET, POST, PATCH, PUT, DELETE');
      return void response.writeHead(204).end();
    }
    this.asked.push(url);
    this.headers = headers;
    const { searchParams } = new URL(url, 'http://server');
    const {
      status = 200,
      headers: more = {},
      body,
      json,
    } = this.answer({ path: url, query: searchParams, headers }) ?? { status: 404, body: 'not here' };
    const type = json === undefined ? 'text/plain' : 'application/json; charset=utf-8';
    response.writeHead(status, { 'content-type': type, ...more });
    response.end(json === undefined ? body : JSON.stringify(json));
  });

  get origin(): string {
    return `http://${this.host}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, resolve));
    this.host = `localhost:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  /** Resets to the initial state. */
  reset(): void {
    this.answer = () => undefined;
    this.asked.length = 0;
    this.exposes = this.allows = '';
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => void this.#server.close(() => resolve()));
  }
}

const folder = new URL('.', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
export const MODULES = Object.fromEntries(
  readdirSync(new URL('lib', folder)).map((name) => [`lib/${name}`, read(`lib/${name}`)]),
);

export interface Scanned extends Scan {
  /** Number of calls. */
  calls: number;
  logs: string[];
}

export class TrialConnector {
  /** Seconds of sleeping or waiting between retries. */
  readonly waits: number[] = [];
  readonly #web: TrialWeb;
  readonly #vm: LuaVm;
  readonly #source: string;
  readonly spec: ToolSpec;

  static async load(name: string, web: TrialWeb): Promise<TrialConnector> {
    const vm = await LuaVm.load(readPrelude());
    const source = read(`${name}.lua`);
    const spec = await inspectTool(vm, source, `${name}.lua`, MODULES);
    return new TrialConnector(spec, source, web, vm);
  }

  private constructor(spec: ToolSpec, source: string, web: TrialWeb, vm: LuaVm) {
    this.spec = spec;
    this.#source = source;
    this.#web = web;
    this.#vm = vm;
  }

  /** Scans until there is no cursor; exceeding `most` calls is an error. @throws Failure of the run */
  async scan(config: JsonObject, most = 10): Promise<Scanned> {
    const all: Scanned = { items: [], skipped: [], calls: 0, logs: [] };
    let cursor: Json | undefined;
    do {
      const page = await this.#call(cursor === undefined ? config : { ...config, cursor }, all.logs);
      all.items.push(...page.items);
      all.skipped.push(...page.skipped);
      if (page.partial) all.partial = true;
      if (page.keep !== undefined) all.keep = page.keep;
      cursor = page.cursor;
      all.calls += 1;
      if (all.calls > most) throw new Error(`${this.spec.name} still continues after ${most} calls`);
    } while (cursor !== undefined);
    return all;
  }

  async #call(config: JsonObject, logs: string[]): Promise<Scan> {
    const http = new GrantedHttpClient({
      open: async () => ({ fetch: this.#fetch, release: () => undefined }) satisfies FetchChannel,
      wait: async (milliseconds) => void this.waits.push(milliseconds / 1000),
      random: () => 0.5,
      online: () => true,
      origin: () => 'http://localhost:9',
    });
    const { dispatcher } = dispatcherFor({ http, grants: { hosts: [this.#web.host] } });
    const args = new Validator().args(JSON.stringify(this.spec.parameters), structuredClone(config));
    const job = {
      mode: 'connector',
      name: this.spec.name,
      source: this.#source,
      modules: MODULES,
      args: JSON.stringify(args),
      config: '{}',
      env: '{}',
      limits: CONNECTOR_LIMITS,
    } as const;
    const { json, error } = await this.#vm.run(job, {
      call: (operation, payload, bytes) => dispatcher.answer(operation, payload, bytes),
      log: (_level, text) => void logs.push(text),
      progress: () => undefined,
      emit: () => undefined,
    });
    if (error) throw new Failure(error.code, error.message);
    return toScan(JSON.parse(json), this.spec.name);
  }

  /** A page sees only the response headers that the server exposes. */
  readonly #fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetchAsAPage(url, init);
    const exposed = (response.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/, */);
    const headers = [...response.headers].filter(([name]) => SAFE.includes(name) || exposed.includes(name));
    const body = [204, 304].includes(response.status) ? null : await response.arrayBuffer();
    return new Response(body, { status: response.status, headers });
  };
}
