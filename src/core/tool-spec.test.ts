// What a script can declare about itself, and the errors for wrong declarations.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toToolSpec } from './tool-spec.ts';
import { TIMEOUT } from './tool.ts';

describe('a script’s declaration', () => {
  it('gets defaults for missing fields', () => {
    expect(toToolSpec({}, 'tools/weather-check.lua')).toEqual({
      name: 'weather-check',
      version: '',
      description: 'Lua tool: weather-check',
      parameters: { type: 'object', properties: {} },
      timeout: TIMEOUT.default,
      approve: false,
      hosts: [],
    });
  });

  it('keeps declared fields', () => {
    const spec = toToolSpec({
      name: 'x_1',
      version: 2,
      description: 'd',
      parameters: [{ name: 'a' }],
      returns: [{ name: 'ok', type: 'boolean' }],
      timeout: 5,
      approve: true,
      hosts: ['api.example.com'],
      view: 'chart',
    });
    expect(spec).toMatchObject({
      name: 'x_1',
      version: '2',
      timeout: 5,
      approve: true,
      hosts: ['api.example.com'],
      view: 'chart',
    });
    expect(spec.returns?.properties?.['ok']).toEqual({ type: 'boolean' });
  });

  it('asks for approval with any value that is true in Lua', () => {
    const approve = [true, 'always', 1, {}, false, null].map(
      (value) => toToolSpec({ approve: value }).approve,
    );
    expect(approve).toEqual([true, true, true, true, false, false]);
  });

  const WRONG: [string, unknown, RegExp][] = [
    ['no table', undefined, /global table 'tool'/],
    ['a name with a space', { name: 'my tool' }, /"my tool" is not allowed/],
    ['a name of 65 letters', { name: 'x'.repeat(65) }, /1 to 64/],
    ['a timeout of an hour and a second', { name: 'a', timeout: 3601 }, /0.1 to 3600 seconds/],
    ['a timeout that is not a number', { name: 'a', timeout: Number.NaN }, /0.1 to 3600 seconds/],
    ['hosts that are not a list', { name: 'a', hosts: 'example.com' }, /list of host names/],
    [
      'a view that there is none of',
      { name: 'a', view: 'graph' },
      /tool\.view must be "table", "chart", "tree", "markdown" or "text"/,
    ],
    ['a view that is a list', { name: 'a', view: ['chart'] }, /tool\.view must be/],
    ['a description that is a table', { name: 'a', description: {} }, /description must be a string/],
  ];
  for (const [what, declared, message] of WRONG) {
    it(`is refused for ${what}`, () => {
      expect(() => toToolSpec(declared)).toThrowError(message);
    });
  }

  it('has a version of plain characters, so no two look alike', () => {
    const plain = '0123456789ABCXYZabcxyz.+-';
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 70 }),
      fc.string({ unit: fc.constantFrom(...plain, '\u202e', '\u200b', '\u0430', '_', ' '), maxLength: 70 }),
    );
    fc.assert(
      fc.property(any, (version) => {
        const isPlain = version.length <= 64 && [...version].every((one) => /[0-9A-Za-z.+-]/.test(one));
        if (isPlain) expect(toToolSpec({ name: 'a', version }).version).toBe(version);
        else
          expect(() => toToolSpec({ name: 'a', version })).toThrow(
            /version .* is not allowed: use at most 64/,
          );
      }),
    );
  });
});
