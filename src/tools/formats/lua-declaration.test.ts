// What can be told about a script without running it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declarationOf, renamed } from './lua-declaration.ts';
import { expectWithin } from '../../../scripts/expect-within.ts';

describe('a script', () => {
  it.each([
    ['tool = {}', 'tool'],
    ['  _G.tool = { }', 'tool'],
    ['tool = make()\nfunction tool.execute() end', 'tool'],
    ['function tool.execute(params) end', 'tool'],
    ['connector = { name = "x" }', 'connector'],
    ['local tool = {}', undefined],
    ['x.tool = {}', undefined],
    ['-- tool = {}', undefined],
    ['--[[ tool = {} ]]', undefined],
    ['--[==[ ]] tool = {} ]==] return 1', undefined],
    ['return "tool = {}"', undefined],
    ["s = 'it\\'s tool = {}'", undefined],
    ['s = [[ tool = {} ]]', undefined],
    ['if tool == nil then end', undefined],
    ['toolbox = {}', undefined],
    ['', undefined],
  ])('%j declares %s', (source, kind) => {
    expect(declarationOf(source)?.kind).toBe(kind);
  });

  it('is renamed in its table, and nowhere else', () => {
    const source = `-- name = "a"
local name = "b"
tool = {
  parameters = { { name = "c" } }, -- name = "d"
  description = 'name = "e"',
  name = 'f', version = "1",
}
function tool.execute() return { name = "g" } end`;
    expect(renamed(source, 'new')).toBe(source.replace("'f'", "'new'"));
  });

  it.each([
    'tool = { name = prefix .. "x" }',
    'tool = { name = "x" .. y }',
    'tool = { ["name"] = "x" }',
    'tool = {}',
  ])('that names itself in another way stays unchanged: %s', (source) =>
    expect(renamed(source, 'new')).toBe(source),
  );

  it('of any text is read to its end without harm', () => {
    const piece = fc.constantFrom(
      'tool',
      '=',
      '{',
      '}',
      'name',
      '"',
      "'",
      '[[',
      ']]',
      '[=[',
      '--',
      '\n',
      '\\',
      ' ',
      '.',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const source = pieces.join('');
        expect(declarationOf(renamed(source, 'x'))?.kind).toBe(declarationOf(source)?.kind);
      }),
    );
  });

  it.each(['"', '[[', '\\"', "'\\'", '--[[', '[=', 'tool={', 'tool '])(
    'made of nothing but %j is read quickly',
    async (piece) => {
      await expectWithin(5000, () => declarationOf(`tool ${piece.repeat(1_000_000 / piece.length)}`));
    },
  );
});
