// The life of tools through `window.perilune`, in the built app with real Lua, IndexedDB and a real server.
import { startWebServer, type WebServer } from './support/web-server.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

// The tool requests a missing address, which the browser reports.
test.use({ expectedErrors: /404 \(Not Found\)/ });

let server: WebServer;
test.beforeAll(async () => (server = await startWebServer()));
test.afterAll(() => server.stop());

const tool = (name: string, version: string, body: string, more = ''): string =>
  `tool = { name = "${name}", version = "${version}", description = "${name} for tests", ${more} }\n` +
  `function tool.execute(params, context)\n${body}\nend`;

test('versions coexist; the current one answers, and any can be made current', async ({ app }) => {
  const seen = await app.evaluate(
    async ([one, two, clash]) => {
      const { tools } = window.perilune;
      await tools.install(one);
      await tools.install(two);
      const both = [await tools.call('aged'), await tools.call('aged@1')];
      const refused = await tools.install(clash);
      const diff = await tools.diff('aged@1', 'aged@2');
      await tools.use('aged@1');
      const back = await tools.call('aged');
      const { versions, changes } = await tools.history('aged');
      await tools.remove('aged');
      const gone = await tools.call('aged');
      const restored = await tools.restore('aged');
      return {
        both,
        refused: refused.error?.code,
        diff: diff.changes?.[0]?.diff,
        back,
        versions: versions?.map(({ version, current }) => [version, current]),
        changes: changes?.map(({ what, by }) => `${what} by ${by}`),
        gone: gone.error?.code,
        restored: restored.tools?.length,
        again: await tools.call('aged'),
      };
    },
    [
      tool('aged', '1', 'return "old"'),
      tool('aged', '2', 'return "new"'),
      tool('aged', '2', 'return 3'),
    ] as const,
  );
  expect(seen).toMatchObject({
    both: [{ result: 'new' }, { result: 'old' }],
    refused: 'conflict',
    back: { result: 'old' },
    versions: [
      ['1', true],
      ['2', false],
    ],
    changes: ['changed by page', 'created by page', 'created by page'],
    gone: 'not_found',
    restored: 2,
    again: { result: 'old' },
  });
  expect(seen.diff).toContain('-return "old"\n+return "new"');
});

test('a bundle has one switch, and two bundles may have tools of one name', async ({ app }) => {
  const seen = await app.evaluate(
    async (source) => {
      const { tools, bundles } = window.perilune;
      await tools.install(source);
      await bundles.create({ slug: 'second', displayName: 'Second' });
      const other = await tools.install(source, { bundle: 'second' });
      const name = other.tool?.name ?? '';
      const calls = [await tools.call('twin'), await tools.call(name)];
      await bundles.disable('second');
      const off = await tools.call(name);
      const put = await tools.install(source.replace('"1"', '"2"'), { bundle: 'second' });
      const patch = await tools.configure(name, { policy: 'deny' });
      await bundles.enable('second');
      const full = await bundles.remove('second');
      const removed = await bundles.remove('second', { withTools: true });
      const missing = await tools.call(name);
      await bundles.restore('second');
      return {
        name,
        calls,
        off: off.error?.code,
        put: put.error?.code,
        patch: patch.error?.code,
        full: full.error?.code,
        deleted: removed.bundle?.deletedAt !== undefined,
        missing: missing.error?.code,
        again: await tools.call(name),
        listed: (await tools.list({ bundle: 'second' })).map((one) => one.name),
      };
    },
    tool('twin', '1', 'return 1'),
  );
  expect(seen).toEqual({
    name: 'second__twin',
    calls: [{ result: 1 }, { result: 1 }],
    off: 'disabled',
    put: 'disabled',
    patch: 'disabled',
    full: 'conflict',
    deleted: true,
    missing: 'not_found',
    again: { result: 1 },
    listed: ['second__twin'],
  });
});

test('a request and a flow are data, run in the sandbox, and can become scripts', async ({ app }) => {
  const request = JSON.stringify({
    name: 'echo_city',
    version: '1',
    description: 'Echoes a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    request: {
      method: 'GET',
      url: `${server.origin}/echo/\${city}`,
      query: { q: '${city}' },
      headers: { 'X-Key': '${ECHO_KEY}' },
    },
  });
  const flow = JSON.stringify({
    name: 'cities',
    version: '1',
    description: 'Echoes cities',
    parameters: {
      type: 'object',
      properties: { cities: { type: 'array', items: { type: 'string' } } },
      required: ['cities'],
    },
    steps: [
      {
        id: 'each',
        items: '${params.cities}',
        as: 'city',
        steps: [{ id: 'one', tool: 'upper', args: { text: '${city}' } }],
        result: '${steps.one}',
      },
    ],
    result: '${steps.each}',
  });
  const upper = tool('upper', '1', 'return params.text:upper()', 'parameters = { { name = "text" } }');
  const seen = await app.evaluate(
    async ([request, flow, upper, host]) => {
      const { tools, secrets } = window.perilune;
      await secrets.set('ECHO_KEY', 'hush-hush-1');
      const http = await tools.install(request, {
        hosts: [host],
        config: { ECHO_KEY: '${ECHO_KEY}' },
        policy: 'allow',
      });
      const echoed = await tools.call('echo_city', { city: 'a/../b?c&d' });
      await tools.install(upper);
      const flowed = await tools.install(flow);
      return {
        kinds: [http.tool?.kind ?? http.error, flowed.tool?.kind ?? flowed.error],
        echoed,
        cities: await tools.call('cities', { cities: ['rome', 'oslo'] }),
        lua: (await tools.toLua('echo_city')).source,
      };
    },
    [request, flow, upper, server.host] as const,
  );
  expect(seen.kinds).toEqual(['http', 'flow']);
  expect(seen.cities).toEqual({ result: ['ROME', 'OSLO'] });
  expect(seen.lua).toContain('function tool.execute');
  const asked = server.requests.find(({ method, url }) => method === 'GET' && url.startsWith('/echo'));
  expect(asked?.url, JSON.stringify(seen.echoed)).toBe('/echo/a%2F..%2Fb%3Fc%26d?q=a%2F..%2Fb%3Fc%26d');
  expect(asked?.headers['x-key']).toBe('hush-hush-1');
  expect(JSON.stringify(seen.echoed)).not.toContain('hush-hush-1');
});

