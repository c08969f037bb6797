// tools.NAME{…} and tools.all{…}: what called tools receive, and what they return.
import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import type { Grants } from '../../core/ports/grants.ts';
import { dispatcherFor } from '../dispatcher.test-support.ts';

const PAYLOAD = '{"name":"other","args":{"n":1}}';

it('passes on the arguments and returns the result', async () => {
  const asked: [string, Json][] = [];
  const callTool: Grants['callTool'] = async (name, args) => {
    asked.push([name, args]);
    return { result: { sum: 2 } };
  };
  const { dispatcher } = dispatcherFor({ grants: { callTool } });
  expect((await dispatcher.answer('tool.call', PAYLOAD)).json).toBe('{"sum":2}');
  expect(asked).toEqual([['other', { n: 1 }]]);
});

it("raises the other tool's failure under its code", async () => {
  const callTool: Grants['callTool'] = async () => ({
    error: { code: 'disabled', message: 'it is off', details: { since: 1 } },
  });
  const { dispatcher } = dispatcherFor({ grants: { callTool } });
  await expect(dispatcher.answer('tool.call', PAYLOAD)).rejects.toMatchObject({
    code: 'disabled',
    message: 'tools.other: it is off',
  });
  expect(dispatcher.detailsOf('disabled')).toEqual({ since: 1 });
  expect(dispatcher.detailsOf('denied')).toBeUndefined();
});

it('passes the name of a secret to the other tool, not its value (F66)', async () => {
  let got: Json = null;
  const callTool: Grants['callTool'] = async (_, args) => ({ result: (got = args) });
  const secrets = [{ name: 'KEY', value: 'canary-1234', hosts: [] }];
  const { dispatcher } = dispatcherFor({ grants: { callTool }, secrets });
  const args = { token: 'canary-1234', header: btoa('user:canary-1234'), plain: 'x' };
  await dispatcher.answer('tool.call', JSON.stringify({ name: 'other', args }));
  expect(got).toEqual({ token: '[secret KEY]', header: expect.stringContaining('[secret KEY]'), plain: 'x' });
});

it('pauses the clock during an approval for the other tool, and resumes it however that ends', async () => {
  const clock: string[] = [];
  const steady = { hold: () => clock.push('hold'), release: () => clock.push('release') };
  const callTool: Grants['callTool'] = async (_name, _args, _signal, onWaiting) => {
    onWaiting(true);
    onWaiting(true);
    throw new Error('lost');
  };
  const { dispatcher } = dispatcherFor({ grants: { callTool } });
  await expect(dispatcher.answer('tool.call', PAYLOAD, undefined, steady)).rejects.toThrow('lost');
  expect(clock).toEqual(['hold', 'release']);
});

