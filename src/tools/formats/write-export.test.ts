// Exports in foreign formats: each reads back as the same tools, as far as the format can hold them, with notes on
// the rest.
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import type { BundleDraft } from '../../core/tool-draft.ts';
import type { Tool } from '../../core/tool.ts';
import { readImport } from './read-import.ts';
import { draftOf, FACE, flowSource, httpSource, someTool } from './tools.test-support.ts';
import { EXPORT_FORMATS, writeExport, type ExportFormat } from './write-export.ts';

const WEATHER = someTool({
  spec: { version: '2.0.0', timeout: 12 },
  files: { 'lib/words.lua': 'return {}', 'cases.json': '[]' },
  config: { units: 'metric', key: '${WEATHER_KEY}' },
  tags: ['sky'],
  currentSince: '2026-02-01T00:00:00.000Z',
});
const OLD_WEATHER = someTool({ spec: { version: '1.0.0' } });
const PLAIN = someTool({ name: 'plain' });
const FEEDS = someTool({ name: 'feeds', kind: 'connector', source: 'connector = { name = "feeds" }' });
const SNAKE = someTool({ name: 'snake', source: 'print()', problem: 'it is written for python' });
const BUILTIN = someTool({ name: 'search', kind: 'builtin', source: '' });
const FORECAST = someTool({
  name: 'forecast',
  kind: 'http',
  source: httpSource('forecast', {
    timeout: 30,
    request: {
      method: 'POST',
      url: 'https://api.example.com/v1/${city}',
      headers: { Accept: 'text/plain' },
      body: '{"city": "${city}"}',
    },
    auth: { type: 'basic', username: '${USER}', password: '${PASS}' },
    response: { mode: 'text' },
  }),
  spec: { parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  config: { PASS: '${PASS}', USER: '${USER}' },
});
const MORNING = someTool({ name: 'morning', kind: 'flow', source: flowSource('morning') });

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

async function there(format: ExportFormat, tools: Tool[]): Promise<BundleDraft> {
  const { fileName, bytes } = await writeExport(format, FACE, tools);
  const drafts = await readImport([{ path: fileName, bytes }]);
  expect(drafts).toHaveLength(1);
  return drafts[0] as BundleDraft;
}

describe('an export', () => {
  it.each(['bundle', 'json'] as const)('as %s contains everything', async (format) => {
    const all = [WEATHER, OLD_WEATHER, PLAIN, FEEDS, SNAKE, FORECAST, MORNING];
    const file = await writeExport(format, FACE, [...all, BUILTIN]);
    expect(file.fileName).toBe(format === 'json' ? 'weather-tools.json' : 'weather-tools.zip');
    expect(file.notes).toEqual(['Built-in tools are part of the program and are not exported.']);
    const draft = await there(format, all);
    expect(draft).toMatchObject({ ...FACE, secrets: ['PASS', 'USER', 'WEATHER_KEY'] });
    expect(new Set(draft.tools.map((tool) => tool.source))).toEqual(new Set(all.map((tool) => tool.source)));
    expect(draft.tools).toContainEqual(draftOf(WEATHER));
  });

  it.each(['bundle', 'json', 'ctx'] as const)(
    'says as %s which settings look like typed-in secrets',
    async (format) => {
      const typed = someTool({
        config: { units: 'metric', key: '${KEY}', api_key: 'sk-1234', deep: { token: 'x' } },
      });
      const { notes } = await writeExport(format, FACE, [typed]);
      expect(notes.filter((note) => note.includes('look like secrets'))).toEqual([
        expect.stringContaining("The file contains api_key, deep.token of 'weather'"),
      ]);
      expect((await writeExport(format, FACE, [WEATHER])).notes.join()).not.toContain('look like secrets');
    },
  );

  it('as Lua is the script alone, or folders when there is more', async () => {
    const file = await writeExport('lua', FACE, [PLAIN]);
    expect([file.fileName, textOf(file.bytes), file.notes]).toEqual(['plain.lua', PLAIN.source, []]);
    const draft = await there('lua', [WEATHER, PLAIN, FEEDS]);
    expect(draft.tools.map(({ fileName, source, files }) => [fileName, source, files])).toEqual([
      ['feeds.lua', FEEDS.source, {}],
      ['plain.lua', PLAIN.source, {}],
      ['weather.lua', WEATHER.source, WEATHER.files],
    ]);
  });

  it("in a format without versions has only the newest, with a note, and omits what can't run", async () => {
    const { notes, bytes } = await writeExport('lua', FACE, [WEATHER, OLD_WEATHER, SNAKE]);
    expect(Object.keys(unzipSync(bytes))).toEqual([
      'weather/cases.json',
      'weather/lib/words.lua',
      'weather/tool.lua',
    ]);
    expect(notes).toEqual([
      "These tools cannot run and were left out: 'snake'.",
      "This format has no versions, so older versions were left out: 'weather 1.0.0'.",
    ]);
  });

  it('as skills reads back as the same scripts', async () => {
    const file = await writeExport('skill', FACE, [PLAIN]);
    expect(file.fileName).toBe('plain.skill');
    expect(textOf(file.bytes)).toMatch(
      /^---\nname: plain\n[^]*runtime: lua\n[^]*policy: elevated\n[^]*---\ntool = /,
    );
    const { notes } = await writeExport('skill', FACE, [WEATHER, PLAIN, FEEDS]);
    expect(notes).toEqual([
      "Connectors cannot be skills and were left out: 'feeds'.",
      "A skill is one file, so the modules and other files of these tools were left out: 'weather'.",
      "A skill has no config, so the config of these tools was left out: 'weather'.",
    ]);
    const draft = await there('skill', [WEATHER, PLAIN]);
    expect(draft.tools.map(({ fileName, source }) => [fileName, source])).toEqual([
      ['plain.lua', PLAIN.source],
      ['weather.lua', WEATHER.source],
    ]);
  });

  it('as ctx.toml keeps config, timeout, modules and the names of secrets', async () => {
    const draft = await there('ctx', [WEATHER, FEEDS]);
    expect(draft.tools).toEqual([
      { ...draftOf(WEATHER), tags: [], limits: { timeout: 12 } },
      { ...draftOf(FEEDS), limits: { timeout: 30 } },
    ]);
    expect([draft.secrets, draft.notes]).toEqual([['WEATHER_KEY'], []]);
    const odd = someTool({ name: 'odd', config: { path: 'x', nothing: [null], fine: 1 } });
    const { notes, bytes } = await writeExport('ctx', FACE, [odd]);
    expect(notes).toEqual(["ctx.toml cannot hold these config values of 'odd': 'path', 'nothing'."]);
    expect(textOf(unzipSync(bytes)['ctx.toml'])).toContain('fine = 1');
  });

  it('as a registry keeps descriptions, tags and modules', async () => {
    const draft = await there('registry', [WEATHER, FEEDS]);
    expect(draft).toMatchObject({ displayName: FACE.displayName, description: FACE.description });
    expect(draft.tools).toEqual([{ ...draftOf(WEATHER), config: {} }, draftOf(FEEDS)]);
    expect(draft.notes).toEqual(["'weather' needs values in its config: 'units', 'key', 'WEATHER_KEY'."]);
  });

  it('for FlexiGPT keeps HTTP tools, and names the others', async () => {
    const hmac = someTool({
      name: 'signed',
      kind: 'http',
      source: httpSource('signed', { auth: { type: 'hmac', header: 'X-Sign', secret: '${KEY}' } }),
    });
    const { notes } = await writeExport('flexigpt', FACE, [FORECAST, PLAIN, MORNING, hmac]);
    expect(notes).toEqual([
      "'signed' authenticates with hmac, which FlexiGPT does not support.",
      "FlexiGPT supports only HTTP tools, so these were left out: 'morning', 'plain', 'signed'.",
    ]);
    const draft = await there('flexigpt', [FORECAST]);
    expect(draft).toMatchObject(FACE);
    const [back] = draft.tools;
    expect(back).toMatchObject({ ...draftOf(FORECAST), source: expect.any(String) });
    expect(JSON.parse(back?.source ?? '')).toEqual({
      ...JSON.parse(FORECAST.source),
      response: { mode: 'text' },
    });
  });

  it('without any tools for the format is refused with a sentence', async () => {
    for (const format of EXPORT_FORMATS) {
      await expect(writeExport(format, FACE, [BUILTIN])).rejects.toMatchObject({
        code: 'bad_request',
        message: 'there is no tool to export',
      });
    }
    await expect(writeExport('flexigpt', FACE, [PLAIN])).rejects.toMatchObject({
      message: expect.stringMatching(/nothing here can be exported as tools of FlexiGPT/),
    });
    await expect(writeExport('skill', FACE, [FEEDS])).rejects.toMatchObject({ code: 'bad_request' });
    await expect(writeExport('exe' as ExportFormat, FACE, [PLAIN])).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('has the same bytes for the same tools', async () => {
    for (const format of EXPORT_FORMATS) {
      const tools = format === 'flexigpt' ? [FORECAST] : [WEATHER, PLAIN];
      const [once, again] = [
        await writeExport(format, FACE, tools),
        await writeExport(format, FACE, tools.toReversed()),
      ];
      expect(again.bytes, format).toEqual(once.bytes);
    }
  });
});

describe('a skill imported as a tool', () => {
  it('declares in the sandbox what its YAML says, whatever its characters, and runs', async () => {
    const description = 'Quotes " and \\ and \n lines, ]] and -- and \u0001, Grüezi 🌤';
    const yaml = JSON.stringify({
      name: 'greet',
      description,
      runtime: 'lua',
      parameters: {
        type: 'object',
        properties: {
          'odd key': { type: ['string', 'null'], enum: [null, 'a'] },
          n: { type: 'number', minimum: -1.5e10 },
        },
      },
    });
    const [draft] = await readImport([
      {
        path: 'greet.skill',
        bytes: new TextEncoder().encode(`---\n${yaml}\n---\nreturn { n = params.n }\n`),
      },
    ]);
    const source = draft?.tools[0]?.source ?? '';
    const trial = new ScriptTrial();
    const { result } = await trial.script(source, { mode: 'inspect' });
    expect(JSON.stringify(result)).toContain(JSON.stringify(description).slice(1, -1));
    expect(result).toMatchObject({
      tool: {
        name: 'greet',
        description,
        parameters: { properties: { 'odd key': { enum: [null, 'a'] }, n: { minimum: -1.5e10 } } },
      },
    });
    expect((await trial.script(source, { args: { n: 3 } })).result).toEqual({ n: 3 });
  });
});
