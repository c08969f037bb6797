// Runs recorded, then replayed in fresh machines from the record alone: the same result, log and calls, to the byte.
import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { whyNotReplayable, type RunTrace } from '../core/run-record.ts';
import type { CallReport } from '../core/tool.ts';
import type { HttpService } from './capabilities.ts';
import { SandboxRuns, type TrialRun } from './sandbox-runs.test-support.ts';

const runs = new SandboxRuns();
afterAll(() => runs.close());

const tool = (body: string): string => `tool = {} function tool.execute(params, context) ${body} end`;

/** Replays with only what a record holds: a copy of the trace, no secrets, no services. */
function replay(source: string, trace: RunTrace, trial: TrialRun = {}) {
  const { config, args, limits, fresh } = trial;
  const kept = JSON.parse(JSON.stringify(trace)) as RunTrace;
  const names = Object.keys(trial.secrets ?? {});
  const plain = Object.fromEntries(names.map((name) => [name.toLowerCase(), `\${${name}}`]));
  return runs.run(source, {
    config: config ?? plain,
    ...(args !== undefined && { args }),
    limits,
    fresh,
    replay: kept,
  });
}

/** Returns everything in a report except how long it took. */
function told({ outcome, args, logs, trace }: CallReport): string {
  return JSON.stringify({ outcome, args, logs, trace });
}

function server(
  answer: (payload: Record<string, unknown>, body: string) => string | Uint8Array,
): HttpService {
  return {
    send: async (payload, body, run) => {
      run.warn(`sent to ${String(payload['url'])}`);
      const got = answer(payload, new TextDecoder().decode(body));
      const bytes = typeof got === 'string' ? new TextEncoder().encode(got) : got;
      return { json: JSON.stringify({ status: 200, headers: {} }), bytes, host: 'api.example.com' };
    },
  };
}

const EVERYTHING = tool(`
  local keys, by_table = {}, {}
  local names, tables = {}, {}
  for i = 1, 40 do names['key' .. i] = i local t = {} tables[t] = i by_table[i] = t end
  for key in pairs(names) do keys[#keys + 1] = key end
  for _, i in pairs(tables) do keys[#keys + 1] = i end
  math.randomseed()
  local drawn = { math.random(1 << 40), math.random() }
  math.randomseed(7)
  log.info('at', os.time(), os.clock(), os.date(), os.date('!%c'), os.date('*t').sec)
  print(tostring({}), tostring(print), collectgarbage('count'))
  local found = context.search('moon', { limit = 3 })
  sleep(0.01)
  local page = http.post('https://api.example.com/x?u=' .. crypto.uuid(), { at = os.time(), r = math.random(100) })
  fs.write('notes/a.txt', crypto.random(12))
  local missing, why = pcall(fs.read, 'nowhere.txt')
  local other = tools.other { n = math.random(1 << 30) }
  context.progress(0.5, 'half')
  local broken = coroutine.wrap(function() return select(2, pcall(error, { 'x' })) end)()
  return { keys = keys, drawn = drawn, found = found, page = page.body, why = why, other = other, broken = broken,
    bytes = base64.encode(fs.read('notes/a.txt')), id = crypto.uuid(), time = os.time(), noon = os.time { year = 2026, month = 7, day = 1 } }
`);

const SURROUNDINGS: TrialRun = {
  grants: { writes: true, callTool: async (_name, args) => ({ result: { doubled: args, at: Date.now() } }) },
  services: { search: async () => [{ id: 'd1', title: 'Moon', score: Math.random() } as never] },
  http: server((payload, body) => `${String(payload['url'])} said ${body} at ${performance.now()}`),
};