describe('parallel calls', () => {
  const calls = (count: number, name = 'other') =>
    JSON.stringify({ calls: Array.from({ length: count }, (_, n) => ({ name, args: { n } })) });

  /** Called tools that end when told to. */
  function gate() {
    const open: (() => void)[] = [];
    let most = 0;
    const callTool: Grants['callTool'] = async (_name, args) => {
      await new Promise<void>((resolve) => {
        open.push(resolve);
        most = Math.max(most, open.length);
      });
      return { result: args };
    };
    const drain = async (): Promise<void> => {
      for (let turn = 0; turn < 200; turn++) {
        await Promise.resolve();
        if (turn % 10 === 9) open.shift()?.();
      }
    };
    return { callTool, drain, most: () => most };
  }

  it('run side by side, eight at most, and answer in the order asked', async () => {
    const { callTool, drain, most } = gate();
    const { dispatcher } = dispatcherFor({ grants: { callTool } });
    const answering = dispatcher.answer('tool.calls', calls(12));
    await drain();
    const answers = JSON.parse((await answering).json) as { result: { n: number } }[];
    expect(answers.map(({ result }) => result.n)).toEqual([...Array(12).keys()]);
    expect(most()).toBe(8);
  });

  it('share those eight with every other run, plus one of their own', async () => {
    const first = gate();
    const second = gate();
    const answering = [first, second].map(({ callTool }) =>
      dispatcherFor({ grants: { callTool } }).dispatcher.answer('tool.calls', calls(8)),
    );
    await second.drain();
    expect([first.most(), second.most()]).toEqual([8, 1]);
    await first.drain();
    await Promise.all(answering);
  });

  it('respect the limit of open calls', async () => {
    const { callTool, drain, most } = gate();
    const { dispatcher } = dispatcherFor({ grants: { callTool }, limits: { openCalls: 2 } });
    const answering = dispatcher.answer('tool.calls', calls(5));
    await drain();
    await answering;
    expect(most()).toBe(2);
  });

  it('report each failure on its own, with details', async () => {
    const callTool: Grants['callTool'] = async (name) => {
      if (name === 'lost') throw new Error('lost');
      if (name === 'busy') {
        return { error: { code: 'rate_limited', message: 'wait', details: { retry_after: 3 } } };
      }
      return { result: name };
    };
    const { dispatcher } = dispatcherFor({ grants: { callTool } });
    const payload = JSON.stringify({ calls: ['a', 'busy', 'lost'].map((name) => ({ name, args: {} })) });
    expect(JSON.parse((await dispatcher.answer('tool.calls', payload)).json)).toEqual([
      { ok: true, name: 'a', result: 'a' },
      {
        ok: false,
        name: 'busy',
        error: { code: 'rate_limited', message: 'wait', details: { retry_after: 3 } },
      },
      { ok: false, name: 'lost', error: { code: 'tool_error', message: 'lost' } },
    ]);
    expect(dispatcher.detailsOf('rate_limited')).toEqual({ retry_after: 3 });
  });

  it('count one by one as host calls of the run', async () => {
    const names: string[] = [];
    const callTool: Grants['callTool'] = async (name) => ({ result: names.push(name) });
    const { dispatcher } = dispatcherFor({ grants: { callTool }, limits: { hostCalls: 5 } });
    await dispatcher.answer('tool.calls', calls(3));
    await expect(dispatcher.answer('tool.calls', calls(3))).rejects.toMatchObject({ code: 'rate_limited' });
    expect(names).toHaveLength(3);
  });

  it('pass names of secrets, not their values (F66)', async () => {
    const got: Json[] = [];
    const callTool: Grants['callTool'] = async (_, args) => ({ result: got.push(args) });
    const secrets = [{ name: 'KEY', value: 'canary-1234', hosts: [] }];
    const { dispatcher } = dispatcherFor({ grants: { callTool }, secrets });
    const call = { name: 'other', args: { token: 'canary-1234' } };
    await dispatcher.answer('tool.calls', JSON.stringify({ calls: [call, call] }));
    expect(got).toEqual([{ token: '[secret KEY]' }, { token: '[secret KEY]' }]);
  });

  it('pause the clock during an approval for any of them', async () => {
    const clock: string[] = [];
    const steady = { hold: () => clock.push('hold'), release: () => clock.push('release') };
    const callTool: Grants['callTool'] = async (_name, _args, _signal, onWaiting) => {
      onWaiting(true);
      await Promise.resolve();
      return { result: null };
    };
    const { dispatcher } = dispatcherFor({ grants: { callTool } });
    await dispatcher.answer('tool.calls', calls(2), undefined, steady);
    expect(clock).toEqual(['hold', 'hold', 'release', 'release']);
  });

  it('no longer start once the run is over', async () => {
    const names: string[] = [];
    const callTool: Grants['callTool'] = async (name) => {
      over.abort();
      return { result: names.push(name) };
    };
    const { dispatcher, over } = dispatcherFor({ grants: { callTool }, limits: { openCalls: 1 } });
    await dispatcher.answer('tool.calls', calls(4));
    expect(names).toHaveLength(1);
  });
});
