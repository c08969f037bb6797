// Calls as snippets: with their required arguments, and valid Lua once the placeholders are filled in.
import { expect, it } from 'vitest';
import { ScriptTrial } from '../../scripts/script-trial.ts';
import type { ApiEntry } from './api-entry.ts';
import { apiEntry, HOST_API } from './host-api.ts';
import { snippetOf, toolSnippet } from './snippets.ts';

const trial = new ScriptTrial();

/** Fills in a snippet as the editor would, with the names of the placeholders. */
function filled(snippet: string): string {
  return snippet.replace(/\$\{\d+:([^}]*)\}/g, '$1');
}

it.each([
  ['http.get', 'http.get(${1:url})'],
  ['fs.write', 'fs.write(${1:path}, ${2:text})'],
  ['log.info', 'log.info(${1:text})'],
  ['crypto.uuid', 'crypto.uuid()'],
  ['context.config', 'context.config'],
])('%s', (name, snippet) => {
  expect(snippetOf(apiEntry(name) as ApiEntry)).toBe(snippet);
});

it.each([
  [
    { properties: { city: { type: 'string' }, days: { type: 'integer' } }, required: ['city'] },
    'tools.t{ city = "${1:city}" }',
  ],
  [
    {
      properties: { n: { type: 'number' }, all: { type: 'boolean' }, list: { type: 'array' } },
      required: ['n', 'all', 'list'],
    },
    'tools.t{ n = ${1:1}, all = ${2:true}, list = { ${3:list} } }',
  ],
  [{ properties: { first: {}, second: {} } }, 'tools.t{ first = "${1:first}" }'],
  [
    { properties: { 'two words': { type: 'string' } }, required: ['two words'] },
    'tools.t{ ["two words"] = "${1:two words}" }',
  ],
  [{}, 'tools.t{}'],
  [
    { properties: { end: { type: 'string' }, '#{x}': { type: 'integer' } }, required: ['end', '#{x}'] },
    'tools.t{ ["end"] = "${1:end}", ["#x}"] = ${2:1} }',
  ],
  // For another type, the name would be code there.
  [
    { properties: { 'os.exit()': { type: ['string', 'null'] } }, required: ['os.exit()'] },
    'tools.t{ ["os.exit()"] = ${1:nil} }',
  ],
])('a tool with %j', (parameters, snippet) => {
  expect(toolSnippet({ name: 't', description: '', parameters: { type: 'object', ...parameters } })).toBe(
    snippet,
  );
});

it('gives valid Lua, whatever names a tool and its parameters have', async () => {
  const hostile = ['a"b', 'x}y', '$ {1:z}', '${1:z}', 'back\\slash', 'end\n'];
  const properties = Object.fromEntries(hostile.map((key) => [key, { type: 'string' }]));
  const tool = toolSnippet({
    name: 'two-words',
    description: '',
    parameters: { type: 'object', properties, required: hostile },
  });
  expect(tool.startsWith('tools["two-words"]{')).toBe(true);
  const calls = [...HOST_API.filter(({ params, lua }) => params && !lua).map(snippetOf), tool].map(filled);
  const { result } = await trial.body(
    'local bad = json.array() for _, text in ipairs(params.calls) do local f, why = load(text) if not f then bad[#bad + 1] = why end end return bad',
    { args: { calls } },
  );
  expect(result).toEqual([]);
});
