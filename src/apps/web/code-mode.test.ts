// Scripts of models and users through the one invocation path: which run at once, which ask, which are stopped, and
// what they leave behind.
import { beforeEach, describe, expect, it } from 'vitest';
import { scriptResultOf } from '../../core/script-result.ts';
import type { CallReport } from '../../core/tool.ts';
import type { Policy } from '../../core/tool-kinds.ts';
import { MODEL, openRig, toolText, type Rig } from './code-mode.test-support.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});

async function install(name: string, body: string, settings: { policy?: Policy; hosts?: string[] } = {}) {
  const { policy = 'allow', hosts = [] } = settings;
  await rig.tools.install(toolText(name, body), { hosts });
  await rig.tools.setPolicy(name, policy);
}
const errorOf = ({ outcome }: CallReport) => outcome.error;
const runsOf = (name: string) => rig.runs.filter((run) => run.name === name).length;

describe('a script that only reads', () => {
  it('runs immediately, and reports value, printed text and log lines separately', async () => {
    const report = await rig.script(
      'local hits = tools.search{ query = "x" }.results print(#hits, "found") log.warn("odd") return hits[1].title',
    );
    expect(report.outcome.result).toEqual({ value: 'About x', printed: '1\tfound', warnings: ['odd'] });
    expect(report.logs).toEqual([
      { level: 'print', text: '1\tfound' },
      { level: 'warn', text: 'odd' },
    ]);
    expect(rig.asked).toEqual([]);
  });

  it('may call read-only tools, and read documents and its folder', async () => {
    await install('words', 'return #"some words"');
    const { outcome } = await rig.script(
      'return tools.words{}, context.get("d1").title, #fs.list(), #context.search("y")',
    );
    expect(outcome.result).toEqual({ value: [10, 'A document', 0, 1] });
    expect(rig.asked).toEqual([]);
  });
});

describe('a script with side effects', () => {
  it('asks first, showing its code, reason and effects; a no ends it', async () => {
    await install('post', 'return "sent"', { hosts: ['api.example.com'] });
    const source = 'fs.write("a.txt", "1")\nreturn tools.post{}';
    const report = await rig.script(source, { reason: 'to post it' });
    expect(rig.asked).toEqual([
      {
        kind: 'script',
        name: 'lua_run_script',
        source,
        reason: 'to post it',
        touches: {
          touches: [
            { name: 'fs.write', effect: 'acts', lines: [1], note: 'a.txt' },
            { name: 'tools.post', effect: 'acts', lines: [2], note: 'may reach api.example.com' },
          ],
          unclear: [],
          readOnly: false,
        },
      },
    ]);
    expect(errorOf(report)).toMatchObject({
      code: 'denied',
      message: expect.stringContaining('did not want'),
    });
    expect(rig.runs).toEqual([]);
    expect(rig.recorded.map(({ approval }) => approval?.answer)).toEqual(['no']);
  });

  it('needs no reason, and keeps the yes and the edited text in its record', async () => {
    rig.person.answer = () => ({ yes: true, edited: 'return 2' });
    const { outcome } = await rig.tools.call(
      'lua_run_script',
      { source: 'fs.write("a", "b")' },
      { caller: MODEL },
    );
    expect(outcome.result).toMatchObject({ value: 2, edited: 'return 2' });
    expect(rig.recorded.map(({ approval }) => approval?.answer)).toEqual(['yes']);
  });

  it('runs after a yes; each tool it calls still follows its own policy', async () => {
    await install('asks', 'return "done"', { policy: 'ask' });
    rig.person.answer = (act) => act.kind === 'script';
    const report = await rig.script('fs.write("a", "1") return tools.asks{}');
    expect(rig.asked.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'script lua_run_script',
      'run asks',
    ]);
    expect(errorOf(report)).toMatchObject({
      code: 'denied',
      message: "script:1: tools.asks: the call of tool 'asks' was not approved",
      details: { line: 1 },
    });
    expect(runsOf('asks')).toBe(0);
  });

  it('runs as the user edited it, and tells the model what ran', async () => {
    rig.person.answer = () => ({ yes: true, edited: 'fs.write("b", "2") return "mine"' });
    const { outcome } = await rig.script('fs.write("a", "1") return "its"');
    expect(outcome.result).toEqual({ value: 'mine', edited: 'fs.write("b", "2") return "mine"' });
    expect((await rig.script('return #fs.list(), fs.read("b")')).outcome.result).toEqual({ value: [1, '2'] });
  });

  it("reports errors in the user's edit", async () => {
    rig.person.answer = () => ({ yes: true, edited: 'fs.write(' });
    const report = await rig.script('fs.write("a", "1")');
    expect(errorOf(report)).toMatchObject({ details: { line: 1, edited: 'fs.write(' } });
    expect(rig.runs).toEqual([]);
  });

  it('asks the user before each request, whatever was approved before', async () => {
    rig.person.answer = (act) => act.kind === 'script';
    const report = await rig.script('return http.post("https://api.example.com/x", "secret")');
    expect(rig.asked.at(-1)).toMatchObject({
      kind: 'send',
      request: { method: 'POST', url: 'https://api.example.com/x', body: 'secret' },
    });
    expect(errorOf(report)).toMatchObject({ code: 'denied' });
  });
});

