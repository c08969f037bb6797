// Test cases in the real sandbox, and the sentences that describe differences.
import { afterAll, describe, expect, it } from 'vitest';
import { inspectWithAny } from '../../../scripts/inspect-tool.ts';
import type { CaseExpectation, ToolCase } from '../../core/tool-case.ts';
import { Validator } from '../../sandbox/worker/validate.ts';
import { SandboxRuns } from '../../sandbox/sandbox-runs.test-support.ts';
import type { ToolRunner } from '../../core/ports/tool-runner.ts';
import { Cases } from './cases.ts';
import { readCases, writeCases } from './read-cases.ts';
import { recordCase } from './record-case.ts';

const runs = new SandboxRuns();
afterAll(() => runs.close());
const runner: ToolRunner = {
  inspect: (source, fileName = 't.lua', files = {}) => inspectWithAny(source, fileName, files),
  validate: async (schema, args) => new Validator().args(JSON.stringify(schema), args),
  run: ({ secrets, ...request }) =>
    runs.run(request.source, {
      ...request,
      secrets: Object.fromEntries(secrets.map(({ name, value }) => [name, value])),
    }),
};
const cases = new Cases({ runner });

const SOURCE = `tool = { name = 'words', version = '1', parameters = { { name = 'text', required = true } } }
function tool.execute(params)
  log.info('got ' .. params.text)
  if params.text == '' then
    error('give me words')
  end
  return { words = { params.text, 'moon' }, count = 2 }
end`;
const subject = { name: 'words', source: SOURCE, files: {} };

async function problems(expectation: CaseExpectation, text = 'sun', more: Partial<ToolCase> = {}) {
  const { results } = await cases.run(subject, [{ name: 'a', args: { text }, expect: expectation, ...more }]);
  return results[0]?.problems;
}

describe('a test case of a draft', () => {
  it.each<[CaseExpectation, string?]>([
    [{}],
    [{ result: { words: ['sun', 'moon'], count: 2 } }],
    [{ contains: { words: ['su'] }, log: 'got s', lines: [3, 7] }],
    [{ schema: { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } } }],
    [{ error: { code: 'tool_error', contains: 'words' }, lines: [5] }, ''],
  ])('passes when %j holds', async (expectation, text) => {
    expect(await problems(expectation, text)).toEqual([]);
  });

  it.each<[CaseExpectation, string[], string?]>([
    [
      { result: { words: ['sun'], count: '2' } },
      ['result.words has 2 items, expected 1 item.', 'result.count is 2, expected "2".'],
    ],
    [{ result: { words: ['sun', 'moon'] } }, ['result.count is 2, and was not expected.']],
    [
      { contains: { words: ['sun', 'star'], other: 1 } },
      ['result.words[1] does not contain "star": it is "moon".', 'result.other is missing, expected 1.'],
    ],
    [{ log: 'lost' }, ['The log does not contain "lost": there are 1 lines without it.']],
    [{ lines: [5, 6] }, ['Line 5 was not reached.', 'Line 6 has no executable code.']],
    [{ error: { code: 'denied' } }, ['It was expected to fail with denied, but returned a result.']],
    [
      { error: { code: 'denied' } },
      ['It failed with tool_error, expected denied: words:5: give me words'],
      '',
    ],
    [{}, ['It failed: words:5: give me words (tool_error)'], ''],
  ])('with %j says %j', async (expectation, sentences, text) => {
    expect(await problems(expectation, text)).toEqual(sentences);
  });

  it("reports what doesn't fit a schema", async () => {
    const schema = { type: 'object', properties: { count: { type: 'string' } } } as const;
    const [sentence] = (await problems({ schema })) ?? [];
    expect(sentence).toEqual(
      expect.stringMatching(/^The result does not match the schema: result.*count.*string/),
    );
  });

  it('reports which lines all of them reached together', async () => {
    const both: ToolCase[] = ['sun', ''].map((text) => ({
      name: `case ${text}`,
      args: { text },
      expect: {},
    }));
    const { results, coverage } = await cases.run(subject, both);
    expect(results.map(({ passed }) => passed)).toEqual([true, false]);
    expect(coverage['']).toMatchObject({ 3: 2, 5: 1, 7: 1 });
    expect(coverage['']).not.toHaveProperty('6');
  });

  it('runs by name, and reports an unknown name', async () => {
    const two: ToolCase[] = ['a', 'b'].map((name) => ({ name, args: { text: name }, expect: {} }));
    expect((await cases.run(subject, two, { names: ['b'] })).results.map(({ name }) => name)).toEqual(['b']);
    await expect(cases.run(subject, two, { names: ['c'] })).rejects.toThrow("no case is called 'c'");
  });
});

const FETCHES = `tool = { name = 'fetches', version = '1' }
function tool.execute(params, context)
  local page = http.get('https://api.example.com/now', { headers = { Authorization = 'Bearer ' .. context.config.token } })
  return { at = os.time(), up = page.json.up, draw = math.random(1 << 40) }
end`;

