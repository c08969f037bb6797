// The one invocation path: every way a call can end, and that no caller bypasses a check.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ToolCallState } from '../core/conversation.ts';
import { Failure } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { isOfferable } from '../core/offerable.ts';
import type { Caller } from '../core/call.ts';
import type { Builtin } from './builtins.ts';
import { storedPages } from './stored-pages.test-support.ts';
import { script } from './stand-in-runner.test-support.ts';

const setUp = storedPages('invoke');

afterEach(() => {
  vi.useRealTimers();
});

const AGENT: Caller = { kind: 'agent', conversation: 'c', call: '1' };
const PAGE: Caller = { kind: 'page' };
const USER: Caller = { kind: 'user' };
const CITY = [
  { name: 'city', required: true },
  { name: 'unit', default: 'C' },
];

function builtin(execute: Builtin['execute']): Builtin {
  return {
    name: 'probe',
    description: '',
    parameters: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
    execute,
  };
}

/** Waits for the question and answers it. */
async function answer(page: Awaited<ReturnType<typeof setUp>>, yes: boolean): Promise<JsonObject> {
  const request = await vi.waitFor(() => {
    const [first] = page.approvals.pending;
    if (!first) throw new Error('nobody asks yet');
    return first;
  });
  if (yes) page.approvals.approve(request.id, request.digest);
  else page.approvals.deny(request.id);
  return request.args;
}

describe('a draft', () => {
  const NESTED: Caller = { kind: 'tool', name: 'other', depth: 1, first: USER };
  const DUE: Caller = { kind: 'schedule', feed: 'f' };

  it('can be run by people only, and is not offered', async () => {
    const { registry } = await setUp();
    await registry.install(script({ name: 'my_tool' }), { draft: true });
    for (const caller of [AGENT, PAGE, NESTED, DUE]) {
      const { outcome } = await registry.call('my_tool', {}, { caller });
      expect(outcome.error).toMatchObject({
        code: 'disabled',
        message: expect.stringContaining('save it in the studio first') as string,
      });
    }
    expect((await registry.call('my_tool', {}, { caller: USER })).outcome.error).toBeUndefined();
    expect(registry.list({}).map(({ name }) => name)).not.toContain('my_tool');
    const [info] = registry.list({ includeDisabled: true }).filter(({ name }) => name === 'my_tool');
    expect(info?.draft).toBe(true);
    expect(isOfferable(info!)).toBe(false);
  });

  it.each([
    ['as it stands', script({ name: 'my_tool' })],
    ['with other text', script({ name: 'my_tool', timeout: 7 })],
  ])('is a normal tool once it is saved %s', async (_, source) => {
    const { registry } = await setUp();
    await registry.install(script({ name: 'my_tool' }), { draft: true });
    await registry.install(source, { replace: true });
    expect((await registry.call('my_tool', {}, { caller: AGENT })).outcome.error).toBeUndefined();
    expect(registry.get('my_tool')?.draft).toBeUndefined();
  });

  it('stays a draft when its settings change', async () => {
    const { registry } = await setUp();
    await registry.install(script({ name: 'my_tool' }), { draft: true });
    await registry.setEnabled('my_tool', false);
    await registry.setEnabled('my_tool', true);
    expect(registry.get('my_tool')?.draft).toBe(true);
  });
});