describe('a replay', () => {
  it('of a run with every source of randomness and five kinds of host calls equals it, twenty times over', async () => {
    const recorded = await runs.run(EVERYTHING, SURROUNDINGS);
    expect(recorded.outcome.error).toBeUndefined();
    expect(recorded.trace.hostCalls.map(({ operation }) => operation)).toEqual([
      'context.search',
      'http.request',
      'fs.write',
      'fs.read',
      'tool.call',
      'fs.read',
    ]);
    const again = await runs.run(EVERYTHING, SURROUNDINGS);
    expect(told(again)).not.toBe(told(recorded));
    for (let i = 0; i < 20; i++) {
      expect(told(await replay(EVERYTHING, recorded.trace, { fresh: true }))).toBe(told(recorded));
    }
  });

  it("emits the run's partial output again, and reports it", async () => {
    const script = tool("for i = 1, 3 do context.emit('part ' .. i .. '; ') end return true");
    const recorded = await runs.run(script);
    expect(recorded.emitted).toBe('part 1; part 2; part 3; ');
    expect((await replay(script, recorded.trace)).emitted).toBe(recorded.emitted);
    expect(await runs.run(tool('return 1'))).not.toHaveProperty('emitted');
  });

  it("skips the run's sleeps", async () => {
    const script = tool('sleep(2) return os.clock()');
    const recorded = await runs.run(script);
    expect(recorded.milliseconds).toBeGreaterThan(1900);
    const replayed = await replay(script, recorded.trace);
    expect(told(replayed)).toBe(told(recorded));
    expect(replayed.milliseconds).toBeLessThan(1500);
  });

  it('fails as the run failed, with details and caught errors', async () => {
    const script = tool(`
      log.warn(pcall(tools.gone, {}))
      log.warn(select(2, pcall(context.get)))
      tools.busy {}`);
    const callTool = async (name: string) =>
      name === 'gone'
        ? { error: { code: 'not_found' as const, message: 'no such tool' } }
        : { error: { code: 'rate_limited' as const, message: 'wait', details: { retry_after: 3 } } };
    const recorded = await runs.run(script, { grants: { callTool } });
    expect(recorded.outcome.error).toMatchObject({ code: 'rate_limited', details: { retry_after: 3 } });
    expect(told(await replay(script, recorded.trace))).toBe(told(recorded));
  });

  it('of a run that timed out while waiting ends there at once', async () => {
    const script = tool("local id = crypto.uuid() print(id) http.get('https://api.example.com/' .. id)");
    const never: HttpService = { send: () => new Promise(() => undefined) };
    const recorded = await runs.run(script, { http: never, limits: { timeout: 0.3 } });
    expect(recorded.outcome.error?.code).toBe('timeout');
    expect(recorded.trace.hostCalls).toMatchObject([
      { operation: 'http.request', open: true, error: { code: 'timeout' } },
    ]);
    expect(whyNot(recorded.trace)).toBeUndefined();
    const replayed = await replay(script, recorded.trace);
    expect(told(replayed)).toBe(told(recorded));
  });

  it('of a run that timed out asleep ends there at once', async () => {
    await runs.run(tool('return 1'));
    const script = tool('sleep(0.01) print(crypto.uuid()) sleep(60)');
    const recorded = await runs.run(script, { limits: { timeout: 2 } });
    expect(recorded.outcome.error?.code).toBe('timeout');
    expect(whyNot(recorded.trace)).toBeUndefined();
    const replayed = await replay(script, recorded.trace, { limits: { timeout: 2 } });
    expect(told(replayed)).toBe(told(recorded));
    expect(replayed.milliseconds).toBeLessThan(1800);
  });

  it('of a run that its user stopped is refused with an explanation', async () => {
    const stop = new AbortController();
    const script = tool("http.get('https://api.example.com/')");
    const http: HttpService = { send: () => (stop.abort(), new Promise(() => undefined)) };
    const recorded = await runs.run(script, { http, signal: stop.signal });
    expect(recorded.outcome.error?.code).toBe('cancelled');
    expect(whyNot(recorded.trace)).toMatch(/was stopped/);
  });

  it('can itself be stopped', async () => {
    const recorded = await runs.run(tool('return 1'));
    const signal = AbortSignal.abort();
    const { outcome } = await runs.run(tool('return 1'), { replay: recorded.trace, signal });
    expect(outcome.error?.code).toBe('cancelled');
  });
});

