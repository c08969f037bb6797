// The registry over the real virtual machine and the real argument check, without the frame: Lua scripts, stored and
// called.
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { builtins } from './builtins.ts';
import { realRunner } from './real-runner.test-support.ts';
import { storedPages } from './stored-pages.test-support.ts';

const openPage = storedPages('real-lua');

const GREET = `
tool = {
  name = "greet", version = "1.0.0", description = "Says hello",
  parameters = {
    { name = "who", required = true },
    { name = "times", type = "integer", default = 1 },
    { name = "tone", enum = { "warm", "cool" }, default = "warm" },
  },
}
function tool.execute(params, context)
  log.info("greeting " .. params.who)
  return { text = ("hello " .. params.who .. " "):rep(params.times), tone = params.tone, from = context.config.from }
end`;

const AGENT = { caller: { kind: 'agent', conversation: 'c', call: '1' } } as const;

async function setUp() {
  const library = builtins({
    search: async () => [],
    get: async (id) => {
      throw new Failure('not_found', `document not found: ${id}`);
    },
    sources: async () => [],
  });
  return openPage({ runner: realRunner, builtins: library });
}

describe('a Lua tool', () => {
  it('is read, stored, and called with defaults and config', async () => {
    const first = await setUp();
    await first.registry.install(GREET, { config: { from: 'here' } });
    const { registry } = await first.again();
    expect(registry.list().at(-1)).toMatchObject({
      name: 'greet',
      version: '1.0.0',
      description: 'Says hello',
    });
    const report = await registry.call('greet', { who: 'Ada', times: 2 }, AGENT);
    expect(report).toMatchObject({
      outcome: { result: { text: 'hello Ada hello Ada ', tone: 'warm', from: 'here' } },
      args: { who: 'Ada', times: 2, tone: 'warm' },
      logs: [{ level: 'info', text: 'greeting Ada' }],
    });
  });

  it.each<[JsonObject, string]>([
    [{}, 'missing required parameter: who'],
    [{ who: 'Ada', times: 5.5 }, "parameter 'times' must be of type 'integer', got number"],
    [{ who: 'Ada', tone: 'loud' }, `parameter 'tone' must be one of ["warm", "cool"], got "loud"`],
    [{ who: null }, "parameter 'who' must be of type 'string', got null"],
  ])('rejects %j with the same message for every caller', async (args, message) => {
    const { registry } = await setUp();
    await registry.install(GREET);
    await registry.install(GREET.replace('"greet", version = "1.0.0"', '"careful"'), { policy: 'ask' });
    for (const name of ['greet', 'careful']) {
      for (const options of [AGENT, { caller: { kind: 'user' } }, { caller: { kind: 'page' } }] as const) {
        const { outcome } = await registry.call(name, args, options);
        expect(outcome).toEqual({ error: { code: 'bad_request', message } });
      }
    }
  });

  it.each([
    ['tool = {name="bad"\nfunction tool.execute( end', 'bad_request'],
    [
      'tool = {name="bad", parameters={{name="size", type="quantity"}}}\nfunction tool.execute() end',
      'bad_request',
    ],
    ['tool = {name="bad name"}\nfunction tool.execute() end', 'bad_request'],
    ['tool = {name="bad"}', 'bad_request'],
    ['', 'bad_request'],
    ['\x1bLua', 'bad_request'],
    ['while true do end', 'timeout'],
  ])('is not stored when it is %j', async (source, code) => {
    const { registry, storage } = await setUp();
    await expect(registry.install(source)).rejects.toMatchObject({ code });
    expect((await storage.store.read()).tools).toEqual([]);
  });

  it.each([
    ['error("no luck")', {}, 'tool_error'],
    ['while true do end', { timeout: 1 }, 'timeout'],
    ['return { n = "text" }', { returns: '{{ name = "n", type = "integer" }}' }, 'bad_output'],
    ['return ("x"):rep(2^21)', {}, 'tool_error'],
  ])(
    'that does %j fails as data',
    async (body, { timeout = 5, returns = 'nil' }: { timeout?: number; returns?: string }, code) => {
      const { registry } = await setUp();
      await registry.install(
        `tool = { name = "t", timeout = ${timeout}, returns = ${returns} }\nfunction tool.execute()\n${body}\nend`,
      );
      expect((await registry.call('t', {}, AGENT)).outcome.error?.code).toBe(code);
    },
  );
});

describe('a built-in', () => {
  it("has its arguments checked like a script's", async () => {
    const { registry } = await setUp();
    const errorOf = async (name: string, args: JsonObject) =>
      (await registry.call(name, args, AGENT)).outcome.error;
    expect(await errorOf('search', {})).toMatchObject({ message: 'missing required parameter: query' });
    expect(await errorOf('search', { query: '' })).toEqual({
      code: 'bad_request',
      message: 'query must not be empty',
    });
    expect(await errorOf('search', { query: 'x', mode: 'magic' })).toMatchObject({ code: 'bad_request' });
    expect(await errorOf('search', { query: 'x', limit: 0 })).toMatchObject({ code: 'bad_request' });
    expect(await errorOf('get', { id: '' })).toEqual({
      code: 'bad_request',
      message: 'id must not be empty',
    });
    expect(await errorOf('get', { id: 'd' })).toEqual({
      code: 'not_found',
      message: 'document not found: d',
    });
  });

  it('gets the defaults of its schema', async () => {
    const { registry } = await setUp();
    const report = await registry.call('search', { query: 'x' }, AGENT);
    expect(report).toMatchObject({
      outcome: { result: { results: [] } },
      args: { query: 'x', mode: 'keyword', limit: 12 },
    });
  });
});
