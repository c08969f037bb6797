// What a run reports while it is running, and when each thing happened.
import { afterAll, describe, expect, it } from 'vitest';
import type { HostCallRecord, OpenHostCall } from '../core/run-record.ts';
import type { LogLine } from '../core/call.ts';
import { SandboxRuns, type TrialRun } from './sandbox-runs.test-support.ts';

const runs = new SandboxRuns();
afterAll(() => runs.close());

const tool = (body: string): string => `tool = {} function tool.execute(params, context) ${body} end`;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type Heard = ['log', string, number] | ['call', number, OpenHostCall | HostCallRecord];

async function listen(source: string, trial: TrialRun = {}) {
  const heard: Heard[] = [];
  const report = await runs.run(source, {
    ...trial,
    onLog: (line: LogLine, at) => heard.push(['log', line.text, at]),
    onHostCall: (place, call) => heard.push(['call', place, call]),
  });
  return { heard, report };
}

describe('a run in progress', () => {
  it('reports each host call when it starts and ends, between the lines of its log', async () => {
    const search = async () => {
      await pause(5);
      return [];
    };
    const { heard, report } = await listen(
      tool(`log.info('before') context.search('moon') log.info('between') context.sources() return 1`),
      { services: { search, sources: () => Promise.resolve([]) } },
    );
    expect(heard.map(([what, of]) => `${what} ${of}`)).toEqual([
      'log before',
      'call 0',
      'call 0',
      'log between',
      'call 1',
      'call 1',
    ]);
    const [, asked, answered] = heard;
    expect(asked?.[2]).toEqual({
      operation: 'context.search',
      payload: '{"query":"moon"}',
      at: expect.any(Number),
    });
    expect(answered?.[2]).toEqual(report.trace.hostCalls[0]);
  });

  it('records when the sandbox was ready and when each line came, on the clock of the calls', async () => {
    const { heard, report } = await listen(
      tool(`log.info('before') context.sources() print('after') return 1`),
      { services: { sources: () => Promise.resolve([]) } },
    );
    const { ready = -1, logTimes = [], hostCalls } = report.trace;
    const [before = -1, after = -1] = logTimes;
    const at = hostCalls[0]?.at ?? -1;
    expect(logTimes).toHaveLength(report.logs.length);
    expect([0, ready, before, at, after, report.milliseconds]).toEqual(
      [0, ready, before, at, after, report.milliseconds].toSorted((a, b) => a - b),
    );
    expect(heard.flatMap((news) => (news[0] === 'log' ? [news[2]] : []))).toEqual(logTimes);
  });

  it('names secrets without their values, before and after a call is answered', async () => {
    const { heard } = await listen(
      tool(`http.get('https://api.example.com/?key=' .. env.get('KEY')) log.info(env.get('KEY')) return 1`),
      {
        secrets: { KEY: 'hunter2hunter2' },
        http: { send: async () => ({ json: '{"status":200,"headers":{}}', host: 'api.example.com' }) },
      },
    );
    expect(heard).toHaveLength(3);
    expect(JSON.stringify(heard)).not.toContain('hunter2');
    expect(JSON.stringify(heard[0])).toContain('[secret KEY]');
  });

  it('reports which part of a call a person spent answering', async () => {
    const approve = async () => {
      await pause(30);
      return true;
    };
    const { report } = await listen(tool(`fs.write('a.txt', 'x') fs.list() return 1`), {
      grants: { approve },
    });
    const [write, list] = report.trace.hostCalls;
    const [wait] = write?.waits ?? [];
    expect(wait?.milliseconds).toBeGreaterThan(25);
    expect(wait?.at).toBeGreaterThanOrEqual(write?.at ?? Infinity);
    expect(wait?.milliseconds).toBeLessThanOrEqual(write?.milliseconds ?? 0);
    expect(list?.waits).toBeUndefined();
  });

  it('counts overlapping questions as one wait', async () => {
    const callTool: NonNullable<TrialRun['grants']>['callTool'] = async (name, _args, _signal, onWaiting) => {
      onWaiting(true);
      await pause(name === 'one' ? 10 : 30);
      onWaiting(false);
      return { result: name };
    };
    const { report } = await listen(tool(`return #tools.all{{'one', {}}, {'two', {}}}`), {
      grants: { callTool },
    });
    expect(report.trace.hostCalls[0]?.waits).toHaveLength(1);
  });

  it('closes open calls when it is stopped', async () => {
    const stop = new AbortController();
    const { heard } = await listen(tool(`fs.write('a.txt', 'x') return 1`), {
      signal: stop.signal,
      grants: {
        approve: async () => {
          stop.abort();
          return new Promise<boolean>(() => undefined);
        },
      },
    });
    const last = heard.at(-1)?.[2] as HostCallRecord;
    expect(last).toMatchObject({ open: true, error: { code: 'cancelled' } });
    expect(last.waits).toHaveLength(1);
  });
});

it('omits the line of a compiled script from an error of a declarative tool, and keeps the name of a step', async () => {
  const failing = (call: string) => `tool = {}\nfunction tool.execute()\n${call}\nend`;
  const message = async (call: string, compiled: boolean) =>
    (await runs.run(failing(call), { compiled, name: 't' })).outcome.error?.message;
  const send = 'return http.get("https://a.example")';
  expect(await message(send, false)).toMatch(/^t:3: nothing was to be sent/);
  expect(await message(send, true)).toMatch(/^t: nothing was to be sent/);
  expect(await message('error("step \'one\': no")', true)).toBe("step 'one': no");
  expect(await message('error("other:3: no", 0)', true)).toBe('other:3: no');
});