describe('an unapproved script cannot do anything that its text does not show', () => {
  // If the static reading wrongly took a script for harmless, a run could act. So these tests break the reading on
  // purpose.
  const blind = 'tools.search{ query = "x" }';
  const attacks: [string, string, string][] = [
    [
      'a tool that acts',
      'return pcall(function() return tools.post{} end), fs.write("x", "y")',
      'tools.post',
    ],
    [
      'a tool among several',
      'return tools.all{ { "search", { query = "x" } }, { "post", {} } }',
      'tools.post',
    ],
    ['a file', 'return pcall(fs.write, "x", "y")', 'fs.write'],
    ['deleting', 'fs.delete("x")', 'fs.delete'],
    ['a request', 'return pcall(http.get, "https://evil.example/")', 'http.request'],
    ['a token', 'return pcall(http.token, { url = "https://evil.example/" })', 'http.token'],
    ['reading what is not listed', 'return context.get("d1")', 'context.get'],
    ['a tool of a server', 'return mcp.evil.post{}', 'tools.evil__post'],
  ];
  it.each(attacks)('%s', async (_what, hidden, name) => {
    await install('post', 'return "sent"', { hosts: ['evil.example'] });
    const { treeOf } = await import('../../lua-language/scopes.ts');
    // The reader sees a different text than the sandbox runs.
    Object.assign(treeOf(hidden), treeOf(blind));
    expect((await rig.code.touches(hidden)).readOnly).toBe(true);
    const report = await rig.script(hidden);
    expect(errorOf(report)).toMatchObject({
      code: 'denied',
      message: expect.stringContaining(`did something that its text does not show (${name})`),
    });
    expect(rig.asked).toEqual([]);
    expect(runsOf('post')).toBe(0);
    expect((await rig.script('return #fs.list()')).outcome.result).toEqual({ value: 0 });
  });

  it('does not use grants a tool got after the reading', async () => {
    await install('grows', 'return 1');
    const { runs, tools } = rig;
    const before = runs.push.bind(runs);
    runs.push = (request) => {
      // Between reading and run, the user grants the tool a host.
      const tool = tools.get('grows')!;
      tools.get = (name) => (name === 'grows' ? { ...tool, hosts: ['a.example'] } : undefined);
      return before(request);
    };
    expect(errorOf(await rig.script('return tools.grows{}'))).toMatchObject({
      message: expect.stringContaining('(tools.grows)'),
    });
  });

  it.each(['local t = tools return t.post{}', 'load("tools.post{}")()', 'return _G.tools.post{}'])(
    'asks about unclear code: %s',
    async (source) => {
      await install('post', 'return "sent"');
      expect(errorOf(await rig.script(source))).toMatchObject({ code: 'denied' });
      expect(rig.asked).toHaveLength(1);
    },
  );
});

describe('callers of run_script', () => {
  it("excludes tools: their author would act in the model's place", async () => {
    await install('outer', 'return tools.lua_run_script{ source = "return 1", reason = "" }');
    const { error } = (await rig.tools.call('outer', {}, { caller: MODEL })).outcome;
    expect(error).toMatchObject({
      code: 'denied',
      message: expect.stringContaining('can run scripts, not tools'),
    });
  });

  it('excludes scripts', async () => {
    rig.person.answer = () => true;
    const report = await rig.script('return tools.lua_run_script{ source = "return 1", reason = "" }');
    expect(errorOf(report)).toMatchObject({ code: 'denied' });
  });

  it('excludes models while code mode is off, but not the user', async () => {
    rig.settings.codeMode = false;
    expect(errorOf(await rig.script('return 1'))).toMatchObject({ code: 'denied' });
    expect(rig.tools.list().find(({ name }) => name === 'lua_run_script')?.llmCallable).toBe(false);
    expect((await rig.code.run('return 1', 'chat-1')).outcome.result).toEqual({ value: 1 });
  });

  it('hides tools that are not for models from their scripts', async () => {
    await install('private', 'return "mine"');
    await rig.tools.configure('private', { llmCallable: false });
    rig.person.answer = () => true;
    expect(errorOf(await rig.script('return tools.private{}'))).toMatchObject({ code: 'denied' });
    expect(runsOf('private')).toBe(0);
    expect((await rig.code.run('return tools.private{}', 'chat-1')).outcome.result).toEqual({
      value: 'mine',
    });
  });
});

