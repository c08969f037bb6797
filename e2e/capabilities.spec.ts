// What a run may do beyond computing, in the built app: modules, its folder, its settings, other tools, connectors,
// limits.
import type { Page } from 'playwright/test';
import { expect, testOnOnePage as test } from './support/test.ts';

interface Given {
  options?: Record<string, unknown>;
  args?: unknown;
  head?: string;
}

/** Installs a tool whose `tool.execute(params, context)` has this body on line 2, and calls it once. */
function run(app: Page, name: string, body: string, { options = {}, args = {}, head = '' }: Given = {}) {
  return app.evaluate(
    async ([source, given, args]) => {
      const installed = await window.perilune.tools.install(source, given);
      if (installed.error) return { error: installed.error };
      return window.perilune.tools.call(installed.tool.name, args);
    },
    [
      `tool = { name = "${name}", ${head} } function tool.execute(params, context)\n${body}\nend`,
      { replace: true, ...options },
      args as Record<string, never>,
    ] as const,
  );
}

test('a tool has modules, run in the same sandbox', async ({ app }) => {
  const files = {
    'lib/json_util.lua':
      'local M = {} function M.pretty(v) return json.encode(v, { indent = 1 }) end return M',
    'lib/broken.lua': 'return {\n  1,,\n}',
    'words.lua': 'sleep(0)\nreturn { hits = #context.search("guide", { source = "guide" }) }',
  };
  const call = (body: string) => run(app, 'modular', body, { options: { files } });
  expect((await call('return require("lib.json_util").pretty({ a = 1 })')).result).toBe('{\n "a": 1\n}');
  expect((await call('return require("json_util") == require("lib/json_util")')).result).toBe(false);
  expect((await call('return require("words").hits > 0')).result).toBe(true);
  expect((await call('return require("lib.broken")')).error?.message).toContain('lib/broken.lua:2:');
  expect((await call('return require("gone")')).error).toMatchObject({ code: 'tool_error' });
  const out = await call(
    'return { io == nil, os.execute == nil, (pcall(require, "io")), (pcall(require, "debug")) }',
  );
  expect(out.result).toEqual([true, true, false, false]);
});

test('a tool keeps files in its folder across runs and reloads, and reaches no other folder (A13, G75)', async ({
  app,
}) => {
  const mine = { options: { writes: true, files: { 'data/start.txt': 'shipped' } } };
  const keeper = (body: string) => run(app, 'keeper', `${body}`, mine);
  expect((await keeper('return fs.write("data/note.txt", "\\0 kept \\255")')).result).toBe(true);
  await app.reload();
  await app.evaluate(() => window.perilune.ready);
  expect((await keeper('return fs.read("data/note.txt") == "\\0 kept \\255"')).result).toBe(true);
  expect((await keeper('return fs.read("data/start.txt")')).result).toBe('shipped');
  const names = 'local t = {} for i, e in ipairs(fs.list("data", "*.txt")) do t[i] = e.path end return t';
  expect((await keeper(names)).result).toEqual(['data/note.txt', 'data/start.txt']);
  const other = (body: string) => run(app, 'other', body, { options: { writes: true } });
  expect((await other('return fs.read("data/note.txt")')).error?.code).toBe('not_found');
  for (const path of ['../keeper/data/note.txt', '/etc/passwd', 'a/../../b', 'C:/x', 'a\\\\b']) {
    const { error } = await other(`return fs.read("${path}")`);
    expect(error?.code).toBe('denied');
    expect(error?.message).toContain('fs.read: path escapes sandbox: ');
  }
  expect((await other('return fs.write("x", ("x"):rep(9 * 1024 * 1024))')).error?.code).toBe('too_large');
  expect((await keeper('return fs.delete("data/note.txt")')).result).toBe(true);
  expect((await keeper('return fs.read("data/note.txt")')).error?.code).toBe('not_found');
});

test('a tool sees the settings and secrets its config names, and no value leaks (F66, F67)', async ({
  app,
}) => {
  const CANARY = 'canary-c2f6-91';
  await app.evaluate((value) => window.perilune.secrets.set('SERVICE_TOKEN', value), CANARY);
  await app.evaluate(() => window.perilune.secrets.set('OTHER_TOKEN', 'another-canary'));
  const config = { token: '${SERVICE_TOKEN}', url: 'https://x.example/${MISSING}/a', deep: { n: 5 } };
  const body = `
    local token = context.config.token
    log.info(token) print(("%s"):format(token)) context.emit(token)
    return { length = #token, same = env.get("SERVICE_TOKEN") == token, echoed = token, encoded = base64.encode("u:" .. token),
      other = env.get("OTHER_TOKEN") == nil, ["model-key"] = env.get("model-key") == nil, url = context.config.url,
      setting = env.get("url"), n = context.config.deep.n, raw = params.raw }`;
  const outcome = await run(app, 'secretive', body, { options: { config }, args: { raw: '${OTHER_TOKEN}' } });
  expect(outcome.result).toMatchObject({
    length: CANARY.length,
    same: true,
    other: true,
    'model-key': true,
    url: 'https://x.example//a',
    setting: 'https://x.example//a',
    n: 5,
    raw: '${OTHER_TOKEN}',
  });
  const raised = await run(app, 'secretive', 'error("it was " .. context.config.token)', {
    options: { config },
  });
  expect(raised.error?.message).toContain('it was [secret SERVICE_TOKEN]');
  const everything = await app.evaluate(async () => {
    const { tools, secrets } = window.perilune;
    return JSON.stringify([await tools.list(), await secrets.list(), document.documentElement.outerHTML]);
  });
  for (const text of [JSON.stringify(outcome), JSON.stringify(raised), everything]) {
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(btoa(`u:${CANARY}`));
  }
});

