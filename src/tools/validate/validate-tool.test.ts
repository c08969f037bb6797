// Whole tools, validated with the real virtual machine.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectTool } from '../../../scripts/inspect-tool.ts';
import { readPrelude } from '../../../scripts/prelude.ts';
import { Failure, toErrorData } from '../../core/errors.ts';
import type { SyntaxProblem, Validation } from '../../core/finding.ts';
import { compileWith } from '../../sandbox/worker/compile.ts';
import { findSyntaxProblem } from '../../sandbox/worker/syntax-problem.ts';
import { LuaVm } from '../../sandbox/worker/vm.ts';
import { compile, readData } from '../runnable.ts';
import { validateTool, type ValidateDeps, type ValidateInput } from './validate-tool.ts';
import { expectWithin } from '../../../scripts/expect-within.ts';

let vm: LuaVm;
beforeAll(async () => {
  vm = await LuaVm.load(readPrelude());
});

const deps: ValidateDeps = {
  compile: async (sources) => {
    const problems: SyntaxProblem[] = [];
    for (const [file, source] of Object.entries(sources)) {
      const problem = await findSyntaxProblem(file, source, (text) => compileWith(vm, text));
      if (problem) problems.push(problem);
    }
    return problems;
  },
  inspect: async (source, fileName, files) => {
    if (vm.spent) vm = await LuaVm.load(readPrelude());
    return inspectTool(vm, source, fileName, files).catch((problem: unknown) => {
      const { code, message } = toErrorData(problem);
      // The worker knows which step failed; here the message must do.
      throw new Failure(code, message, message.startsWith('parameters') ? { about: 'schema' } : undefined);
    });
  },
  readData,
  toScript: compile,
  knownTools: () => ['calculator', 'weather'],
  secretNames: () => Promise.resolve(['API_KEY']),
};

function validate(source: string, more: Partial<ValidateInput> = {}): Promise<Validation> {
  return validateTool({ source, kind: 'lua', fileName: 't.lua', ...more }, deps);
}

/** Formats each as `code line:column message`, for a body of tool.execute that begins on line 2. */
const shown = (findings: Validation['errors']): string[] =>
  findings.map(({ code, line, column, message }) =>
    [code, line && `${line}:${column}`, message].filter(Boolean).join(' '),
  );
async function warningsOf(body: string, more: Partial<ValidateInput> = {}): Promise<string[]> {
  const source = `tool = { name = "t", description = "d" } function tool.execute(params, context)\n${body}\nend`;
  const { errors, warnings } = await validate(source, more);
  expect(errors).toEqual([]);
  return shown(warnings);
}

