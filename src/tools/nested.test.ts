// Tools that call tools, and the capabilities of a run: always through the one invocation path.
import { describe, expect, it, vi } from 'vitest';
import { Failure } from '../core/errors.ts';
import type { Json } from '../base/json.ts';
import { Outbound } from '../core/outbound.ts';
import type { CallReport } from '../core/tool.ts';
import type { Caller } from '../core/call.ts';
import { storedPages } from './stored-pages.test-support.ts';
import { script, StandInRunner } from './stand-in-runner.test-support.ts';
import type { RunRequest } from '../core/ports/tool-runner.ts';
import { withClock } from '../../scripts/clock-ahead.ts';

const setUp = storedPages('nested');

const AGENT: Caller = { kind: 'agent', conversation: 'c', call: '1' };
const PAGE: Caller = { kind: 'page' };

/** A runner whose tools each call the tool named in their arguments, and return its result. */
class CallingRunner extends StandInRunner {
  override async run(request: RunRequest): Promise<CallReport> {
    this.runs.push(request);
    const { next } = request.args as { next?: string[] };
    const [name, ...rest] = next ?? [];
    const signal = request.signal ?? new AbortController().signal;
    const outcome = name
      ? await request.grants.callTool(name, { next: rest }, signal, () => undefined)
      : { result: 'end' as Json };
    return { outcome, args: {}, logs: [], milliseconds: 1 };
  }
}

async function toolsNamed(...names: string[]) {
  const runner = new CallingRunner();
  const page = await setUp({ runner });
  for (const name of names) await page.registry.install(script({ name }));
  const call = (next: string[], caller = PAGE) => page.registry.call('a', { next }, { caller });
  return { ...page, page, runner, call };
}

describe('a tool that calls another one', () => {
  it('gets its result, four levels deep and no deeper', async () => {
    const { call, runner } = await toolsNamed('a');
    expect((await call(['a', 'a', 'a', 'a'])).outcome).toEqual({ result: 'end' });
    const { error } = (await call(['a', 'a', 'a', 'a', 'a'])).outcome;
    expect(error).toEqual({ code: 'denied', message: 'tools may call each other 4 deep, and no deeper' });
    expect(runner.runs.map(({ nested }) => nested)).toContain(true);
    expect(runner.runs[0]?.nested).toBe(false);
  });

  it('passes the same checks as every caller: switch, policy, existence', async () => {
    const { call, page } = await toolsNamed('a', 'off', 'never');
    await page.registry.setEnabled('off', false);
    await page.registry.setPolicy('never', 'deny');
    expect((await call(['off'])).outcome.error?.code).toBe('disabled');
    expect((await call(['never'])).outcome.error?.code).toBe('denied');
    expect((await call(['nobody'])).outcome.error?.code).toBe('not_found');
  });

  it('waits for an approval of the other one, asked in the name of both', async () => {
    const { call, page } = await toolsNamed('a', 'asks');
    await page.registry.setPolicy('asks', 'ask');
    const calling = call(['asks'], AGENT);
    const request = await vi.waitFor(() => {
      const [first] = page.approvals.pending;
      if (!first) throw new Error('nobody asks yet');
      return first;
    });
    expect(request).toMatchObject({
      tool: { name: 'asks' },
      act: { kind: 'run' },
      caller: { kind: 'tool', name: 'a', depth: 1, first: AGENT },
    });
    page.approvals.deny(request.id);
    expect((await calling).outcome.error?.code).toBe('denied');
  });

  it("gives the other one its own grants, not the caller's", async () => {
    const { page, runner } = await toolsNamed('b');
    await page.registry.install(script({ name: 'a' }), {
      hosts: ['a.example'],
      config: { k: '1' },
      writes: true,
    });
    await page.registry.call('a', { next: ['b'] }, { caller: PAGE });
    const [first, second] = runner.runs;
    expect(first?.grants).toMatchObject({ hosts: ['a.example'], writes: true });
    expect(second?.grants).toMatchObject({ hosts: [], writes: false });
    expect(second?.grants.folder).not.toBe(first?.grants.folder);
    expect(second?.config).toEqual({});
  });

  it('reads no more of the library than both may', async () => {
    const { page, runner } = await toolsNamed('a', 'b', 'free');
    await page.registry.configure('a', { collections: ['work', 'home'] });
    await page.registry.configure('b', { collections: ['work'] });
    const outbound = new Outbound(undefined, { within: [['chat']], documents: ['attached'] });
    await page.registry.call('a', { next: ['b', 'free'] }, { caller: PAGE, outbound });
    await page.registry.call('free', {}, { caller: PAGE, outbound });
    expect(runner.runs.map(({ grants }) => grants.outbound.limit)).toEqual([
      { within: [['chat'], ['work', 'home']], documents: [] },
      { within: [['chat'], ['work', 'home'], ['work']], documents: [] },
      { within: [['chat'], ['work', 'home'], ['work']], documents: [] },
      { within: [['chat']], documents: ['attached'] },
    ]);
  });

  it('keeps its limit to collections through new texts, whatever their origin', async () => {
    const { page } = await toolsNamed('a');
    const { registry } = page;
    await registry.configure('a', { collections: ['work'] });
    await registry.install(script({ name: 'a' }, 'echo', 'mine'));
    expect(registry.get('a')?.collections).toEqual(['work']);
    await registry.install(script({ name: 'a' }, 'echo', 'theirs'), { collections: null }, 'user', {
      origin: 'imported',
    });
    expect(registry.get('a')?.collections).toEqual(['work']);
    await registry.configure('a', { collections: [] });
    expect(registry.get('a')?.collections).toEqual([]);
    for (const wrong of ['work', [1], Array.from({ length: 101 }, String), {}])
      await expect(registry.configure('a', { collections: wrong as string[] })).rejects.toThrow(
        /collections/,
      );
    await registry.configure('a', { collections: null });
    expect(registry.get('a')?.collections).toBeUndefined();
  });

  it("can't run a connector, and neither can a model", async () => {
    const runner = new CallingRunner();
    runner.inspect = async (source) => ({
      ...(await StandInRunner.prototype.inspect(source)),
      kind: 'connector',
    });
    const { registry } = await setUp({ runner });
    await registry.install(script({ name: 'feed' }));
    const call = async (caller: Caller) => (await registry.call('feed', {}, { caller })).outcome.error?.code;
    expect(await call(AGENT)).toBe('denied');
    expect(await call({ kind: 'tool', name: 'a', depth: 1, first: PAGE })).toBe('denied');
    expect(await call(PAGE)).toBe('bad_output'); // It ran: 'end' is not a list.
    expect(registry.list()).toEqual([]);
    expect(registry.list({ connectors: true }).map(({ kind }) => kind)).toEqual(['connector']);
  });
});