test('an exported tool is the same elsewhere, and starts there without grants', async ({ app }) => {
  const seen = await app.evaluate(
    async (source) => {
      const { tools, bundles } = window.perilune;
      await bundles.create({ slug: 'travel', displayName: 'Travel', description: 'Trips' });
      await tools.install(source, {
        bundle: 'travel',
        hosts: ['api.example.com'],
        policy: 'allow',
        files: { 'lib/a.lua': 'return { n = 7 }' },
      });
      const file = await bundles.export('travel');
      const path = file.fileName ?? '';
      const bytes = file.bytes ?? new Uint8Array();
      await bundles.remove('travel', { withTools: true });
      const clash = await tools.import([{ path, bytes }], { install: true });
      const preview = await tools.import([{ path, bytes }]);
      const broken = bytes.slice();
      broken[broken.indexOf(0x37, 40)] = 0x38;
      const forged = await tools.import([{ path, bytes: broken }]);
      await bundles.restore('travel');
      const again = await tools.import([{ path, bytes }], { install: true });
      return {
        clash: clash.error?.code,
        preview: preview.bundles?.map(({ slug, tools }) => [slug, tools.length]),
        forged: forged.error?.code,
        again: again.installed?.[0]?.unchanged,
      };
    },
    tool('trip', '1', 'return require("lib.a").n', 'hosts = { "api.example.com" }'),
  );
  expect(seen).toEqual({
    clash: 'disabled',
    preview: [['travel', 1]],
    forged: 'bad_request',
    again: ['trip'],
  });
});

test('every call is recorded, and can be replayed', async ({ app }) => {
  const seen = await app.evaluate(
    async (source) => {
      const { tools, runs } = window.perilune;
      await tools.install(source);
      const first = await tools.test('dice', { sides: 1000000 });
      await tools.call('dice', { sides: 'x' });
      const { runs: all } = await runs.list({ tool: 'dice' });
      const id = first.run ?? '';
      const replays = [await runs.replay(id), await runs.replay(id)];
      const lines = (await runs.export({ tool: 'dice' })).trim().split('\n');
      return {
        statuses: all.map(({ status }) => status),
        outcome: first.outcome,
        record: await runs.get(id),
        replays: replays.map((replay) => [replay.differences, replay.report?.outcome]),
        lines: lines.map((line) => (JSON.parse(line) as { status: string }).status),
        repeat: await runs.repeat(id),
      };
    },
    tool(
      'dice',
      '1',
      'log.info(os.time())\nreturn { math.random(params.sides), crypto.uuid() }',
      'parameters = { { name = "sides", type = "integer" } }',
    ),
  );
  expect(seen.statuses).toEqual(['bad_request', 'ok']);
  expect(seen.replays).toEqual([
    [[], seen.outcome],
    [[], seen.outcome],
  ]);
  expect(seen.lines.slice(0, 2)).toEqual(['ok', 'bad_request']);
  expect(seen.record.run).toMatchObject({ caller: { kind: 'page' }, args: { sides: 1000000 } });
  expect(seen.repeat.result).not.toEqual(seen.outcome.result);
});

test('tools are checked, described, found and limited', async ({ app }) => {
  const seen = await app.evaluate(
    async ([broken, odd, slow]) => {
      const { tools } = window.perilune;
      const bad = await tools.validate(broken);
      const warned = await tools.validate(odd);
      await tools.install(slow, { maxCallsPerMinute: 2, tags: ['weather'] });
      const calls = [];
      for (let i = 0; i < 3; i++) calls.push((await tools.call('rain_check')).error);
      return {
        bad: bad.errors.map(({ code, line, column }) => [code, line, column]),
        warned: [warned.valid, warned.warnings.map(({ code }) => code)],
        limited: calls.map((error) => error && [error.code, typeof (error.details as never)['retry_after']]),
        tagged: (await tools.list({ tag: 'weather' })).map(({ name }) => name).includes('rain_check'),
        found: (await tools.search('rain')).at(0)?.name,
        byPurpose: (await tools.call('find_tools', { query: 'check for rain' })).result,
        mcp: await tools.definition('rain_check', 'mcp'),
        page: await tools.page({ pageSize: 2, includeDisabled: true }),
      };
    },
    [
      tool('bad', '1', 'return = 1'),
      tool('odd', '1', 'return http.fetch("https://a.example/")'),
      tool('rain_check', '1', 'return "wet outside"'),
    ] as const,
  );
  expect(seen.bad).toEqual([['syntax', 3, 8]]);
  expect(seen.warned).toEqual([true, expect.arrayContaining(['unknown_call', 'missing_grant'])]);
  expect(seen.limited).toEqual([undefined, undefined, ['rate_limited', 'number']]);
  expect(seen).toMatchObject({
    tagged: true,
    found: 'rain_check',
    mcp: { definition: { name: 'rain_check', inputSchema: { type: 'object' } } },
  });
  expect(JSON.stringify(seen.byPurpose)).toContain('rain_check');
  expect(seen.page.tools).toHaveLength(2);
  expect(seen.page.nextPageToken).toBeDefined();
});