test('tools call each other through the same checks', async ({ app }) => {
  await run(app, 'adder', 'return { sum = params.a + params.b }', {
    head: 'parameters = { { name = "a", type = "integer", required = true }, { name = "b", type = "integer", default = 1 } }',
  });
  const call = (body: string) => run(app, 'caller', body);
  expect((await call('return tools.adder{ a = 2 }.sum')).result).toBe(3);
  expect((await call('return tools.calculator{ expression = "6 * 7" }')).error).toBeUndefined();
  expect(
    (await call('return #tools.search{ query = "guide", filters = { source = "guide" } }.results > 0'))
      .result,
  ).toBe(true);
  expect((await call('return tools.adder{ a = "x" }')).error).toMatchObject({
    code: 'bad_request',
    message: "caller:2: tools.adder: parameter 'a' must be of type 'integer', got string",
  });
  expect((await call('return { pcall(tools.nobody, {}) }')).result).toMatchObject([
    false,
    expect.stringContaining('no tool registered with name: nobody'),
  ]);
  const deep = await call('return tools.caller(params)');
  expect(deep.error?.code).toBe('denied');
  expect(deep.error?.message).toContain('4 deep');
  const sorted =
    'local t = { 3, 1, 2 } table.sort(t, function(a, b) return tools.adder{ a = a }.sum < tools.adder{ a = b }.sum end) return t';
  expect((await call(sorted)).result).toEqual([1, 2, 3]);
  const together = await app.evaluate(async () => {
    const { tools } = window.perilune;
    await tools.install(
      'tool = { name = "outer", timeout = 20 } function tool.execute(p) return tools.adder{ a = p.i }.sum end',
    );
    return Promise.all(Array.from({ length: 12 }, (_, i) => tools.call('outer', { i })));
  });
  expect(together.map(({ result }) => result)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
});

test('a connector imports documents, and reports what it leaves out', async ({ app }) => {
  const seen = await app.evaluate(async () => {
    const { tools, connectors, knowledge } = window.perilune;
    const { tool } = await tools.install(
      `connector = { name = "moons", config = { { name = "count", type = "integer", required = true } } }
       function connector.scan(config)
         local items = { { source_id = "", body = "x" }, { source_id = "nobody" } }
         for i = 1, config.count do
           items[#items + 1] = { source_id = "moon-" .. i, title = "Moon " .. i, body = "The selenography of moon number " .. i .. ".",
             updated_at = os.date("!%Y-%m-%dT%H:%M:%SZ", 86400 * i), metadata = { number = i } }
         end
         return items
       end`,
      { config: { count: 3 } },
    );
    const dry = await connectors.scan('moons', { dryRun: true });
    const before = (await knowledge.search('selenography')).results.length;
    const first = await connectors.scan('moons');
    const again = await connectors.scan('moons', { config: { count: 4 } });
    const hits = (await knowledge.search('selenography', { source: 'script:moons' })).results;
    const wrong = await connectors
      .scan('moons', { config: { count: 'x' } as never })
      .catch((error: { code: string }) => error.code);
    return {
      kind: tool?.kind,
      listed: (await tools.list()).some(({ name }) => name === 'moons'),
      dry: [dry.documents, dry.items.length, dry.skipped],
      before,
      first: first.documents,
      again: again.documents,
      hits: hits.map(({ source_id }) => source_id).sort(),
      metadata: (await knowledge.get(hits[0]?.id ?? '')).metadata,
      wrong,
    };
  });
  expect(seen).toMatchObject({
    kind: 'connector',
    listed: false,
    dry: [
      0,
      3,
      [
        { name: 'item 1', reason: "it has no 'source_id'" },
        { name: 'nobody', reason: "it has no 'body'" },
      ],
    ],
    before: 0,
    first: 3,
    again: 1,
    hits: ['moon-1', 'moon-2', 'moon-3', 'moon-4'],
    wrong: 'bad_request',
  });
  expect(seen.metadata).toHaveProperty('number');
});

test('a script can lower its limits, and the user can change them', async ({ app }) => {
  const big = 'return #("x"):rep(12 * 1024 * 1024)';
  expect((await run(app, 'sized', big)).result).toBe(12 * 1024 * 1024);
  expect((await run(app, 'sized', big, { head: 'limits = { memory = 4194304 },' })).error?.message).toContain(
    'a tool may use 4 MiB',
  );
  expect(
    (await run(app, 'sized', 'return 1', { head: 'limits = { memory = 67108864 },' })).error?.message,
  ).toContain('tool.limits.memory must be a number from');
  const many = 'for i = 1, 20 do context.sources() end return "done"';
  expect((await run(app, 'sized', many, { options: { limits: { hostCalls: 10 } } })).error?.code).toBe(
    'rate_limited',
  );
  const long = 'return ("x"):rep(2 * 1024 * 1024)';
  expect((await run(app, 'sized', long)).error).toMatchObject({ code: 'tool_error' });
  const raised = await run(app, 'sized', long, { options: { limits: { result: 4 * 1024 * 1024 } } });
  expect((raised.result as string).length).toBe(2 * 1024 * 1024);
});
