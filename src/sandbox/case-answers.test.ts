// Scripts tested in the real sandbox, with only the case's answers. A missing answer ends the run and is named.
import { afterAll, expect, it } from 'vitest';
import type { CaseAnswers } from '../core/tool-case.ts';
import { SandboxRuns } from './sandbox-runs.test-support.ts';

const runs = new SandboxRuns();
afterAll(() => runs.close());

const tool = (body: string): string => `tool = {} function tool.execute(params, context) ${body} end`;
const ask = (body: string, answers: CaseAnswers) => runs.run(tool(body), { answers, coverage: true });
const POST = "local page = http.post('https://api.example.com/a', { n = 1 }) return page.json";
const ANSWER = { status: 200, headers: {} };

it('answers a call from the case, and compares only the fields the case names', async () => {
  const call = {
    call: 'http.request',
    with: { method: 'POST' },
    sends: '"n":1',
    answer: ANSWER,
    body: '{"a":[]}',
  };
  const { outcome, coverage, trace } = await ask(POST, { host: [call] });
  expect(outcome).toEqual({ result: { a: [] } });
  expect(coverage).toEqual({ '': { 1: expect.any(Number) as number } });
  expect(trace.hostCalls).toHaveLength(1);
});

it.each<[string, CaseAnswers, RegExp]>([
  ['no answer', {}, /host call 1 has no answer in the case: http.request with .*api.example.com.* Record/],
  ['an answer for another call', { host: [{ call: 'fs.read' }] }, /is http.request, .* answer for fs.read/],
  ['another question', { host: [{ call: 'http.request', with: { method: 'GET' } }] }, /it.method .*"GET"/],
  ['another body', { host: [{ call: 'http.request', sends: 'n=1' }] }, /does not send "n=1"/],
  [
    'a call too many',
    { host: [{ call: 'http.request', answer: ANSWER, body: '{}' }, { call: 'fs.read' }] },
    /made 1 of the 2 host calls of the case: fs.read was not called/,
  ],
])('says what differs when the case has %s', async (_, answers, message) => {
  const { outcome } = await ask(POST, answers);
  expect(outcome.error?.message).toEqual(expect.stringMatching(message));
});

it('ends the run at a call without an answer, which no script can hide', async () => {
  const { outcome } = await ask("pcall(fs.read, 'a.txt') return 'fine'", {});
  expect(outcome.error?.message).toEqual(expect.stringMatching(/host call 1 has no answer/));
});

it('raises the errors that the case holds', async () => {
  const error = { code: 'denied', message: 'not granted' } as const;
  const { outcome } = await ask("return select(2, pcall(fs.read, 'a'))", {
    host: [{ call: 'fs.read', error }],
  });
  expect(outcome.result).toEqual(expect.stringMatching(/not granted/));
});

it('uses the secret values of the case, and the names of all others', async () => {
  const config = { key: '${A_KEY}', other: '${B_KEY}' };
  const { outcome } = await runs.run(
    tool("return { #env.get('A_KEY'), env.get('B_KEY'), context.config.key }"),
    {
      config,
      answers: { secrets: { A_KEY: 'a value of the case' } },
    },
  );
  expect(outcome.result).toEqual([19, '[secret B_KEY]', '[secret A_KEY]']);
});

it('answers clock and random numbers from the case, and reports when the script uses them differently', async () => {
  const recorded = await runs.run(tool('return { os.time(), math.random(1 << 40) }'));
  const { chances } = recorded.trace;
  const again = await ask('return { os.time(), math.random(1 << 40) }', { chances: [...(chances ?? [])] });
  expect(again.outcome).toEqual(recorded.outcome);
  const other = await ask('return os.clock()', { chances: [...(chances ?? [])] });
  expect(other.outcome.error?.message).toEqual(
    expect.stringMatching(/clock or random numbers .* Record it again/),
  );
});