describe('a record that grows too large', () => {
  it('keeps only the size of a megabyte answer, and a replay is refused with an explanation', async () => {
    const large = server(() => 'x'.repeat(1_200_000));
    const { trace } = await runs.run(tool("return #http.get('https://api.example.com/').body"), {
      http: large,
    });
    expect(trace.hostCalls[0]?.received).toBeGreaterThan(1_200_000);
    expect(JSON.stringify(trace).length).toBeLessThan(2000);
    expect(whyNot(trace)).toMatch(/more data than a run log can store/);
  });

  it('stays small after thousands of host calls, and says how many there were', async () => {
    const script = tool('for i = 1, 6000 do pcall(context.get, "x") end');
    const { trace } = await runs.run(script, { limits: { hostCalls: 10, timeout: 20 } });
    expect(trace.hostCalls.length + (trace.moreCalls ?? 0)).toBe(6000);
    expect(trace.moreCalls).toBeGreaterThan(500);
    expect(whyNot(trace)).toMatch(/more host calls/);
  });

  it('drops tens of thousands of clock reads', async () => {
    const { trace } = await runs.run(tool('for i = 1, 20000 do os.clock() end'));
    expect(trace.chances).toBeUndefined();
    expect(whyNot(trace)).toMatch(/more values than a run log can store/);
  });

  it('cuts long texts, and still compares them to the end', async () => {
    const script = (last: string) => tool(`fs.write('a.txt', ('x'):rep(100000) .. '${last}')`);
    const { trace } = await runs.run(script('a'), { grants: { writes: true } });
    expect(JSON.stringify(trace).length).toBeLessThan(20_000);
    expect((await replay(script('a'), trace)).outcome).toEqual({ result: null });
    expect((await replay(script('b'), trace)).outcome.error?.message).toMatch(
      /host call 1: fs.write gets another body/,
    );
  });
});

describe('a replay of another script ends where it differs, and says how', () => {
  const recorded = runs.run(
    tool(
      "local u = crypto.uuid() http.post('https://api.example.com/a', 'body') context.sources() return os.time()",
    ),
    { http: server(() => 'ok'), services: { sources: async () => [] } },
  );

  it.each([
    [
      'another question',
      "crypto.uuid() http.post('https://api.example.com/b', 'body')",
      /at host call 1: http.request gets .*example.com\/b.* where it got .*example.com\/a/,
    ],
    [
      'another body',
      "crypto.uuid() http.post('https://api.example.com/a', 'BODY')",
      /at host call 1: http.request gets another body/,
    ],
    [
      'no body',
      "crypto.uuid() http.post('https://api.example.com/a')",
      /at host call 1: http.request gets a body in only one/,
    ],
    [
      'another operation',
      "crypto.uuid() http.post('https://api.example.com/a', 'body') fs.list()",
      /at host call 2: it calls fs.list where the recorded run called context.sources/,
    ],
    [
      'one call more',
      "crypto.uuid() http.post('https://api.example.com/a', 'body') context.sources() fs.list()",
      /at host call 3: it calls fs.list, and the recorded run made no more calls/,
    ],
    [
      'one call less',
      "crypto.uuid() http.post('https://api.example.com/a', 'body') return os.time()",
      /ended after 1 host calls, and the recorded run made 2/,
    ],
    [
      'an error before its time',
      "crypto.uuid() error('oh')",
      /ended after 0 host calls \(t:1: oh\), and the recorded run made 2/,
    ],
    [
      'another source of chance',
      "os.time() http.post('https://api.example.com/a', 'body')",
      /asks for os.time where the recorded run asked for crypto.uuid/,
    ],
    [
      'a look at the clock more',
      "crypto.uuid() http.post('https://api.example.com/a', 'body') context.sources() os.time() os.time()",
      /asks for os.time after the last value that was recorded/,
    ],
    [
      'a look at the clock less',
      "crypto.uuid() http.post('https://api.example.com/a', 'body') context.sources()",
      /used the clock or random numbers 2 times, the recorded run 3 times/,
    ],
    [
      'a net below the call',
      "crypto.uuid() pcall(fs.list) return 'went on'",
      /at host call 1: it calls fs.list/,
    ],
    ['a net below the clock', "pcall(os.time) return 'went on'", /asks for os.time/],
  ])('%s', async (_name, body, message) => {
    const { outcome } = await replay(tool(body), (await recorded).trace);
    expect(outcome.error).toEqual({
      code: 'tool_error',
      message: expect.stringMatching(/^the replay differs from the recorded run/) as string,
    });
    expect(outcome.error?.message).toMatch(message);
  });

  it('accepts the unchanged script', async () => {
    const { outcome, trace } = await recorded;
    const script = tool(
      "crypto.uuid() http.post('https://api.example.com/a', 'body') context.sources() return os.time()",
    );
    expect((await replay(script, trace)).outcome).toEqual(outcome);
  });
});