describe('a user’s own script', () => {
  it('runs without a question; each tool it calls still follows its own policy', async () => {
    await install('asks', 'return "done"', { policy: 'ask' });
    rig.person.answer = (act) => act.kind === 'run';
    const report = await rig.code.run('fs.write("a", "1") local t = tools return t.asks{}', 'chat-1');
    expect(report.outcome.result).toEqual({ value: 'done' });
    expect(rig.asked.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['run asks']);
  });

  it('shares variables and files with the model of its conversation only', async () => {
    await rig.code.run('rows = { 1, 2 } fs.write("a", "b")', 'chat-1');
    expect((await rig.script('return #rows, fs.read("a")')).outcome.result).toEqual({ value: [2, 'b'] });
    expect((await rig.code.run('return rows, #fs.list()', 'chat-2')).outcome.result).toEqual({
      value: [null, 0],
    });
    await rig.code.reset('chat-1');
    expect((await rig.script('return rows, #fs.list()')).outcome.result).toEqual({ value: [null, 0] });
  });
});

it('counts what an earlier script left as read input, even on a branch without that script', async () => {
  await install('post', 'return http.post("http://127.0.0.1:9/", params).status', { hosts: ['127.0.0.1:9'] });
  rig.person.answer = ({ kind }) => kind === 'script';
  const sends = () => rig.asked.filter(({ kind }) => kind === 'send').map(({ name }) => name);
  await rig.script('return tools.post{ text = "what the model says" }');
  expect(sends()).toEqual([]);
  await rig.script('left = context.search("payroll")[1].title');
  await rig.script('return tools.post{ text = left }');
  expect(sends()).toEqual(['post']);
  await rig.code.reset('chat-1');
  await rig.script('return tools.post{ text = "what the model says" }');
  expect(sends()).toEqual(['post']);
});

describe('errors', () => {
  it('reports the line, and what was printed before', async () => {
    const report = await rig.script('print("so far")\nlocal a\nreturn a.b');
    expect(errorOf(report)).toEqual({
      code: 'tool_error',
      message: "script:3: attempt to index a nil value (local 'a')",
      details: { line: 3, printed: 'so far' },
    });
    expect(scriptResultOf(report)).toEqual({
      value: null,
      printed: 'so far',
      warnings: [],
      logs: [],
      error: { message: "script:3: attempt to index a nil value (local 'a')", line: 3 },
    });
  });

  it('reports a syntax error before anyone is asked', async () => {
    const report = await rig.script('fs.write("a", "b")\nreturn (');
    expect(errorOf(report)).toMatchObject({ details: { line: 2 } });
    expect([rig.asked, rig.runs]).toEqual([[], []]);
  });

  it('names global variables that could not be stored', async () => {
    const { outcome } = await rig.script('function helper() end kept = 1');
    expect(outcome.result).toMatchObject({
      warnings: [expect.stringContaining('not kept for the next script: helper')],
    });
  });
});

describe('a truncated result', () => {
  it('can be read in parts by its model and by scripts of its conversation only', async () => {
    const long = `start ${'x'.repeat(30_000)} needle ${'y'.repeat(30_000)}`;
    const hint = rig.code.outputs.keep('chat-1', 'weather', long);
    const [, id] = /id "(out-\d+)"/.exec(hint ?? '') ?? [];
    const read = async (args: object, caller = MODEL) =>
      (await rig.tools.call('read_output', { id, ...args }, { caller })).outcome;
    expect((await read({ limit: 5 })).result).toEqual({
      ...{ id, tool: 'weather', total: long.length, offset: 0, text: 'start', next: 5 },
    });
    expect((await read({ find: 'NEEDLE' })).result).toMatchObject({ matches: [{ offset: 30_007 }] });
    expect(
      (await rig.script(`return tools.read_output{ id = "${id}", offset = 30007, limit = 6 }.text`)).outcome
        .result,
    ).toEqual({ value: 'needle' });
    expect((await read({}, { kind: 'agent', conversation: 'chat-2', call: '1' })).error?.code).toBe(
      'not_found',
    );
    await install('nosy', `return tools.read_output{ id = "${id}" }`);
    expect((await rig.tools.call('nosy', {}, { caller: MODEL })).outcome.error).toMatchObject({
      code: 'denied',
    });
  });
});
