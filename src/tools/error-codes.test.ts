// Every error code of the contract is reached through the one invocation path, which requests and flows use too.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HTTP_STATUS } from '../core/error-codes.ts';
import { Failure } from '../core/errors.ts';
import type { Json } from '../base/json.ts';
import { realRunner } from './real-runner.test-support.ts';
import { storedPages } from './stored-pages.test-support.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';

const setUp = storedPages('codes');
const PAGE = { caller: { kind: 'page' } } as const;

function lua(name: string, body: string, more = ''): string {
  return `tool = { name = "${name}", version = "1"${more} }\nfunction tool.execute(params, context)\n${body}\nend`;
}

type Page = Awaited<ReturnType<typeof setUp>>;
const call = async ({ registry }: Page, name = 't', args: unknown = {}) =>
  (await registry.call(name, args, PAGE)).outcome.error;

/** Calls that end with each code. */
const REACHED: Record<keyof typeof HTTP_STATUS, (page: Page) => Promise<unknown>> = {
  async bad_request(page) {
    await page.registry.install(lua('t', 'return 1', ', parameters = {{ name = "a", required = true }}'));
    return call(page);
  },
  async denied(page) {
    await page.registry.install(lua('t', 'return 1'), { policy: 'deny' });
    return call(page);
  },
  not_found: (page) => call(page, 'nobody'),
  async timeout(page) {
    await page.registry.install(lua('t', 'while true do end', ', timeout = 0.2'));
    return call(page);
  },
  async conflict(page) {
    await page.registry.install(lua('t', 'return 1'));
    return page.registry.install(lua('t', 'return 2')).catch((error: Failure) => error.toData());
  },
  async too_large(page) {
    await page.registry.install(lua('t', 'return 1'));
    return call(page, 't', { text: 'x'.repeat(9 * 1024 * 1024) });
  },
  async bad_output(page) {
    await page.registry.install(
      lua('t', 'return { n = "x" }', ', returns = {{ name = "n", type = "integer" }}'),
    );
    return call(page);
  },
  async disabled(page) {
    await page.registry.install(lua('t', 'return 1'), { enable: false });
    return call(page);
  },
  async rate_limited(page) {
    await page.registry.install(lua('t', 'return 1'), { maxCallsPerMinute: 1 });
    await call(page);
    return call(page);
  },
  async cancelled(page) {
    await page.registry.install(lua('t', 'return 1'), { policy: 'ask' });
    const stop = new AbortController();
    const report = page.registry.call('t', {}, { ...PAGE, signal: stop.signal, onState: () => stop.abort() });
    return (await report).outcome.error;
  },
  async tool_error(page) {
    await page.registry.install(lua('t', 'error("no luck")'));
    return call(page);
  },
  async sandbox_crashed(page) {
    await page.registry.install(lua('t', 'return 1'));
    // A worker dies outside the machine, so the runner reports it.
    const dead: ToolRunner = {
      ...realRunner,
      run: async () => ({
        outcome: { error: new Failure('sandbox_crashed', 'the sandbox has stopped').toData() },
        args: {},
        logs: [],
        milliseconds: 1,
      }),
    };
    const error = await call(await page.again({ runner: dead }));
    expect(await call(page)).toBeUndefined();
    return error;
  },
  async unavailable(page) {
    await page.registry.install(lua('t', 'return context.config.key'), { config: { key: '${KEY}' } });
    return call(await page.again({ secrets: new Failure('unavailable', 'the vault is locked; unlock it') }));
  },
};

describe('an error code', () => {
  it.each(Object.entries(REACHED))('%s is reached by a call', async (code, reach) => {
    const page = await setUp({ runner: realRunner });
    expect(await reach(page)).toMatchObject({ code, message: expect.stringMatching(/\w/) as string });
  });

  it('rate_limited says when to try again, and counts all versions of a tool together, without its neighbours', async () => {
    // No second may pass between the calls, even on a slow machine.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const page = await setUp({ runner: realRunner });
    await page.registry.install(lua('t', 'return 1'), { maxCallsPerMinute: 2 });
    await page.registry.install(lua('other', 'return 1'), { maxCallsPerMinute: 2 });
    await call(page);
    await page.registry.install(lua('t', 'return 2').replace('"1"', '"2"'));
    expect(await call(page, 't@1')).toBeUndefined();
    expect(await call(page)).toEqual({
      code: 'rate_limited',
      message: "tool 't' may be called 2 times a minute; try again in 60 seconds",
      details: { retry_after: 60 },
    });
    expect(await call(page, 'other')).toBeUndefined();
    await page.registry.configure('t', { maxCallsPerMinute: null });
    expect(await call(page)).toBeUndefined();
  });

  it("denied applies to callers that a tool's settings exclude", async () => {
    const page = await setUp({ runner: realRunner });
    await page.registry.install(lua('t', 'return 1'), { llmCallable: false, userCallable: false });
    const by = async (caller: Parameters<typeof page.registry.call>[2]['caller']) =>
      (await page.registry.call('t', {}, { caller })).outcome.error?.code;
    expect(await by({ kind: 'agent', conversation: 'c', call: '1' })).toBe('denied');
    expect(await by({ kind: 'user' })).toBe('denied');
    expect(await by({ kind: 'page' })).toBeUndefined();
  });
});

describe('a request and a flow', () => {
  let server: Server;
  let host: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ path: request.url, key: request.headers['x-key'] ?? null }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const request = (): string =>
    JSON.stringify({
      name: 'lookup',
      version: '1',
      description: 'Looks a word up.',
      parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
      request: { method: 'GET', url: `http://${host}/words/\${word}` },
    });

  it('use the same path: they need checks, grants and approvals, and each step has its own policy', async () => {
    const page = await setUp({ runner: realRunner });
    const { registry } = page;
    await registry.install(request());
    expect(await call(page, 'lookup')).toMatchObject({ code: 'bad_request' });
    expect((await registry.call('lookup', { word: 'a/b' }, PAGE)).outcome.error?.code).toMatch(
      /denied|tool_error/,
    );
    await registry.configure('lookup', { hosts: [host] });
    const { outcome } = await registry.call('lookup', { word: 'a b' }, PAGE);
    expect(JSON.stringify(outcome)).toContain('/words/a%20b');
    const flow: Json = {
      name: 'twice',
      version: '1',
      description: 'Looks two words up.',
      parameters: { type: 'object', properties: { first: { type: 'string' } } },
      steps: [{ id: 'one', tool: 'lookup', args: { word: '${params.first}' } }],
    };
    await registry.install(JSON.stringify(flow));
    expect(registry.get('twice')?.kind).toBe('flow');
    const twice = await registry.call('twice', { first: 'moon' }, PAGE);
    expect(JSON.stringify(twice.outcome)).toContain('/words/moon');
    expect(page.calls.map(({ name, caller }) => [name, caller.kind]).slice(-2)).toEqual([
      ['lookup', 'tool'],
      ['twice', 'page'],
    ]);
    await registry.setPolicy('lookup', 'deny');
    expect((await registry.call('twice', { first: 'moon' }, PAGE)).outcome.error).toBeDefined();
  });
});
