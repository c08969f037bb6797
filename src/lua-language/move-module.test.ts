// `require` calls follow a renamed file, and nothing else in the text changes.
import { describe, expect, it } from 'vitest';
import { moveModule } from './move-module.ts';

const moved = (script: string, from: string, to: string, files: Record<string, string> = {}) =>
  moveModule({ '': script, [from]: 'return {}', ...files }, from, to);

describe('a require call of a moved file', () => {
  it.each([
    ['require("lib.words")', 'lib/text.lua', 'require("lib.text")'],
    ["require 'lib.words'", 'lib/deep/er.lua', "require 'lib.deep.er'"],
    ['require [[lib/words]]', 'other/words.lua', 'require [[other/words]]'],
    ['require "lib/words.lua"', 'lib/text.lua', 'require "lib/text.lua"'],
    // The short name stays short while it resolves to the file.
    ['require("words")', 'lib/text.lua', 'require("text")'],
    ['require("words")', 'other/text.lua', 'require("other.text")'],
    ['require("lib.words")', 'words.lua', 'require("words")'],
    ['require("lib.words")', 'lib/words/init.lua', undefined],
    // A dot in a file name does not separate folders.
    ['require("lib.words")', 'lib/two.words.lua', 'require("lib/two.words")'],
    ['pcall(require, "lib.words")', 'lib/text.lua', 'pcall(require, "lib.text")'],
  ])('%s, to %s', (script, to, after) => {
    expect(moved(script, 'lib/words.lua', to)).toEqual(
      after === undefined ? { texts: {}, places: 0, lost: 0 } : { texts: { '': after }, places: 1, lost: 0 },
    );
  });

  it('changes in all files of the tool, including the moved file', () => {
    const move = moveModule(
      {
        '': 'local a = require("a")\nlocal b = require "b"; return a, require("a")',
        'a.lua': 'return require("a")',
        'b.lua': 'return require("a").x',
        'notes.txt': 'require("a")',
      },
      'a.lua',
      'lib/c.lua',
    );
    expect(move).toEqual({
      texts: {
        '': 'local a = require("lib.c")\nlocal b = require "b"; return a, require("lib.c")',
        'lib/c.lua': 'return require("lib.c")',
        'b.lua': 'return require("lib.c").x',
      },
      places: 4,
      lost: 0,
    });
  });
});

it.each([
  '-- require("lib.words")',
  'local text = [[ require("lib.words") ]]',
  'return "lib.words", require("other")',
  'loader.require("lib.words")',
  'return require(name), require("lib." .. "words"), require("lib.wordsmith")',
])('leaves lookalikes unchanged: %s', (script) => {
  expect(moved(script, 'lib/words.lua', 'lib/text.lua')).toEqual({ texts: {}, places: 0, lost: 0 });
});

it('keeps calls of another file valid, even if the new path would be found first', () => {
  const files = { 'lib/words.lua': '' };
  expect(moved('return require("words")', 'a.lua', 'words.lua', files).texts).toEqual({
    '': 'return require("lib.words")',
  });
});

it('counts and keeps calls when no name resolves to the new path', () => {
  expect(moved('return require("words")', 'words.lua', 'words.txt')).toEqual({
    texts: {},
    places: 0,
    lost: 1,
  });
});