describe('errors', () => {
  it('in the syntax have line and column, in each file', async () => {
    const { valid, errors } = await validate('tool = {}\nlocal x = = 1', {
      files: { 'lib/a.lua': 'return )' },
    });
    expect(valid).toBe(false);
    expect(errors.map(({ code, file, line, column }) => [code, file, line, column])).toEqual([
      ['syntax', 'lib/a.lua', 1, 8],
      ['syntax', 't.lua', 2, 11],
    ]);
  });

  it.each([
    ['', "metadata the script must define a global table 'tool'"],
    ['tool = {}', 'metadata the script must define function tool.execute(params, context)'],
    ['tool = { name = "a b" }\nfunction tool.execute() end', /^metadata tool name "a b" is not allowed/],
    ['tool = {}\nerror("no luck")', 'metadata 2:1 t.lua:2: no luck'],
    ['http.get("https://a.example")\ntool = {}', /^metadata 1:1 t.lua:1: .*http.request is refused/],
    [
      'tool = { parameters = {\n { name = "n", type = "text" } } }\nfunction tool.execute() end',
      /^metadata 2:11 parameter 'n' has unknown type 'text'/,
    ],
    [
      'tool = { parameters = {\n { name = "n", pattern = "(" } } }\nfunction tool.execute() end',
      /^schema (2:11 )?parameters/,
    ],
    [
      'tool = { parameters = {\n { name = "n", minLength = -1 } } }\nfunction tool.execute() end',
      /^schema 2:11 parameters, n/,
    ],
    [
      'tool = { parameters = {\n { name = "n", type = "integer", default = "x" } } }\nfunction tool.execute() end',
      `schema 2:11 the default of parameter 'n' must be of type 'integer', not "x"`,
    ],
    [
      'tool = { parameters = {\n { name = "n", enum = { "a" }, default = "x" } } }\nfunction tool.execute() end',
      `schema 2:11 the default of parameter 'n' is "x", which is not one of its values`,
    ],
  ])('of metadata and schema name the place: %j', async (source, expected) => {
    const { valid, errors } = await validate(source);
    expect(valid).toBe(false);
    expect(shown(errors)).toEqual([
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    ]);
  });

  it('name a missing module, with only a warning where pcall looks for it', async () => {
    const source = (line: string) =>
      `tool = { name = "t", description = "d" } function tool.execute()\n${line} end`;
    const { errors } = await validate(source('return require("lib.wrods"), require "lib/words"'), {
      files: { 'lib/words.lua': 'return {}' },
    });
    expect(shown(errors)).toEqual([
      "unknown_module 2:8 there is no module 'lib.wrods' among the tool’s files; it would be lib/wrods.lua",
    ]);
    const careful = await validate(
      source('local ok, cjson = pcall(function() return require("cjson") end) return ok and cjson'),
    );
    expect([careful.valid, careful.warnings.map(({ code }) => code)]).toEqual([true, ['unknown_module']]);
  });

  it("of the sandbox itself are thrown: they are not the script's fault", async () => {
    const broken = { ...deps, inspect: () => Promise.reject(new Failure('unavailable', 'no frame')) };
    const input = { source: 'tool = {}', kind: 'lua', fileName: 't.lua' } as const;
    await expect(validateTool(input, broken)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('warnings about calls', () => {
  it.each([
    ['return http.fetch("x")', 'unknown_call 2:8 there is no http.fetch; did you mean http.get?'],
    ['return json.prase("x")', 'unknown_call 2:8 there is no json.prase; did you mean json.parse?'],
    ['return json.dumps({})', 'unknown_call 2:8 there is no json.dumps; did you mean json.encode?'],
    ['return context.find("x")', 'unknown_call 2:8 there is no context.find; did you mean context.search?'],
    [
      'local f = context.bark\nreturn f',
      'unknown_call 2:11 there is no context.bark; context has config, emit, get, progress, query, search and sources',
    ],
    [
      'return os.execute("ls")',
      'unknown_call 2:8 there is no os.execute; os has clock, date, difftime and time',
    ],
    [
      'return io.open("x")',
      "unknown_call 2:8 'io.open' is not available in tools, and the script does not define io; did you mean fs.read?",
    ],
    [
      'return debug.traceback()',
      "unknown_call 2:8 'debug.traceback' is not available in tools, and the script does not define debug",
    ],
    [
      'return unpack({})',
      "unknown_call 2:8 'unpack' is not available in tools, and the script does not define unpack; did you mean table.unpack?",
    ],
    [
      'htpp.get("x")',
      "unknown_call 2:1 'htpp.get' is not available in tools, and the script does not define htpp; did you mean http.get?",
    ],
    [
      'return http:get("x")',
      'colon_call 2:8 http:get(…) passes http as the first argument; write http.get(…)',
    ],
    ['return string.trim("x")', 'unknown_call 2:8 there is no string.trim; did you mean string.match?'],
  ])('%j', async (body, expected) => {
    expect(await warningsOf(body)).toEqual([expected]);
  });

  it.each(
    [
      'local http = { fetch = print } return http.fetch()',
      'local function f(json) return json.dumps() end return f',
      'function string.trim(s) return s end return string.trim("x")',
      'json.pretty = json.encode return json.pretty(1)',
      'for io in pairs({}) do io.open() end',
      'helper = function() end helper()',
      'a, b = print, print a() b()',
      'local json <const>, get = json, http.get return json.parse("1"), get',
      'return { http = 1, io = { open = 2 } }',
      '-- http.fetch()\nreturn "io.open()" .. [[ json.dumps() ]]',
      'return ("x"):rep(2), ({}).io.open',
      'local s = "" return s:gsub("a", "b")',
      'if os.getenv then return 1 end',
      'goto io ::io:: return context.config.anything.at.all, tools.weather',
      'local t = {} t.http:fetch() t.io.open()',
    ].slice(0),
  )("ignore the script's own names: %s", async (body) => {
    const warnings = await warningsOf(body);
    const accidental = /is assigned without local/;
    expect(warnings.filter((text) => !text.includes('os.getenv') && !accidental.test(text))).toEqual([]);
  });

  it("know the context by the script's name for it, and names defined in other files", async () => {
    const source =
      'tool = { name = "t", description = "d", execute = function(args, ctx)\nhelper() return ctx.find("x"), ctx.search("x") end }';
    const { warnings } = await validate(source, {
      files: { 'lib/a.lua': 'function helper() return json.loads end' },
    });
    expect(warnings.map(({ file, code, line }) => [file, code, line])).toEqual([
      ['t.lua', 'unknown_call', 2],
      ['lib/a.lua', 'unknown_call', 1],
    ]);
  });
});

describe('warnings about missing grants and settings', () => {
  const tool = { hosts: ['API.example.com'], writes: false, config: {}, policy: 'ask' } as const;

  it('name hosts in addresses, in the config and in what the script asks for, once each', async () => {
    const source = `tool = { name = "t", description = "d", hosts = { "asked.example", "api.example.com" } } function tool.execute(p, context)
      http.get("https://api.example.com/x")
      http.get("https://other.example:8443/" .. p.path) http.get("https://other.example:8443")
      http.get("https://" .. p.host) http.get("https://part." .. p.host .. "/") http.get(("https://%s/"):format(p.host))
      -- https://comment.example/
    end`;
    const config = { base: 'https://config.example/v1' };
    const { warnings } = await validate(source, { tool: { ...tool, config } });
    expect(shown(warnings)).toEqual([
      'missing_grant 3:16 the script names the host other.example:8443, which is not granted; grant it in the tool’s settings',
      'missing_grant the config names the host config.example, which is not granted; grant it in the tool’s settings',
      'missing_grant the script asks for the host asked.example, which is not granted; grant it in the tool’s settings',
    ]);
    expect((await validate(source)).warnings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('api.example.com'),
    );
  });

  it('ignore addresses in a script that sends nothing', async () => {
    expect(await warningsOf('return "https://example.com/"')).toEqual([]);
  });

  it('name secrets that are not set, and missing settings', async () => {
    const config = { key: '${API_KEY}', other: 'Bearer ${LOST}', plain: 'x' };
    const body =
      'return env.get("API_KEY"), env.get "LOST", env.get(\'plain\'), env.get("NOWHERE"), env.get(params.x)';
    expect(await warningsOf(body, { tool: { ...tool, config } })).toEqual([
      'missing_secret the config names the secret LOST, which is not set; add it in Settings',
      expect.stringMatching(/^missing_setting 2:\d+ env.get\("NOWHERE"\) gives nil/),
    ]);
  });

  it('name tools that are not installed, but not the tool itself', async () => {
    const body = 'return tools.calculator{}, tools.wether{}, tools.t{}, tools.all{}';
    expect(await warningsOf(body)).toEqual([
      'unknown_tool 2:28 no tool called wether is installed; did you mean tools.weather?',
    ]);
  });

  it('say that writing asks, unless it is granted', async () => {
    const body = 'fs.read("a") fs.write("a", "b") fs.delete("a")';
    expect(await warningsOf(body)).toEqual([expect.stringMatching(/^missing_grant 2:14 fs.write asks/)]);
    expect(await warningsOf(body, { tool: { ...tool, writes: true } })).toEqual([]);
  });
});

describe("warnings about a tool's declaration", () => {
  const declared = (body: string) => `tool = { name = "t", approve = false, description = "d", parameters = {
    { name = "city", description = "Which" }, { name = "unit" } } }
    function tool.execute(params, context) ${body} end`;

  it('name parameters without a description, and unused ones', async () => {
    expect(shown((await validate(declared('return params.city'))).warnings)).toEqual([
      "no_description 2:56 parameter 'unit' has no description, so models have to guess what it means",
      "unused_parameter 2:56 the script never uses parameter 'unit'",
      'approve 1:22 approve = false has no effect: the user decides whether calls need approval',
    ]);
  });

  it.each([
    'return http.post("/", params)',
    'for k in pairs(params) do end',
    'local p = params return p.unit',
  ])('report no unused parameter when the arguments are passed on as a whole: %s', async (body) => {
    const { warnings } = await validate(declared(body));
    expect(warnings.map(({ code }) => code)).not.toContain('unused_parameter');
  });

  it.each([
    ['tool = {}', ['name', 'no_description']],
    ['tool = { parameters = { { name = "x", description = "An x" } } }', ['name', 'no_description']],
    ['tool = { name = "t" }', ['no_description']],
    ['tool = { name = "t", description = "" }', ['no_description']],
    ['tool = { description = "Does" }', ['name']],
    ['local N = "t" tool = { name = N, description = "Does" }', []],
    ['tool = { description = "Does" } tool.name = "t"', []],
  ])('name a missing name and description: %s', async (head, codes) => {
    const { warnings } = await validate(`${head} function tool.execute(params) return params.x end`);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

  it("compare the name with the file's, and approval with the policy", async () => {
    const source =
      'tool = { name = "weather", approve = true, description = "d" } function tool.execute() end';
    const tool = { hosts: [], writes: false, config: {}, policy: 'allow' } as const;
    expect(shown((await validate(source, { fileName: 'wind.lua', tool })).warnings)).toEqual([
      'name the tool is named weather, but its file is wind.lua',
      'approve the script asks for approval of every call, but its policy allows calls without it',
    ]);
    expect((await validate(source, { fileName: 'lib/weather.lua' })).warnings).toEqual([]);
  });
});

describe('a declarative tool', () => {
  const http = {
    name: 'w',
    description: 'Weather',
    request: { url: 'https://api.example/${city}', headers: { key: '${TOKEN}' } },
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  };

  it('gets the place where its JSON is invalid', async () => {
    const { valid, errors } = await validate('{\n  "name": "w",\n  "request": { url: 1 }\n}', {
      kind: 'http',
      fileName: 'w.http.json',
    });
    expect(valid).toBe(false);
    expect(shown(errors)).toEqual(['syntax 3:16 this is not valid JSON: unexpected "u"']);
    const early = await validate('{"name": [1, 2', { kind: 'flow', fileName: 'w.flow.json' });
    expect(shown(early.errors)).toEqual(['syntax 1:15 the JSON text ends too early']);
  });

  it("is read as such, and its script's needs are reported without a place", async () => {
    const wrong = await validate('{"name":"w"}', { kind: 'http', fileName: 'w.http.json' });
    expect(wrong.errors.map(({ code }) => code)).toEqual(['metadata']);
    const { errors, warnings } = await validate(JSON.stringify(http), {
      kind: 'http',
      fileName: 'w.http.json',
    });
    expect(errors).toEqual([]);
    expect(warnings.map(({ code }) => code).sort()).toEqual([
      'missing_grant',
      'missing_setting',
      'no_description',
    ]);
    expect(warnings.every(({ line }) => line === undefined)).toBe(true);
  });
});

it('finds nothing wrong with the bundled tools except missing grants', async () => {
  const folder = new URL('../../../tools/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.lua'));
  expect(names.length).toBeGreaterThan(5);
  const found: string[] = [];
  for (const fileName of names) {
    const { errors, warnings } = await validate(readFileSync(new URL(fileName, folder), 'utf8'), {
      fileName,
    });
    for (const { code, message } of [...errors, ...warnings]) {
      if (code !== 'missing_grant' && code !== 'missing_setting')
        found.push(`${fileName}: ${code} ${message}`);
    }
  }
  expect(found).toEqual([]);
});

it('takes little time for a long script', async () => {
  const source = `tool = {} function tool.execute(params, context)\n${'do local x = http.get("https://a.example/" .. (params.x or "")) end\n'.repeat(5000)}end`;
  // Measured: 0.4 s.
  const { errors } = await expectWithin(3000, () => validate(source));
  expect(errors).toEqual([]);
});