describe('a run', () => {
  it('is cautious about sending when a model started it, at any depth', async () => {
    const { call, runner } = await toolsNamed('a', 'b');
    await call(['b'], AGENT);
    await call(['b'], PAGE);
    expect(runner.runs.map(({ grants }) => grants.cautious)).toEqual([true, true, false, false]);
  });

  it('gets the secrets that its config names, and no others (F66)', async () => {
    const secrets = ['KEY', 'OTHER'].map((name) => ({ name, value: `${name}-value`, hosts: [] }));
    const page = await setUp({ secrets });
    await page.registry.install(script({ name: 'a' }), {
      config: { token: 'Bearer ${KEY}', deep: ['${GONE}'] },
    });
    await page.registry.install(script({ name: 'b' }), { config: { token: 'KEY' } });
    await page.registry.call('a', { token: '${OTHER}' }, { caller: PAGE });
    await page.registry.call('b', {}, { caller: PAGE });
    expect(page.runner.runs.map((run) => run.secrets.map(({ name }) => name))).toEqual([['KEY'], []]);
    expect(page.runner.runs[0]?.config).toEqual({ token: 'Bearer ${KEY}', deep: ['${GONE}'] });
  });

  it('does not start while its secrets are locked', async () => {
    const page = await setUp({ secrets: new Failure('unavailable', 'the secrets are locked') });
    await page.registry.install(script({ name: 'a' }), { config: { token: '${KEY}' } });
    expect((await page.registry.call('a', {}, { caller: PAGE })).outcome.error).toEqual({
      code: 'unavailable',
      message: 'the secrets are locked',
    });
    expect(page.runner.runs).toEqual([]);
  });

  it('has the limits that the script lowers and the user changes', async () => {
    const page = await setUp();
    await page.registry.install(script({ name: 'a', timeout: 5, limits: { hostCalls: 10, result: 100 } }));
    await page.registry.call('a', {}, { caller: PAGE });
    await page.registry.configure('a', { limits: { hostCalls: 5000, timeout: 60 } });
    await page.registry.call('a', {}, { caller: PAGE });
    expect(page.runner.runs.map(({ limits }) => [limits.timeout, limits.hostCalls, limits.result])).toEqual([
      [5, 10, 100],
      [60, 5000, 100],
    ]);
  });

  it('asks a person in the middle, without spending its own time', async () => {
    class AskingRunner extends StandInRunner {
      override async run(request: RunRequest): Promise<CallReport> {
        const act = { kind: 'write', path: 'a.txt', text: 'x' } as const;
        const yes = await request.grants.approve(act, request.signal ?? new AbortController().signal);
        return { outcome: { result: yes }, args: {}, logs: [], milliseconds: 1 };
      }
    }
    const page = await setUp({ runner: new AskingRunner() });
    await page.registry.install(script({ name: 'a' }));
    const states: string[] = [];
    const report = await withClock(async (ahead) => {
      const calling = page.registry.call('a', {}, { caller: PAGE, onState: (state) => states.push(state) });
      const request = await vi.waitFor(() => {
        const [first] = page.approvals.pending;
        if (!first) throw new Error('nobody asks yet');
        return first;
      });
      expect(request.act).toEqual({ kind: 'write', path: 'a.txt', text: 'x' });
      ahead(3_600_000);
      page.approvals.approve(request.id, request.digest);
      return calling;
    });
    expect(report.outcome).toEqual({ result: true });
    expect(report.milliseconds).toBeLessThan(60_000);
    expect(states).toEqual(['running', 'waiting', 'running', 'done']);
  });
});