it('records a run as a test case with its answers, clock and random values, and secrets by name only', async () => {
  const report = await runs.run(FETCHES, {
    config: { token: '${API_TOKEN}' },
    secrets: { API_TOKEN: 'very-secret-value' },
    grants: { hosts: ['api.example.com'] },
    http: {
      send: async () => ({
        json: JSON.stringify({ status: 200, headers: { echo: 'very-secret-value' } }),
        bytes: new TextEncoder().encode('{"up":true}'),
        host: 'api.example.com',
      }),
    },
  });
  expect(report.outcome.error).toBeUndefined();
  const kept = recordCase({ ...report, config: { token: '${API_TOKEN}' } }, 'Now', ['Now']);
  expect(kept.name).toBe('Now 2');
  expect(kept.host).toMatchObject([{ call: 'http.request', body: '{"up":true}' }]);
  const text = writeCases([kept]);
  expect(text).not.toContain('very-secret-value');
  const { results } = await cases.run({ name: 'fetches', source: FETCHES, files: {} }, readCases(text));
  expect(results[0]?.problems).toEqual([]);
  const changed = { name: 'fetches', source: FETCHES.replace('/now', '/later'), files: {} };
  const [red] = (await cases.run(changed, readCases(text))).results;
  expect(red?.problems[0]).toEqual(
    expect.stringMatching(/host call 1, http.request, has different arguments: .*now.*later/),
  );
});

it('saves no secret that was typed into the settings, and passes without it', async () => {
  const value = 'sk live/0123456789';
  const source = `tool = { name = 'typed', version = '1' }
function tool.execute(params, context)
  local key = context.config.auth.api_key
  local found = http.post('https://api.example.com/find?key=' .. key:gsub('[ /]', { [' '] = '%20', ['/'] = '%2F' }), { k = key, q = 'moon' },
    { headers = { Authorization = 'Basic ' .. base64.encode('me:' .. key) } })
  log.info(key)
  return { said = 'with ' .. key, up = found.json.up }
end`;
  const config = { auth: { api_key: value }, token: '${API_TOKEN}', city: 'Bern' };
  const report = await runs.run(source, {
    config,
    grants: { hosts: ['api.example.com'] },
    http: {
      send: async () => ({
        json: JSON.stringify({ status: 200, headers: { echo: value } }),
        bytes: new TextEncoder().encode(JSON.stringify({ up: true, key: value })),
        host: 'api.example.com',
      }),
    },
  });
  expect(report.outcome.error).toBeUndefined();
  const text = writeCases([recordCase({ ...report, config }, value)]);
  for (const spelled of [value, encodeURIComponent(value), btoa(`me:${value}`)])
    expect(text).not.toContain(spelled);
  expect(text).toContain('moon');
  expect(readCases(text)[0]?.config).toEqual({ ...config, auth: { api_key: 'left-out' } });
  const { results } = await cases.run({ name: 'typed', source, files: {} }, readCases(text));
  expect(results[0]?.problems).toEqual([]);
});

it('makes no test case of a run whose answers were not kept', () => {
  const call = { operation: 'fs.read', payload: '{}', at: 0, milliseconds: 1, sent: 2, received: 9 };
  const run = { args: {}, outcome: { result: 1 }, trace: { hostCalls: [call] } };
  expect(() => recordCase(run, 'x')).toThrow(/can’t become a case/);
});

it('runs test cases of a declarative HTTP tool', async () => {
  const source = JSON.stringify({
    name: 'now',
    description: 'What time it is',
    request: { method: 'GET', url: 'https://api.example.com/now' },
  });
  const host = [{ call: 'http.request', answer: { status: 200, headers: {} }, body: '{"at":7}' }];
  const list: ToolCase[] = [
    { name: 'a', args: {}, host, expect: { contains: '"at":7' } },
    { name: 'b', args: {}, expect: {} },
  ];
  const { results } = await cases.run({ name: 'now', source, files: {} }, list);
  expect(results[0]?.problems).toEqual([]);
  expect(results[1]?.problems[0]).toEqual(expect.stringMatching(/host call 1 has no answer/));
});

describe('the file of test cases', () => {
  const base = { name: 'a', args: {}, expect: {} };
  it('reads what it writes, and empty text as no test cases', () => {
    expect(readCases(writeCases([base]))).toEqual([base]);
    expect(readCases(writeCases([]))).toEqual([]);
  });

  it('limits the number of test cases, and their nesting', () => {
    const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const withResult = (result: string): string => `[{"name":"a","args":{},"expect":{"result":${result}}}]`;
    expect(readCases(withResult(deep(512)))).toHaveLength(1);
    expect(() => readCases(withResult(deep(100_000)))).toThrow('case 1 (a) is nested deeper than 520 levels');
    const many = Array.from({ length: 501 }, (_, index) => ({ ...base, name: `a${index}` }));
    expect(() => readCases(JSON.stringify(many))).toThrow('has 501 cases; at most 500 are allowed');
    expect(readCases(JSON.stringify(many.slice(1)))).toHaveLength(500);
  });

  it.each<[unknown, string]>([
    [{}, 'cases.json: must be a list of cases'],
    [[1], 'cases.json: case 1 must be an object'],
    [[{ ...base, name: '' }], 'cases.json: case 1: name must be a non-empty string'],
    [[{ name: 'a', args: {} }], 'cases.json: case 1 (a): expect is missing'],
    [[base, base], 'cases.json: case 2 (a): another case has the same name; use a unique one'],
    [
      [{ ...base, expects: {} }],
      'cases.json: case 1 (a): expects is unknown; known are name, args, config, secrets, host, chances, expect',
    ],
    [[{ ...base, args: [] }], 'cases.json: case 1 (a): args must be an object'],
    [
      [{ ...base, expect: { lines: [0] } }],
      'cases.json: case 1 (a): expect lines must be a list of line numbers from 1',
    ],
    [[{ ...base, host: [{}] }], 'cases.json: case 1 (a): host has a call 1 whose call is missing'],
    [
      [{ ...base, secrets: { KEY: 'x' } }],
      'cases.json: case 1 (a): secrets must have a text of at least 4 characters for KEY',
    ],
  ])('%j: %s', (content, message) => {
    expect(() => readCases(JSON.stringify(content))).toThrow(message);
  });
});
