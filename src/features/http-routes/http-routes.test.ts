// Scripts of the app's own origin call its tools over HTTP, through the service worker and an open tab. Everything that
// a foreign page, a document or a hostile script can cause is refused.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpRelay, type RelayDeps, type RelayTab } from '../../apps/web/http-relay.ts';
import { HTTP_OFFER } from '../../core/http-relay.ts';
import { script } from '../../tools/stand-in-runner.test-support.ts';
import { storedPages } from '../../tools/stored-pages.test-support.ts';
import type { AppOverHttp } from './app-over-http.ts';
import { takeFrom } from './take-requests.ts';

const APP = 'https://site.example/perilune/';
const CALLER = 'the calling page';
const TIMES = { offer: 400, start: 500, steps: [40, 40, 400, 400], next: 400, look: 10 };
const setUp = storedPages('http-routes');

beforeEach(() => vi.stubGlobal('document', { baseURI: APP }));
afterEach(() => vi.unstubAllGlobals());

async function serving(over: Partial<RelayDeps> = {}, isTabOn = true) {
  const page = await setUp();
  const { registry } = page;
  await registry.install(script({ name: 'echo', version: '1' }, 'echo'), { policy: 'allow' });
  const resolve = async () => ({ name: 'critic', system: 'Judge.', tools: ['echo'] });
  const profiles = async () => ({
    list: async () => [{ id: '1', name: 'critic', description: 'Judges', kind: 'text', tools: ['echo'] }],
    resolve,
  });
  const app = { version: '1.2.3', tools: registry, profiles } as unknown as AppOverHttp;
  const tab: RelayTab = {
    id: 'tab',
    postMessage(message, [port]) {
      expect(message).toEqual({ type: HTTP_OFFER });
      void takeFrom(port as MessagePort, app, async () => isTabOn);
    },
  };
  const open = new Set([CALLER, 'tab']);
  const deps: RelayDeps = {
    app: APP,
    isOn: async () => true,
    tabs: async () => [tab],
    isOpen: async (id) => open.has(id),
    ...over,
  };
  const relay = new HttpRelay(deps, TIMES);
  const event = { waitUntil: () => undefined };
  const answer = (request: Request, caller = CALLER) => relay.answer(request, caller, event);
  /** Follows redirects, as a browser does. */
  const ask = async (path: string, init: RequestInit = {}, caller = CALLER): Promise<[number, unknown]> => {
    let response = await answer(new Request(`${APP}api${path}`, init), caller);
    while (response.status === 303) {
      response = await answer(new Request(response.headers.get('location')!), caller);
    }
    return [response.status, await response.json()];
  };
  const post = (path: string, args: unknown, init: RequestInit = {}) =>
    ask(path, { method: 'POST', body: JSON.stringify(args), ...init });
  return { ...page, registry, relay, answer, ask, post, open };
}

const error = (code: string) => ({ error: { code, message: expect.any(String) as string } });

describe('the routes', () => {
  it('answer as those of `perilune serve`', async () => {
    const { ask, post } = await serving();
    expect(await ask('/health')).toEqual([200, { status: 'ok', version: '1.2.3' }]);
    const [, listed] = (await ask('/tools/list')) as [number, { tools: { name: string }[] }];
    expect(listed.tools.map(({ name }) => name)).toContain('echo');
    expect(await post('/tools/echo', { text: 'hi' })).toEqual([200, { result: { text: 'hi' } }]);
    expect(await post('/tools/nothing', {})).toEqual([404, error('not_found')]);
    expect(await ask('/agents/list')).toMatchObject([200, { agents: [{ name: 'critic', source: 'toml' }] }]);
    expect(await post('/agents/critic/prompt', {})).toEqual([
      200,
      { system: 'Judge.', tools: ['echo'], messages: [] },
    ]);
    expect(await post('/agents/nobody/prompt', {})).toEqual([404, error('not_found')]);
  });

  it('call as an outside caller: tainted from the start, never a tool that is not for models', async () => {
    const { post, calls, runner, registry, ask } = await serving();
    await post('/tools/echo', {});
    expect(calls.at(-1)).toMatchObject({ caller: { kind: 'http' } });
    const { grants } = runner.runs.at(-1)!;
    expect(grants.cautious).toBe(true);
    expect(grants.taint.besides('a.example')).toBe('what the calling script has read');
    await registry.configure('echo', { llmCallable: false });
    expect(await post('/tools/echo', {})).toEqual([403, error('denied')]);
    expect(JSON.stringify(await ask('/tools/list'))).not.toContain('echo');
  });

  it('wait for the approval of a person, beyond one step', async () => {
    const { registry, post, approvals } = await serving();
    await registry.configure('echo', { policy: 'ask' });
    const called = post('/tools/echo', { text: 'hi' });
    await vi.waitFor(() => expect(approvals.pending).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 120));
    const [{ id, digest, caller }] = approvals.pending as [(typeof approvals.pending)[0]];
    expect(caller).toEqual({ kind: 'http' });
    approvals.approve(id, digest);
    expect(await called).toEqual([200, { result: { text: 'hi' } }]);

    const refused = post('/tools/echo', {});
    await vi.waitFor(() => expect(approvals.pending).toHaveLength(1));
    approvals.deny(approvals.pending[0]!.id);
    expect(await refused).toMatchObject([403, error('denied')]);
  });
});