describe('a call', () => {
  it('runs the tool with checked arguments and defaults, and returns its report', async () => {
    const { registry, runner } = await setUp();
    const tool = await registry.install(
      script({ name: 'weather', parameters: CITY, timeout: 5, returns: [{ name: 'city' }] }),
      { config: { base: 'x' } },
    );
    const states: ToolCallState[] = [];
    const lines: string[] = [];
    const report = await registry.call(
      'weather',
      { city: 'Rome', extra: 1 },
      {
        caller: AGENT,
        onState: (state) => states.push(state),
        onLog: ({ text }) => lines.push(text),
      },
    );
    expect(report).toMatchObject({
      outcome: { result: { city: 'Rome', unit: 'C', extra: 1 } },
      args: { city: 'Rome', unit: 'C', extra: 1 },
    });
    expect(report.milliseconds).toBeGreaterThanOrEqual(0);
    expect(states).toEqual(['running', 'done']);
    expect(lines).toEqual(['run weather']);
    expect(runner.runs[0]).toMatchObject({
      name: 'weather',
      config: { base: 'x' },
      limits: { timeout: 5, memory: 32 * 1024 * 1024 },
      source: tool.source,
    });
    expect(runner.runs[0]?.returns).toEqual(tool.spec.returns);
  });

  it('gives each source of a tool a separate worker', async () => {
    const { registry, runner } = await setUp();
    const first = await registry.install(script({ name: 'a' }));
    await registry.call('a', {}, { caller: PAGE });
    await registry.call('a', {}, { caller: PAGE });
    await registry.install(script({ name: 'a', description: 'Changed' }));
    await registry.call('a', {}, { caller: PAGE });
    const keys = runner.runs.map(({ key }) => key);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(keys[0]).toMatch(new RegExp(`^${first.id}:[0-9a-f]{64}$`));
  });

  it('treats anything but an object as no arguments', async () => {
    const { registry } = await setUp();
    await registry.install(script({ name: 'a' }));
    for (const given of [undefined, null, [1], 'text', 4]) {
      expect((await registry.call('a', given, { caller: PAGE })).outcome).toEqual({ result: {} });
    }
  });

  it('reports the error that the script raised', async () => {
    const { registry } = await setUp();
    await registry.install(script({ name: 'a' }, 'fail'));
    const states: ToolCallState[] = [];
    const { outcome } = await registry.call(
      'a',
      {},
      { caller: AGENT, onState: (state) => states.push(state) },
    );
    expect(outcome).toEqual({ error: { code: 'tool_error', message: 'a:3: no luck' } });
    expect(states).toEqual(['running', 'failed']);
  });
});

describe('a rejected call', () => {
  it('fails with not_found for an unknown name, prototype names included', async () => {
    const { registry } = await setUp();
    for (const name of ['nope', '__proto__', 'constructor']) {
      expect((await registry.call(name, {}, { caller: PAGE })).outcome).toEqual({
        error: { code: 'not_found', message: `no tool registered with name: ${name}` },
      });
    }
  });

  it('fails with disabled when the tool is switched off, for every caller', async () => {
    const { registry, runner } = await setUp({ builtins: [builtin(async () => 'ran')] });
    await registry.install(script({ name: 'a' }), { enable: false });
    await registry.setEnabled('probe', false);
    for (const caller of [AGENT, PAGE, USER]) {
      expect((await registry.call('a', {}, { caller })).outcome.error?.code).toBe('disabled');
      expect((await registry.call('probe', { q: 'x' }, { caller })).outcome.error?.code).toBe('disabled');
    }
    expect(runner.runs).toEqual([]);
  });

  it('fails with denied when the policy is deny, even for a person', async () => {
    const { registry, runner } = await setUp();
    await registry.install(script({ name: 'a' }), { policy: 'deny' });
    for (const caller of [AGENT, PAGE, USER]) {
      expect((await registry.call('a', {}, { caller })).outcome.error?.code).toBe('denied');
    }
    expect(runner.runs).toEqual([]);
  });

  it('fails with bad_request for invalid arguments, for every caller and for built-ins too', async () => {
    const { registry } = await setUp({ builtins: [builtin(async () => 'ran')] });
    await registry.install(script({ name: 'a', parameters: CITY }));
    await registry.install(script({ name: 'b', parameters: CITY }), { policy: 'ask' });
    for (const caller of [AGENT, PAGE, USER]) {
      for (const [name, missing] of [
        ['a', 'city'],
        ['b', 'city'],
        ['probe', 'q'],
      ] as const) {
        expect((await registry.call(name, {}, { caller })).outcome).toEqual({
          error: { code: 'bad_request', message: `missing required parameter: ${missing}` },
        });
      }
    }
  });

  it("fails with bad_request for arguments that JSON can't hold and too_large above 8 MiB", async () => {
    const { registry, runner } = await setUp();
    await registry.install(script({ name: 'a' }));
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const codes = [];
    for (const given of [cyclic, { n: 1n }, { text: 'x'.repeat(8 * 1024 * 1024) }]) {
      codes.push((await registry.call('a', given, { caller: PAGE })).outcome.error?.code);
    }
    expect(codes).toEqual(['bad_request', 'bad_request', 'too_large']);
    expect(runner.runs).toEqual([]);
  });
});