const KEY = 'sk_live/4242+canary key';
const PADDED = 'Zm9vYmFyYmF6cXV4MTIzNA==';

/** Returns every spelling of the value. */
function spellings(value: string): string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...[0, 1, 2].map((before) =>
      Buffer.concat([Buffer.alloc(before, 'x'), bytes])
        .toString('base64')
        .slice(before === 0 ? 0 : 4, -4),
    ),
  ];
}

describe('secrets', () => {
  const secrets = { KEY, PADDED };
  const echo = server((payload, body) => JSON.stringify({ payload, body }));
  const CARRYING = tool(`
    local key = env.get('KEY')
    local hex = key:gsub('.', function(c) return ('%02x'):format(c:byte()) end)
    local escaped = key:gsub('[^%w]', function(c) return ('%%%02X'):format(c:byte()) end)
    print(key, hex, params.note)
    local basic = 'Basic ' .. base64.encode('someone:' .. key)
    local page = http.post('https://api.example.com/?k=' .. escaped, { key = key, hex = hex },
      { headers = { Authorization = basic, ['X-Key'] = context.config.key } })
    local _, bytes = pcall(http.post, 'https://api.example.com/raw', base64.encode(key) .. key)
    pcall(http.get, 'https://api.example.com/', { headers = { X = os.date(key) } })
    log.error(page.body)
    error(key .. basic .. hex)`);

  it('appear nowhere in a record, in any spelling, whatever their source', async () => {
    const recorded = await runs.run(CARRYING, { secrets, http: echo, args: { note: `I say ${KEY}` } });
    expect(recorded.trace.hostCalls).toHaveLength(3);
    const record = JSON.stringify(recorded);
    for (const spelling of [...spellings(KEY), ...spellings(PADDED)]) {
      expect(record).not.toContain(spelling);
      expect(record).not.toContain(JSON.stringify(spelling).slice(1, -1));
    }
    expect(record).toContain('[secret KEY]');
    for (const { answer } of recorded.trace.hostCalls) {
      const bytes = Buffer.from(answer?.bytes ?? '', 'base64').toString();
      for (const spelling of spellings(KEY)) expect(bytes).not.toContain(spelling);
    }
  });

  it('are not needed for a replay: base64, hex, percent and plain forms are recognized by name', async () => {
    const trial = { secrets, http: echo, args: { note: `I say ${KEY}` } };
    const recorded = await runs.run(CARRYING, trial);
    const replayed = await replay(CARRYING, recorded.trace, { ...trial, args: recorded.args });
    expect(replayed.outcome.error?.message).not.toMatch(/differs/);
    expect(told(replayed)).toBe(told(recorded));
  });

  it('that were missing are missing again, and reported', async () => {
    const config = { a: '${KEY}', b: '${OTHER}' };
    const script = tool('return { context.config.b, env.get("OTHER") == nil, #env.get("KEY") > 0 }');
    const recorded = await runs.run(script, { secrets: { KEY }, config });
    expect(recorded.logs.map(({ text }) => text)).toEqual([
      'the secret OTHER is not set; add it in Settings',
    ]);
    expect(told(await replay(script, recorded.trace, { config }))).toBe(told(recorded));
  });

  const SIGNED = tool(`
    local key = base64.decode(env.get('PADDED'))
    local signature = crypto.hmac_sha256(key, 'message' .. #key)
    local page = http.post('https://api.example.com/signed', { n = 1, text = 'a' }, { headers = { Signature = signature } })
    return page.body`);

  it('that sign a request stay out of the record, and the signature may differ', async () => {
    const http = server((payload) => JSON.stringify(payload['headers']));
    const recorded = await runs.run(SIGNED, { secrets, http });
    const key = Buffer.from(PADDED, 'base64');
    const signature = createHmac('sha256', key).update(`message${key.length}`).digest('hex');
    expect(JSON.stringify(recorded.outcome)).toContain(signature);
    const record = JSON.stringify(recorded);
    for (const spelling of spellings(key.toString())) expect(record).not.toContain(spelling);
    expect(told(await replay(SIGNED, recorded.trace, { secrets }))).toBe(told(recorded));
  });

  it.each([
    ['to another address', SIGNED.replace('/signed', '/other')],
    ['by another method', SIGNED.replace('http.post', 'http.put')],
    ['with other numbers', SIGNED.replace('n = 1', 'n = 2')],
    ['with other fields', SIGNED.replace('n = 1', 'm = 1')],
  ])('that sign a request %s end the replay as different', async (_name, other) => {
    const { trace } = await runs.run(SIGNED, { secrets, http: server(() => '') });
    const { outcome } = await replay(other, trace, { secrets });
    expect(outcome.error?.message).toMatch(/differs from the recorded run at host call 1/);
  });

  it('that a script takes apart prevent a replay, which says why', async () => {
    const script = tool(
      "return http.get('https://api.example.com/' .. env.get('KEY'):sub(1, 5) .. #env.get('KEY')).body",
    );
    const { trace } = await runs.run(script, { secrets, http: server(() => 'x') });
    const { outcome } = await replay(script, trace, { secrets });
    expect(outcome.error?.message).toMatch(/a script that takes a secret apart cannot be replayed/);
  });

  it('include those that a run acquired, such as access tokens', async () => {
    const token = 'at-canary-99887766';
    const http = server((payload) =>
      String(payload['url']).endsWith('/token')
        ? JSON.stringify({ access_token: token, expires_in: 60 })
        : token,
    );
    const script = tool(`
      local token = http.token { url = 'https://api.example.com/token', body = 'secret=' .. env.get('KEY') }
      return http.get('https://api.example.com/me', { headers = { Authorization = 'Bearer ' .. token } }).body`);
    const recorded = await runs.run(script, { secrets, http });
    expect(recorded.outcome).toEqual({ result: '[secret access token]' });
    for (const spelling of spellings(token)) expect(JSON.stringify(recorded)).not.toContain(spelling);
    expect(told(await replay(script, recorded.trace, { secrets }))).toBe(told(recorded));
  });
});

it('records every host call with its question, time and size', async () => {
  const http = server((_, body) => body.repeat(2));
  const { trace } = await runs.run(
    tool("http.post('https://api.example.com/', 'four') pcall(fs.read, '../x')"),
    { http },
  );
  expect(trace.hostCalls).toMatchObject([
    {
      operation: 'http.request',
      payload: expect.stringMatching(/"method":"POST"/) as string,
      body: 'four',
      warnings: ['sent to https://api.example.com/'],
      answer: { bytes: btoa('fourfour') },
    },
    { operation: 'fs.read', payload: '{"path":"../x"}', error: { code: 'denied' }, received: 0 },
  ]);
  for (const { at, milliseconds, sent, payload, body = '' } of trace.hostCalls) {
    expect(at).toBeGreaterThan(0);
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    expect(sent).toBe(payload.length + body.length);
  }
  expect(trace.hostCalls[0]?.received).toBe(JSON.stringify({ status: 200, headers: {} }).length + 8);
});

function whyNot(trace: RunTrace): string | undefined {
  return whyNotReplayable({ tool: { id: 't', name: 't', version: '1', bundle: 'b', kind: 'lua' }, trace });
}