describe('is refused', () => {
  it.each([
    ['the navigation of a foreign page', { mode: 'navigate', destination: 'document' }],
    ['a form of a foreign page', { mode: 'navigate', destination: 'document', method: 'POST' }],
    ['a frame', { mode: 'navigate', destination: 'iframe' }],
    ['a picture of a document', { mode: 'no-cors', destination: 'image' }],
    ['a script element', { mode: 'cors', destination: 'script' }],
    ['a fetch without CORS', { mode: 'no-cors', destination: '' }],
  ])('%s', async (_, facts) => {
    const { answer, runner } = await serving();
    const url = `${APP}api/tools/echo`;
    const request = {
      url,
      method: 'GET',
      redirect: 'follow',
      signal: new AbortController().signal,
      ...facts,
    };
    const response = await answer(request as unknown as Request);
    expect([response.status, await response.json()]).toEqual([403, error('denied')]);
    expect(runner.runs).toEqual([]);
  });

  it('a caller without a page of this origin, such as an opaque frame', async () => {
    const { answer, runner } = await serving();
    for (const caller of ['', 'a frame that the worker does not know']) {
      const response = await answer(new Request(`${APP}api/tools/echo`, { method: 'POST' }), caller);
      expect(response.status).toBe(403);
    }
    expect(runner.runs).toEqual([]);
  });

  it('everything while HTTP access is off, in the worker and in the tab', async () => {
    const off = await serving({ isOn: async () => false });
    expect(await off.post('/tools/echo', {})).toEqual([423, error('disabled')]);
    const tabOff = await serving({}, false);
    expect(await tabOff.post('/tools/echo', {})).toEqual([503, error('unavailable')]);
    expect([...off.runner.runs, ...tabOff.runner.runs]).toEqual([]);
  });

  it('a call without an open tab, with advice', async () => {
    const { ask } = await serving({ tabs: async () => [] });
    const [status, body] = await ask('/tools/list');
    expect([status, (body as { error: { message: string } }).error.message]).toEqual([
      503,
      expect.stringContaining('open Perilune in a tab'),
    ]);
  });

  it('a huge body, before a tab gets it', async () => {
    const { post, runner } = await serving();
    expect(await post('/tools/echo', { text: 'x'.repeat(4 * 1024 * 1024) })).toEqual([
      413,
      error('too_large'),
    ]);
    expect(runner.runs).toEqual([]);
  });

  it('an unknown method, path or body', async () => {
    const { ask } = await serving();
    expect(await ask('/tools/list', { method: 'DELETE' })).toEqual([405, error('bad_request')]);
    expect(await ask('/tools/list', { method: 'NONSENSE' })).toEqual([405, error('bad_request')]);
    expect(await ask('/settings')).toEqual([404, error('not_found')]);
    expect(await ask('/tools/echo', { method: 'POST', body: '{' })).toEqual([400, error('bad_request')]);
  });

  it('more than a hundred calls at once; the others get their results', async () => {
    const { post } = await serving();
    const answers = await Promise.all(Array.from({ length: 300 }, () => post('/tools/echo', {})));
    const statuses = answers.map(([status]) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(await post('/tools/echo', { text: 'after' })).toEqual([200, { result: { text: 'after' } }]);
  });
});

describe('ends the call', () => {
  async function waiting(over: Partial<RelayDeps> = {}) {
    const all = await serving(over);
    await all.registry.configure('echo', { policy: 'ask' });
    const { approvals } = all;
    const isAsked = () => vi.waitFor(() => expect(approvals.pending).toHaveLength(1));
    const isOver = () => vi.waitFor(() => expect(approvals.pending).toHaveLength(0));
    return { ...all, isAsked, isOver };
  }

  it('when the caller aborts and the browser says so', async () => {
    const { post, isAsked, isOver } = await waiting();
    const stop = new AbortController();
    const called = post('/tools/echo', {}, { signal: stop.signal, redirect: 'error' });
    await isAsked();
    stop.abort();
    expect(await called).toEqual([499, error('cancelled')]);
    await isOver();
  });

  it('when the caller does not take the next step', async () => {
    const { answer, isAsked, isOver } = await waiting();
    const request = new Request(`${APP}api/tools/echo`, { method: 'POST', body: '{}' });
    const [response] = await Promise.all([answer(request), isAsked()]);
    expect(response.status).toBe(303);
    await isOver();
    const late = await answer(new Request(response.headers.get('location')!));
    expect([late.status, await late.json()]).toEqual([404, error('not_found')]);
  });

  it('when the page of the caller, or the tab that runs it, is closed', async () => {
    for (const [closed, status] of [
      [CALLER, 403],
      ['tab', 503],
    ] as const) {
      const { post, isAsked, isOver, open } = await waiting();
      const called = post('/tools/echo', {});
      await isAsked();
      open.delete(closed);
      expect((await called)[0]).toBeOneOf([status, 499]);
      await isOver();
    }
  });

  it('and gives its result to no other page', async () => {
    const { answer, isAsked, open } = await waiting();
    open.add('another page');
    const request = new Request(`${APP}api/tools/echo`, { method: 'POST', body: '{}' });
    const [response] = await Promise.all([answer(request), isAsked()]);
    const stolen = await answer(new Request(response.headers.get('location')!), 'another page');
    expect(stolen.status).toBe(404);
  });

  it('after the last step', async () => {
    const { post, isOver } = await waiting();
    expect(await post('/tools/echo', {})).toEqual([408, error('timeout')]);
    await isOver();
  });
});