describe('an approval', () => {
  it('shows the exact arguments and runs exactly those', async () => {
    const page = await setUp();
    await page.registry.install(script({ name: 'a', parameters: CITY, approve: true }));
    const given = { city: 'Rome', list: [1] };
    const states: ToolCallState[] = [];
    const call = page.registry.call('a', given, { caller: AGENT, onState: (state) => states.push(state) });
    given.city = 'Paris';
    given.list.push(2);
    const shown = await answer(page, true);
    expect(shown).toEqual({ city: 'Rome', list: [1], unit: 'C' });
    expect((await call).outcome).toEqual({ result: { city: 'Rome', list: [1], unit: 'C' } });
    expect(page.runner.runs[0]?.args).toBe(shown);
    expect(() => (shown['city'] = 'Paris')).toThrow(TypeError);
    expect(states).toEqual(['waiting', 'running', 'done']);
  });

  it('is not requested for arguments that fail the check', async () => {
    const page = await setUp();
    await page.registry.install(script({ name: 'a', parameters: CITY, approve: true }));
    const asked = vi.fn();
    page.approvals.onChange(asked);
    await page.registry.call('a', {}, { caller: AGENT });
    expect(asked).not.toHaveBeenCalled();
  });

  it('fails with denied when refused, and nothing runs', async () => {
    const page = await setUp();
    await page.registry.install(script({ name: 'a' }), { policy: 'ask' });
    const call = page.registry.call('a', {}, { caller: PAGE });
    await answer(page, false);
    expect((await call).outcome.error).toMatchObject({ code: 'denied' });
    expect(page.runner.runs).toEqual([]);
  });

  it('is needed for each call', async () => {
    const page = await setUp();
    await page.registry.install(script({ name: 'a' }), { policy: 'ask' });
    const first = page.registry.call('a', {}, { caller: PAGE });
    await answer(page, true);
    expect((await first).outcome.error).toBeUndefined();
    const second = page.registry.call('a', {}, { caller: PAGE });
    await answer(page, false);
    expect((await second).outcome.error?.code).toBe('denied');
  });

  it('is given by a person who fills in the form and presses Run', async () => {
    const { registry } = await setUp();
    await registry.install(script({ name: 'a' }), { policy: 'ask' });
    expect((await registry.call('a', {}, { caller: USER })).outcome).toEqual({ result: {} });
  });

  it.each<[string, (page: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>, string]>([
    [
      'gets another source',
      ({ registry }) => registry.install(script({ name: 'a', version: '2' })),
      'denied',
    ],
    ['is denied', ({ registry }) => registry.setPolicy('a', 'deny'), 'denied'],
    ['is switched off', ({ registry }) => registry.setEnabled('a', false), 'disabled'],
    ['is removed', ({ registry }) => registry.remove('a'), 'not_found'],
  ])('is void when the tool %s while it is pending', async (_, change, code) => {
    const page = await setUp();
    await page.registry.install(script({ name: 'a', version: '1' }), { policy: 'ask' });
    const call = page.registry.call('a', {}, { caller: AGENT });
    await vi.waitFor(() => expect(page.approvals.pending).toHaveLength(1));
    await change(page);
    await answer(page, true);
    expect((await call).outcome.error?.code).toBe(code);
    expect(page.runner.runs).toEqual([]);
  });

  it('does not count towards the time of the call', async () => {
    const page = await setUp();
    await page.registry.install(script({ name: 'a' }), { policy: 'ask' });
    const call = page.registry.call('a', {}, { caller: AGENT });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await answer(page, true);
    expect((await call).milliseconds).toBeLessThan(200);
  });
});

describe('a stopped call', () => {
  it('is cancelled before it starts', async () => {
    const { registry, runner } = await setUp();
    await registry.install(script({ name: 'a' }));
    const { outcome } = await registry.call('a', {}, { caller: PAGE, signal: AbortSignal.abort() });
    expect(outcome.error?.code).toBe('cancelled');
    expect(runner.runs).toEqual([]);
  });

  it('is cancelled while it waits for approval, and the question disappears', async () => {
    const page = await setUp();
    await page.registry.install(script({ name: 'a' }), { policy: 'ask' });
    const stop = new AbortController();
    const call = page.registry.call('a', {}, { caller: AGENT, signal: stop.signal });
    await vi.waitFor(() => expect(page.approvals.pending).toHaveLength(1));
    stop.abort();
    expect((await call).outcome.error?.code).toBe('cancelled');
    expect(page.approvals.pending).toEqual([]);
    expect(page.runner.runs).toEqual([]);
  });

  it('is cancelled while it runs', async () => {
    const { registry, runner } = await setUp();
    await registry.install(script({ name: 'a' }, 'wait'));
    const stop = new AbortController();
    const call = registry.call('a', {}, { caller: PAGE, signal: stop.signal });
    await vi.waitFor(() => expect(runner.runs).toHaveLength(1));
    stop.abort();
    expect((await call).outcome.error?.code).toBe('cancelled');
  });

  it('is cancelled in a built-in that ignores the signal', async () => {
    const { registry } = await setUp({ builtins: [builtin(() => new Promise(() => undefined))] });
    const stop = new AbortController();
    const call = registry.call('probe', { q: 'x' }, { caller: PAGE, signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    expect((await call).outcome.error?.code).toBe('cancelled');
  });
});

describe('a built-in', () => {
  it('keeps the code of its failure', async () => {
    const { registry } = await setUp({
      builtins: [
        builtin(async () => {
          throw new Failure('unavailable', 'no storage');
        }),
      ],
    });
    expect((await registry.call('probe', { q: 'x' }, { caller: PAGE })).outcome).toEqual({
      error: { code: 'unavailable', message: 'no storage' },
    });
  });

  it('never rejects, even after a bug', async () => {
    const { registry } = await setUp({
      builtins: [
        builtin(async () => {
          throw new TypeError('a bug');
        }),
      ],
    });
    expect((await registry.call('probe', { q: 'x' }, { caller: PAGE })).outcome.error?.code).toBe(
      'tool_error',
    );
  });

  it('may return 1 MiB and no more', async () => {
    const { registry } = await setUp({ builtins: [builtin(async ({ q }) => 'x'.repeat(Number(q)))] });
    const call = (size: number) => registry.call('probe', { q: String(size) }, { caller: PAGE });
    expect((await call(1024 * 1024 - 2)).outcome.error).toBeUndefined();
    const { error } = (await call(1024 * 1024)).outcome;
    expect(error?.code).toBe('tool_error');
    expect(error?.message).toContain('1 MiB');
  });

  it('is ended at its deadline', async () => {
    const stuck = builtin(() => new Promise(() => undefined));
    const { registry } = await setUp({ builtins: [stuck] });
    // The real deadline is 30 s; only this signal is sped up.
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 10);
      return controller.signal;
    });
    const { outcome } = await registry.call('probe', { q: 'x' }, { caller: PAGE });
    expect(timeout).toHaveBeenCalledWith(30_000);
    timeout.mockRestore();
    expect(outcome).toEqual({
      error: { code: 'timeout', message: "tool 'probe' timed out after 30 seconds" },
    });
  });
});
