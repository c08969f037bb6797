// The entry point of imports: what each kind of file becomes, what is noted about the rest, and what is rejected.
import { zipSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';
import { agentsNote } from '../../core/agents-note.ts';
import { readImport, unpackAlone } from './read-import.ts';
import { filesFrom, flowSource, httpSource } from './tools.test-support.ts';

const LUA = 'tool = { description = "d" }\nfunction tool.execute(params) return params end\n';
const CONNECTOR = 'connector = {}\nfunction connector.scan(config) return {} end\n';

const read = (texts: Record<string, string | Uint8Array>): Promise<BundleDraft[]> =>
  readImport(filesFrom(texts));

async function only(texts: Record<string, string | Uint8Array>): Promise<BundleDraft> {
  const drafts = await read(texts);
  expect(drafts).toHaveLength(1);
  return drafts[0] as BundleDraft;
}

const named = ({ tools }: BundleDraft): Record<string, string[]> =>
  Object.fromEntries(tools.map(({ fileName, files }) => [fileName, Object.keys(files)]));

const refusal = (texts: Record<string, string | Uint8Array>): Promise<{ code: string; message: string }> =>
  read(texts).then(
    () => ({ code: 'none', message: 'it was read' }),
    (error: { code: string; message: string }) => error,
  );

describe('Lua files', () => {
  it('become tools, alone or many', async () => {
    const one = await only({ 'weather.lua': LUA });
    expect(one).toEqual({
      slug: 'weather',
      displayName: 'weather',
      description: '',
      tools: [{ kind: 'lua', fileName: 'weather.lua', source: LUA, files: {}, config: {}, tags: [] }],
      secrets: [],
      notes: [],
    });
    const two = await only({ 'a.lua': LUA, 'b.lua': CONNECTOR });
    expect([two.slug, named(two)]).toEqual(['imported', { 'a.lua': [], 'b.lua': [] }]);
  });

  it('lose a byte order mark, and keep every other character', async () => {
    const { tools } = await only({ 'a.lua': `\ufeff${LUA}-- Grüezi 🌤\r\n` });
    expect(tools[0]?.source).toBe(`${LUA}-- Grüezi 🌤\r\n`);
  });

  it('called tool.lua are named after their folder, and own what is in it', async () => {
    const draft = await only({
      'weather/tool.lua': LUA,
      'weather/lib/words.lua': 'return {}',
      'weather/more.lua': 'return {}',
      'weather/data/cities.json': '["Bern"]',
      'weather/README.md': '# Weather',
      'weather/weather.cases.json': '[]',
      'weather/icon.png': Uint8Array.of(0x89, 0x50, 0xff),
    });
    expect(draft.slug).toBe('weather');
    expect(named(draft)).toEqual({
      'weather.lua': ['more.lua', 'lib/words.lua', 'cases.json', 'README.md', 'data/cities.json'],
    });
    expect(draft.notes).toEqual(["These files are not text and were left out: 'icon.png'."]);
  });

  it('in separate folders stay apart, and connectors beside tools', async () => {
    const draft = await only({
      'all/tools/weather/tool.lua': LUA,
      'all/tools/weather/lib/x.lua': 'return 1',
      'all/tools/jira/tool.lua': LUA,
      'all/connectors/rss/connector.lua': CONNECTOR,
      'all/agents/helper/agent.toml': 'name = "helper"',
    });
    expect(draft.slug).toBe('all');
    expect(named(draft)).toEqual({ 'weather.lua': ['lib/x.lua'], 'jira.lua': [], 'rss.lua': [] });
    expect(draft.notes).toEqual(["Agents are not imported: 'agents/helper/agent.toml'."]);
  });

  it('share the modules beside or below them', async () => {
    const draft = await only({
      'set/a.lua': LUA,
      'set/b.lua': LUA,
      'set/words.lua': 'return {}',
      'set/lib/deep/x.lua': 'return {}',
      'set/a.cases.json': '[]',
    });
    expect(named(draft)).toEqual({
      'a.lua': ['words.lua', 'lib/deep/x.lua', 'cases.json'],
      'b.lua': ['words.lua', 'lib/deep/x.lua'],
    });
  });

  it('without a declaration are scripts when none requires them, and the sandbox reports what they lack', async () => {
    expect(
      named(await only({ 'odd.lua': 'local t = {} _ENV["tool"] = t', 'lib/x.lua': 'return 1' })),
    ).toEqual({
      'odd.lua': ['lib/x.lua'],
    });
    expect(named(await only({ 'lib/x.lua': 'return 1' }))).toEqual({ 'x.lua': [] });
  });

  it('that read files get the texts beside them; others leave them, with a note', async () => {
    const reader = 'tool = {} function tool.execute() return fs.read("data.txt") end';
    expect(named(await only({ 'x/r.lua': reader, 'x/data.txt': 'd', 'x/cases.json': '[]' }))).toEqual({
      'r.lua': ['cases.json', 'data.txt'],
    });
    const draft = await only({ 'x/r.lua': LUA, 'x/data.txt': 'd' });
    expect(draft.notes).toEqual(["These files are not tools and were left out: 'data.txt'."]);
  });
});

describe('a ZIP of another kind', () => {
  it('is read as the folder it holds, without hidden files, with a note', async () => {
    const zip = zipSync({
      'repo-main/weather.lua': strToU8(LUA),
      'repo-main/.gitignore': strToU8('x'),
      '__MACOSX/repo-main/._weather.lua': strToU8('x'),
    });
    const draft = await only({ 'downloads/Some tools.zip': zip });
    expect([draft.slug, draft.displayName, named(draft)]).toEqual([
      'some-tools',
      'Some tools',
      { 'weather.lua': [] },
    ]);
    expect(draft.notes[0]).toMatch(/Hidden files and files of the system were left out/);
  });

  it('is not opened inside another one', async () => {
    const inner = zipSync({ 'b.lua': strToU8(LUA) });
    const draft = await only({ 'x.zip': zipSync({ 'a.lua': strToU8(LUA), 'inner.zip': inner }) });
    expect(named(draft)).toEqual({ 'a.lua': [] });
    expect(draft.notes).toEqual(["These files are not text and were left out: 'inner.zip'."]);
  });

  it('is read alike if it was opened before, alone', async () => {
    const inside = { 'lib/x.lua': strToU8('return 1'), 'tool.lua': strToU8(LUA) };
    for (const files of [inside, { kit: inside }]) {
      const given = filesFrom({ 'all.zip': zipSync(files) });
      expect(await readImport(unpackAlone(given))).toEqual(await readImport(given));
    }
    const others = filesFrom({ 'all.zip': zipSync(inside), 'a.lua': LUA });
    expect(unpackAlone(others)).toBe(others);
  });

  it('is imported with others, each a bundle, all or none', async () => {
    const zip = zipSync({ 'a.lua': strToU8(LUA) });
    expect((await read({ 'x.zip': zip, 'y.zip': zip, 'z.lua': LUA })).map(({ slug }) => slug)).toEqual([
      'x',
      'y',
      'z',
    ]);
    expect((await refusal({ 'x.zip': zip, 'y.zip': zip.slice(0, 40) })).message).toMatch(/y\.zip is damaged/);
  });
});

describe('a RustyClaw skill', () => {
  const skill = (yaml: string, body: string): string => `---\n${yaml}\n---\n${body}`;
  const first = async (text: string, path = 'greet.skill'): Promise<ToolDraft & { notes: string[] }> => {
    const draft = await only({ [path]: text });
    return { ...(draft.tools[0] as ToolDraft), notes: draft.notes };
  };

  it('in Lua becomes a tool that declares what its YAML says', async () => {
    const yaml = [
      'name: greet',
      'description: "Says \\"hello\\""',
      'parameters: {type: object, properties: {who: {type: string, enum: [a, b]}, end: {type: integer}}, required: [who]}',
      'runtime: lua',
      'policy: elevated',
      'timeout_secs: 5',
      'network: true',
    ].join('\n');
    const draft = await first(skill(yaml, '\nlocal who = params.who\nreturn "hello " .. who\n'));
    expect(draft.fileName).toBe('greet.lua');
    expect(draft.source).toBe(`tool = {
  name = "greet",
  description = "Says \\"hello\\"",
  parameters = {
    type = "object",
    properties = { who = { type = "string", enum = { "a", "b" } }, ["end"] = { type = "integer" } },
    required = { "who" },
  },
  timeout = 5,
  approve = true,
}

function tool.execute(params, context)
local who = params.who
return "hello " .. who
end
`);
    expect(draft.notes).toEqual(["'greet' asks for the network: grant it the hosts that it may reach."]);
  });

  it('whose body declares a tool is that body', async () => {
    expect((await first(skill('name: greet\nruntime: lua', LUA))).source).toBe(LUA);
    expect((await first(skill('name: greet\nruntime: lua\npolicy: deny', LUA))).enabled).toBe(false);
  });

  it.each(['bash', 'python'])('in %s is kept, switched off, with the reason', async (runtime) => {
    const text = skill(`name: old\ndescription: d\nruntime: ${runtime}`, 'echo hello');
    const draft = await first(text, 'old.md');
    expect(draft).toMatchObject({ fileName: 'old.lua', source: text });
    expect(draft.problem).toBe(
      `it is written for ${runtime}; only Lua runs here. Its text is kept, so that it can be rewritten`,
    );
    expect(draft.declared).toEqual({ description: 'd' });
  });

  const claw = (name: string, more: object = {}): object => ({
    name,
    description: `Does ${name}`,
    runtime: 'lua',
    body: 'return params.n + 1',
    parameters: { type: 'object', properties: { n: { type: 'number' } } },
    policy: 'elevated',
    timeout_secs: 5,
    ...more,
  });

  it('is read from the JSON that creates a tool, and from a tools.json', async () => {
    const [tool] = (await only({ 'next.json': JSON.stringify(claw('next')) })).tools;
    expect(tool).toMatchObject({ kind: 'lua', fileName: 'next.lua' });
    expect(tool?.source).toContain('approve = true');
    expect(tool?.source).toContain('description = "Does next"');
    expect(tool?.source).toContain('return params.n + 1');
    const bash = claw('old', { runtime: 'bash', body: 'echo hello' });
    for (const list of [[claw('a'), bash], { tools: [claw('a'), bash] }, { a: claw('a'), old: bash }]) {
      const { tools } = await only({ 'tools.json': JSON.stringify(list) });
      expect(tools.map(({ fileName }) => fileName)).toEqual(['a.lua', 'old.lua']);
      expect(tools[1]).toMatchObject({
        problem: expect.stringContaining('it is written for bash') as string,
        declared: { description: 'Does old', parameters: { type: 'object' } },
      });
      expect(JSON.parse(tools[1]!.source)).toEqual(bash);
    }
  });

  it('is told from other Markdown and YAML by its runtime', async () => {
    const draft = await only({ 'a.lua': LUA, 'b.md': skill('title: T', 'text'), 'c.yaml': 'a: 1' });
    expect(draft.notes).toEqual(["These files are not tools and were left out: 'b.md', 'c.yaml'."]);
    expect((await first(skill('runtime: lua', 'return 1'), 'my tool.yaml')).fileName).toBe('my_tool.lua');
  });

  it('notes what is dropped', async () => {
    const { notes } = await first(
      skill('name: a b\nruntime: lua\nretries: 3\ntimeout_secs: 0\nparameters: [1', 'return 1').replace(
        '[1',
        '7',
      ),
    );
    expect(notes).toEqual([
      "'a b' is called 'a_b' here.",
      "'a_b' has fields that mean nothing here: 'retries'.",
      "The parameters of 'a_b' are no JSON Schema of an object, so it is called without any.",
      "'a_b' has a time limit that is none: 0; it gets the usual one.",
    ]);
  });

  it.each([
    ['no front matter', 'just text', /begins with a line of three dashes/],
    ['YAML that does not read', skill('name: [', 'return 1'), /greet\.skill cannot be read as YAML/],
    ['a list as YAML', skill('- a', 'return 1'), /its YAML is no list of fields/],
    ['no script', skill('runtime: lua', ' \n'), /there is no script in it/],
    [
      'a key that means the prototype',
      skill('runtime: lua\n__proto__: {a: 1}', 'x'),
      /'__proto__' is not a valid/,
    ],
    ['an alias', skill('a: &a [x]\nb: *a\nruntime: lua', 'return 1'), /cannot be read as YAML/],
    ['a key twice', skill('name: a\nname: b\nruntime: lua', 'return 1'), /cannot be read as YAML/],
  ])('with %s is rejected', async (_, text, why) => {
    const { code, message } = await refusal({ 'greet.skill': text });
    expect(code).toBe('bad_request');
    expect(message).toMatch(why);
  });

  it('with exploding aliases or extreme nesting is rejected quickly', async () => {
    const bomb = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`).join(
      '\n',
    );
    expect((await refusal({ 'b.skill': skill(`a0: &a0 x\n${bomb}`, 'return 1') })).message).toMatch(/YAML/);
    expect((await refusal({ 'b.skill': skill(`a: ${'['.repeat(50_000)}`, 'return 1') })).message).toMatch(
      /YAML/,
    );
    expect(await refusal({ 'b.skill': skill(`a: ${'x'.repeat(300_000)}`, 'return 1') })).toMatchObject({
      code: 'too_large',
    });
  });
});

describe('ctx.toml', () => {
  const TOML = `
[agents.inline.helper]
system_prompt = "Help."

[db]
path = "ctx.sqlite"

[tools.script.create_ticket]
path = "tools/jira/tool.lua"
timeout = 90
url = "https://jira.example.com"
token = "\${JIRA_TOKEN}"
labels = ["a", "b"]

[tools.script.second]
path = "scripts/plain.lua"
odd = "\${not a name}"

[connectors.script.news]
path = "./scripts/rss.lua"
feeds = { main = "https://example.com/\${FEED}" }

[tools.script.away]
path = "../outside.lua"

[tools.script.gone]
path = "/abs/x.lua"

[tools.script.empty]
x = 1

[connectors.git]
enabled = true
`;

  it("names its scripts, sets config and timeout, and notes what it can't set", async () => {
    const draft = await only({
      'work/ctx.toml': TOML,
      'work/tools/jira/tool.lua': 'tool = { version = "1", name = "jira", parameters = {} }',
      'work/tools/jira/lib/x.lua': 'return 1',
      'work/scripts/plain.lua': LUA,
      'work/scripts/rss.lua': CONNECTOR,
      'work/scripts/unnamed.lua': LUA,
    });
    expect([draft.slug, draft.secrets]).toEqual(['work', ['FEED', 'JIRA_TOKEN']]);
    expect(draft.tools).toEqual([
      {
        kind: 'lua',
        fileName: 'create_ticket.lua',
        source: 'tool = { version = "1", name = "create_ticket", parameters = {} }',
        files: { 'lib/x.lua': 'return 1' },
        config: { url: 'https://jira.example.com', token: '${JIRA_TOKEN}', labels: ['a', 'b'] },
        limits: { timeout: 90 },
        tags: [],
      },
      {
        kind: 'lua',
        fileName: 'second.lua',
        source: LUA,
        files: {},
        config: { odd: '${not a name}' },
        tags: [],
      },
      {
        kind: 'lua',
        fileName: 'news.lua',
        source: CONNECTOR,
        files: {},
        config: { feeds: { main: 'https://example.com/${FEED}' } },
        tags: [],
      },
    ]);
    expect(draft.notes).toEqual([
      "'create_ticket' is called 'jira' in its script; the name was changed there, since ctx.toml decides.",
      "The config of 'second' names 'not a name', which no secret can be called.",
      "[tools.script.away] was left out: its script '../outside.lua' is not among the imported files.",
      "[tools.script.gone] was left out: its script '/abs/x.lua' is not among the imported files.",
      '[tools.script.empty] names no script and was left out.',
      "ctx.toml has entries in [connectors] that are not scripts and were left out: 'git'.",
      "ctx.toml has settings of Context Harness that were left out: 'db'.",
      'The agents in ctx.toml are profiles, not tools. In the app, import ctx.toml under Profiles.',
      "ctx.toml does not name these scripts, so they were left out: 'scripts/unnamed.lua'.",
    ]);
  });

  it('may name one script twice with separate configs, and be in a folder beside it', async () => {
    const toml =
      '[tools.script.a]\npath = "../x.lua"\nk = 1\n[tools.script.b]\npath = "x.lua"\ntimeout = 0\n';
    const draft = await only({ 'w/config/ctx.toml': toml, 'w/x.lua': 'tool = { name = "x" }' });
    expect(draft.tools.map(({ fileName, source, config }) => [fileName, source, config])).toEqual([
      ['a.lua', 'tool = { name = "a" }', { k: 1 }],
      ['b.lua', 'tool = { name = "b" }', {}],
    ]);
    expect(draft.notes).toContain("'b' has a time limit that is none: 0; it gets the usual one.");
  });

  it('that is not TOML, or names the prototype, is rejected', async () => {
    expect((await refusal({ 'ctx.toml': '[tools' })).message).toMatch(/ctx\.toml cannot be read as TOML/);
    const proto = '[tools.script.__proto__]\npath = "x.lua"';
    expect((await refusal({ 'ctx.toml': proto, 'x.lua': LUA })).message).toMatch(
      /'__proto__' is not a valid/,
    );
    const odd = '[tools.script.constructor]\npath = "x.lua"';
    expect(named(await only({ 'ctx.toml': odd, 'x.lua': LUA }))).toEqual({ 'tool.lua': [] });
  });
});

describe('registry.toml', () => {
  it('gives the places of its tools, their descriptions and needs', async () => {
    const toml = `
[registry]
name = "Community"
description = "Tools for all"
min_version = "0.5"
[tools.web-fetch]
path = "tools/web-fetch"
description = "Reads"
tags = ["web", "http client", "1bad"]
required_config = ["token"]
[tools.gone]
path = "tools/gone/tool.lua"
[connectors.rss]
path = "connectors/rss/connector.lua"
[agents.helper]
path = "agents/helper/agent.lua"
`;
    const draft = await only({
      'reg/registry.toml': toml,
      'reg/tools/web-fetch/tool.lua': LUA,
      'reg/tools/web-fetch/README.md': 'about',
      'reg/tools/extra/tool.lua': LUA,
      'reg/connectors/rss/connector.lua': CONNECTOR,
      'reg/agents/helper/agent.lua': 'agent = {}',
      'reg/LICENSE': 'MIT',
    });
    expect(draft).toMatchObject({
      slug: 'community',
      displayName: 'Community',
      description: 'Tools for all',
    });
    expect(named(draft)).toEqual({ 'web-fetch.lua': ['README.md'], 'rss.lua': [] });
    expect(draft.tools[0]?.tags).toEqual(['web', 'http-client']);
    expect(draft.notes).toEqual([
      "Agents are not imported: 'agents/helper/agent.lua'.",
      "'web-fetch' needs values in its config: 'token'.",
      "'web-fetch' has tags that cannot be tags here and were left out: '1bad'.",
      "[tools.gone] was left out: its script 'tools/gone/tool.lua' is not among the imported files.",
      agentsNote('registry.toml'),
      "registry.toml does not name these scripts, so they were left out: 'tools/extra/tool.lua'.",
      "These files are not tools and were left out: 'LICENSE'.",
    ]);
  });
});

describe('declarative tools', () => {
  it('are HTTP tools and flows with their test cases, and a secret for each name that is not an argument', async () => {
    const auth = { auth: { type: 'bearer', token: '${API_TOKEN}' } };
    const http = httpSource('forecast', auth);
    const draft = await only({
      'x/forecast.http.json': http,
      'x/forecast.cases.json': '[]',
      'x/morning.json': flowSource('morning'),
      'x/data.json': '{"a": 1}',
    });
    expect(draft.tools).toEqual([
      {
        kind: 'http',
        fileName: 'forecast.http.json',
        source: http,
        files: { 'cases.json': '[]' },
        config: { API_TOKEN: '${API_TOKEN}' },
        tags: [],
      },
      {
        kind: 'flow',
        fileName: 'morning.flow.json',
        source: flowSource('morning'),
        files: {},
        config: {},
        tags: [],
      },
    ]);
    expect(draft.secrets).toEqual(['API_TOKEN']);
    expect(draft.notes).toEqual(["These files are not tools and were left out: 'data.json'."]);
  });

  it('that are invalid are rejected by name', async () => {
    expect((await refusal({ 'a.http.json': '{' })).message).toMatch(/a\.http\.json cannot be read as JSON/);
    expect((await refusal({ 'a.http.json': '[]' })).message).toMatch(/a\.http\.json cannot be imported/);
    expect((await refusal({ 'a.json': '{"request": {"url": 7}}' })).message).toMatch(
      /^a\.json cannot be imported: /,
    );
    expect((await refusal({ 'a.json': '{"request": {}, "__proto__": {}}' })).message).toMatch(
      /'__proto__' is not a valid/,
    );
  });
});

describe('FlexiGPT', () => {
  const tool = (more: object = {}): object => ({
    schemaVersion: '2025-07-01',
    id: 't1',
    slug: 'get-issue',
    version: 'v1.0',
    displayName: 'Get issue',
    description: 'Reads an issue',
    tags: ['git'],
    llmCallable: true,
    userCallable: false,
    autoExecReco: true,
    argSchema: { type: 'object', properties: { id: { type: 'integer' } } },
    type: 'http',
    httpImpl: {
      request: {
        method: 'post',
        urlTemplate: 'https://api.example.com/issues/${id}',
        query: { full: 'yes' },
        body: '{"n": ${id}, "t": "${id}"}',
        auth: { type: 'apiKey', in: 'header', name: 'X-Key', valueTemplate: '${FLEXI_KEY}' },
        timeoutMS: 2500,
      },
      response: { successCodes: [200, 201], errorMode: 'empty', bodyOutputMode: 'text' },
    },
    isEnabled: true,
    ...more,
  });

  it('becomes HTTP tools for tools of type http', async () => {
    const draft = await only({ 'get.json': JSON.stringify(tool()) });
    const [read] = draft.tools;
    expect(read).toMatchObject({
      kind: 'http',
      fileName: 'get-issue.http.json',
      userCallable: false,
      tags: ['git'],
    });
    expect(read?.config).toEqual({ FLEXI_KEY: '${FLEXI_KEY}' });
    expect(JSON.parse(read?.source ?? '')).toEqual({
      name: 'get-issue',
      version: 'v1.0',
      description: 'Reads an issue',
      parameters: { type: 'object', properties: { id: { type: 'integer' } } },
      timeout: 2.5,
      request: {
        method: 'POST',
        url: 'https://api.example.com/issues/${id}',
        query: { full: 'yes' },
        body: '{"n": ${id}, "t": "${id}"}',
      },
      auth: { type: 'apiKey', in: 'header', name: 'X-Key', value: '${FLEXI_KEY}' },
      response: { successCodes: [200, 201], errorMode: 'empty', mode: 'text' },
    });
    expect(draft.notes).toEqual(["'get-issue' asks to run by itself; here it asks before each call."]);
  });

  it('keeps tools apart whose slugs are in other scripts', async () => {
    const slugs = ['天気', '予報', 'get-天気', 'größe', 'Ünïcode'];
    const files = Object.fromEntries(
      slugs.map((slug, at) => [`${at}.json`, JSON.stringify(tool({ slug, id: String(at) }))]),
    );
    const names = (await only(files)).tools.map(({ fileName }) => fileName.replace('.http.json', ''));
    expect(names).toEqual(['tool_5929_6c17', 'tool_4e88_5831', 'get-_5929_6c17', 'gro_e', 'Unicode']);
  });

  it.each([{}, { type: 'object', properties: {} }, undefined])(
    'declares the placeholders it finds when argSchema is %j',
    async (argSchema) => {
      const httpImpl = {
        request: {
          method: 'post',
          urlTemplate: 'https://${REGION}.example.com/issues/${id}?q=${words}',
          headers: { 'X-Trace': '${trace.id}', 'X-Key': '${API_KEY}' },
          body: '{"id": ${id}, "title": "${title}"}',
          auth: { type: 'bearer', valueTemplate: '${token}' },
        },
      };
      const [read] = (await only({ 'get.json': JSON.stringify(tool({ argSchema, httpImpl })) })).tools;
      expect(read?.problem).toBeUndefined();
      const { parameters } = JSON.parse(read?.source ?? '') as {
        parameters: { properties: object; required: string[] };
      };
      expect(parameters.required).toEqual(['id', 'words', 'trace', 'title']);
      expect(parameters.properties).toMatchObject({ id: { type: 'string' }, trace: { type: 'object' } });
    },
  );

  it('keeps tools of other types and invalid ones, with the reason', async () => {
    const go = { ...tool({ type: 'go', goImpl: { func: 'x' }, httpImpl: undefined }) };
    const [kept] = (await only({ 'go.json': JSON.stringify(go) })).tools;
    expect(kept?.problem).toMatch(/part of FlexiGPT itself \(type go\)/);
    expect(JSON.parse(kept?.source ?? '')).toEqual(JSON.parse(JSON.stringify(go)));
    const bad = tool({ httpImpl: { request: { urlTemplate: '${host}/x', method: 'BREW' } } });
    expect((await only({ 'bad.json': JSON.stringify(bad) })).tools[0]?.problem).toMatch(
      /cannot be read as an HTTP tool/,
    );
  });

  it('assigns tools to the bundle whose folder they are in', async () => {
    const bundle = (id: string, slug: string): object => ({
      id,
      slug,
      displayName: `The ${slug}`,
      description: 'd',
    });
    const drafts = await read({
      'tools.bundles.json': JSON.stringify({
        schemaVersion: '2025-07-01',
        bundles: { b1: bundle('b1', 'git'), b2: bundle('b2', 'web'), b3: bundle('b3', 'none') },
      }),
      'b1_git/a.json': JSON.stringify(tool()),
      'b2_web/b.json': JSON.stringify(tool({ slug: 'web-get' })),
      'elsewhere/c.json': JSON.stringify(tool({ slug: 'lone' })),
    });
    expect(drafts.map((draft) => [draft.slug, draft.displayName, Object.keys(named(draft))])).toEqual([
      ['git', 'The git', ['get-issue.http.json']],
      ['web', 'The web', ['web-get.http.json']],
      ['lone', 'lone', ['lone.http.json']],
    ]);
    expect(drafts[0]?.notes).toContain("The bundle 'none' has no tools among the imported files.");
  });

  it('reads a bundle in one file with its tools', async () => {
    const whole = { schemaVersion: '2025-07-01', slug: 'git', displayName: 'Git', tools: [tool()] };
    expect(await only({ 'git.json': JSON.stringify(whole) })).toMatchObject({
      slug: 'git',
      displayName: 'Git',
    });
  });

  it.each([
    ['wetter-größe', 'wetter-größe'],
    ['wetter-gro\u0308ße', 'wetter-größe'],
    ['天気', '天気'],
    ['天'.repeat(64), '天'.repeat(64)],
    ['天'.repeat(65), 'imported'],
    ['a/b', 'a-b'],
    ['погода-oslo', 'погода-oslo'],
    ['g\u0456thub', 'g-thub'],
    ['github\u3164', 'github'],
    ['\uff47\uff49\uff54', 'git'],
  ])('keeps the slug of a bundle in any script: %s', async (slug, kept) => {
    const whole = { schemaVersion: '2025-07-01', slug, displayName: 'X', tools: [tool()] };
    expect((await only({ 'x.json': JSON.stringify(whole) })).slug).toBe(kept);
  });
});

describe('an invalid import', () => {
  it('is rejected, naming what can be imported', async () => {
    const { code, message } = await refusal({ 'notes.txt': 'hello', 'x.bin': Uint8Array.of(0xff) });
    expect(code).toBe('bad_request');
    expect(message).toMatch(/there is no tool in 'notes\.txt', 'x\.bin'/);
    expect(message).toMatch(/What can be imported: Lua scripts/);
    expect((await refusal({})).message).toMatch(/there are no files/);
  });

  it('says where a file that should be JSON is broken', async () => {
    const { message } = await refusal({ 'tool.json': '{ "name": "x",, }' });
    expect(message).toMatch(/^tool\.json cannot be read as JSON: .*position 14/);
  });

  it('is rejected when it is too large', async () => {
    const big = 'x'.repeat(2 * 1024 * 1024 + 1);
    expect(await refusal({ 'a.lua': LUA, 'big.txt': big })).toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/'big\.txt'/),
    });
    const many = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`${index}.lua`, LUA]));
    expect((await refusal(many)).code).toBe('too_large');
    const half = new Uint8Array(1.9 * 1024 * 1024);
    const sum = Object.fromEntries(Array.from({ length: 22 }, (_, index) => [`${index}.bin`, half]));
    expect(await refusal({ 'a.lua': LUA, ...sum })).toMatchObject({ code: 'too_large' });
    const files = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`t/${index}.txt`, '']));
    expect((await refusal({ 't/tool.lua': LUA, ...files })).message).toMatch(
      /than a tool can have: 200 files/,
    );
  });

  it.each(['../a.lua', '/a.lua', 'C:\\a.lua', 'a\\b.lua', '__proto__/a.lua', 'a\u0000.lua'])(
    'is rejected with a file at %j',
    async (path) => {
      expect((await refusal({ [path]: LUA })).code).toBe('bad_request');
    },
  );

  it('is rejected when a file occurs twice', async () => {
    const [file] = filesFrom({ 'a.lua': LUA });
    if (!file) throw new Error('no file');
    await expect(readImport([file, { ...file, path: './a.lua' }])).rejects.toMatchObject({
      code: 'bad_request',
    });
  });
});

describe('an OpenAPI document', () => {
  const paths = { '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'ok' } } } } };
  const api = { openapi: '3.0.3', info: { title: 'Pets', version: '1' }, servers: [{ url: '/v1' }], paths };

  it('becomes a bundle of HTTP tools, from JSON or YAML, for the server that it came from', async () => {
    const yaml = `openapi: "3.0.3"\ninfo: {title: Pets, version: "1"}\nservers: [{url: /v1}]\npaths: ${JSON.stringify(paths)}\n`;
    const both: [string, string][] = [
      ['pets.json', JSON.stringify(api)],
      ['pets.yaml', yaml],
    ];
    for (const file of both) {
      const drafts = await readImport(
        filesFrom(Object.fromEntries([file])),
        'https://pets.example.com/pets.json',
      );
      expect(drafts.map(({ displayName }) => displayName)).toEqual(['Pets']);
      expect(drafts[0]?.tools.map(({ kind }) => kind)).toEqual(['http']);
      expect(drafts[0]?.tools[0]?.source).toContain('https://pets.example.com/v1/pets');
    }
  });
});
