// The call palette: every host call and tool, found by name and purpose.
import { describe, expect, it } from 'vitest';
import { HOST_API } from '../../../lua-language/host-api.ts';
import { entriesFor, paletteEntries, plainOf } from './palette-entries.ts';

const entries = paletteEntries([
  {
    name: 'calculator',
    description: 'Works out an expression',
    parameters: {
      type: 'object',
      properties: { expression: { type: 'string' }, digits: { type: 'integer' } },
      required: ['expression'],
    },
  },
]);
const names = (query: string): string[] => entriesFor(entries, query).map(({ name }) => name);

describe('the call palette', () => {
  it('lists every host call, nothing of Lua itself, and then the tools', () => {
    const calls = HOST_API.filter(({ lua }) => !lua).map(({ name }) => name);
    expect(names('')).toEqual([...calls, 'tools.calculator']);
  });

  it('inserts a call or tool with its required arguments as placeholders', () => {
    const snippetOf = (name: string) => entries.find((entry) => entry.name === name)?.snippet;
    expect(snippetOf('crypto.hmac_sha256')).toBe('crypto.hmac_sha256(${1:key}, ${2:bytes})');
    expect(snippetOf('json.null')).toBe('json.null');
    expect(snippetOf('tools.calculator')).toBe('tools.calculator{ expression = "${1:expression}" }');
    expect(entries.at(-1)?.args).toBe('{expression, digits?}');
  });

  it('ranks matches in the name before those in the description', () => {
    expect(names('http.p')).toEqual(['http.post', 'http.put', 'http.patch']);
    expect(names('works EXPRESSION')).toEqual(['tools.calculator']);
    expect(names('log')[0]).toBe('log.debug');
    expect(names('nothing of the kind')).toEqual([]);
  });

  it('provides plain text for other targets', () => {
    expect(plainOf('http.post(${1:url}, ${2:body})')).toBe('http.post(url, body)');
  });
});
