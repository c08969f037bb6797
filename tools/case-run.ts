// Runs a served case of a bundled tool: in the real VM, with a call's argument checks, its requests sent to the case
// server by the page's own dispatcher, under the browser's rules for web pages.
import { expect } from 'vitest';
import { Failure, type ErrorData } from '../src/core/errors.ts';
import type { Json, JsonObject } from '../src/base/json.ts';
import { DEFAULT_LIMITS } from '../src/core/limits.ts';
import type { ToolSpec } from '../src/core/tool.ts';
import type { Act } from '../src/core/call.ts';
import { readLinkedPage } from '../src/knowledge/extract/linked-page.ts';
import { dispatcherFor } from '../src/sandbox/dispatcher.test-support.ts';
import type { FetchChannel } from '../src/sandbox/http/fetch-frame.ts';
import { GrantedHttpClient } from '../src/sandbox/http/granted-http-client.ts';
import { RunSecrets } from '../src/sandbox/run-secrets.ts';
import { Validator } from '../src/sandbox/worker/validate.ts';
import type { Host, HostAnswer, LuaVm } from '../src/sandbox/worker/vm.ts';
import type { CaseServer, Instead } from './case-server.ts';

/** An entry of `<name>.served.json`; tools/README.md describes it. */
export interface ServedCase {
  name: string;
  args: Json;
  config?: JsonObject;
  secrets?: Record<string, string>;
  /** Calls to the library. */
  host?: { call: string; with?: Json; answer?: Json; error?: ErrorData }[];
  /** The server's first responses. */
  server?: Instead[];
  /** An agent calls, and the user gives this answer when asked. */
  agent?: { approves: boolean };
  arrived?: { method?: string; path?: string; headers?: Record<string, string>; body?: Json }[];
  expect: {
    result?: Json;
    contains?: Json;
    error?: { code: string; message?: string; contains?: string };
    log?: string;
    asks?: string;
  };
}

export interface Outcome {
  result?: Json;
  error?: ErrorData;
  logs: string[];
  /** Questions to the user. */
  asked: Act[];
}

/** A port nobody listens on. */
const CLOSED = 'localhost:1';

/** Fills this run's addresses into the case. */
export function placed(given: ServedCase, server: CaseServer): ServedCase {
  const text = JSON.stringify(given)
    .replaceAll('{{server}}', server.origin)
    .replaceAll('{{host}}', server.host)
    .replaceAll('{{closed}}', `http://${CLOSED}`);
  return JSON.parse(text) as ServedCase;
}

/** @param given calls consume its `host` list. */
export async function runCase(
  vm: LuaVm,
  { name, parameters, returns, timeout }: ToolSpec,
  source: string,
  given: ServedCase,
  server: CaseServer,
): Promise<Outcome> {
  const { args, config = {} } = given;
  const values = Object.entries(given.secrets ?? {}).map(([key, value]) => ({ name: key, value, hosts: [] }));
  const secrets = new RunSecrets(values);
  const logs: string[] = [];
  const asked: Act[] = [];
  const host: Host = {
    call: served(given, values, server, asked),
    log: (_level, text) => void logs.push(secrets.redact(text)),
    progress: () => undefined,
    emit: () => undefined,
  };
  const validator = new Validator();
  try {
    const checked = JSON.stringify(validator.args(JSON.stringify(parameters), args));
    const job = {
      mode: 'tool',
      name,
      source,
      modules: {},
      args: checked,
      config: JSON.stringify(secrets.expand(config)),
      env: JSON.stringify(secrets.env(config)),
      limits: { ...DEFAULT_LIMITS, timeout },
    } as const;
    const outcome = await vm.run(job, host);
    if (outcome.error) {
      const { code, message } = outcome.error;
      return { error: { code, message: secrets.redact(message) }, logs, asked };
    }
    const result = JSON.parse(outcome.json) as Json;
    if (returns) validator.result(JSON.stringify(returns), result);
    return { result: JSON.parse(secrets.redact(outcome.json)) as Json, logs, asked };
  } catch (problem) {
    if (problem instanceof Failure) return { error: problem.toData(), logs, asked };
    throw problem;
  }
}

/** Sends requests to the server by the page's dispatcher; library calls are answered from the list. */
function served(
  { host: list = [], agent }: ServedCase,
  secrets: { name: string; value: string; hosts: string[] }[],
  server: CaseServer,
  asked: Act[],
): Host['call'] {
  const http = new GrantedHttpClient({
    open: () => Promise.resolve({ fetch: fetchAsAPage, release: () => undefined } satisfies FetchChannel),
    wait: () => Promise.resolve(),
    random: () => 0.5,
    online: () => true,
    origin: () => PAGE,
  });
  const { dispatcher } = dispatcherFor({
    http,
    secrets,
    services: {
      readPage: async (page, address) => readLinkedPage(page, address),
      search: async (query, options) =>
        JSON.parse(answer(list, 'context.search', { query, ...options } as unknown as Json)) as never,
    },
    grants: {
      hosts: [server.host, CLOSED],
      cautious: agent !== undefined,
      approve: async (act) => {
        asked.push(act);
        return agent?.approves ?? false;
      },
    },
  });
  return (operation, payload, bytes): Promise<HostAnswer> => dispatcher.answer(operation, payload, bytes);
}

function answer(list: NonNullable<ServedCase['host']>, operation: string, payload: Json): string {
  const next = list.shift();
  expect(next, `${operation} was called, but no answer is recorded for it`).toBeDefined();
  expect(operation).toBe(next?.call);
  if (next?.with !== undefined) expect(payload).toEqual(next.with);
  if (next?.error) throw new Failure(next.error.code, next.error.message);
  return JSON.stringify(next?.answer ?? null);
}

const PAGE = 'http://localhost:9';
const SIMPLE_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/**
 * Node's fetch preceded by a browser's preflight: it asks the server whether a web page may send this method and
 * these headers.
 */
export async function fetchAsAPage(url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  const named = [...headers]
    .filter(
      ([name, value]) => !(name === 'accept' || (name === 'content-type' && SIMPLE_TYPES.includes(value))),
    )
    .map(([name]) => name);
  const method = init.method ?? 'GET';
  if (init.mode === 'cors' && (named.length > 0 || !['GET', 'HEAD', 'POST'].includes(method))) {
    const preflight = await fetch(url, { method: 'OPTIONS' });
    const allowed = (header: string): string[] =>
      (preflight.headers.get(header) ?? '').toLowerCase().split(/, */);
    const headersAllowed = allowed('access-control-allow-headers');
    const isAllowed =
      named.every((name) => headersAllowed.includes(name)) &&
      (method === 'POST' || allowed('access-control-allow-methods').includes(method.toLowerCase()));
    if (!isAllowed) throw new TypeError('the preflight does not allow it');
  }
  return fetch(url, init);
}
