// Calls of `require` follow a file to its new path, and nothing else of the text changes.
import { describe, expect, it } from 'vitest';
import { moveModule } from './move-module.ts';

const moved = (script: string, from: string, to: string, files: Record<string, string> = {}) =>
  moveModule({ '': script, [from]: 'return {}', ...files }, from, to);

describe('a call of require follows the file', () => {
  it.each([
    ['require("lib.words")', 'lib/text.lua', 'require("lib.text")'],
    ["require 'lib.words'", 'lib/deep/er.lua', "require 'lib.deep.er'"],
    ['require [[lib/words]]', 'other/words.lua', 'require [[other/words]]'],
    ['require "lib/words.lua"', 'lib/text.lua', 'require "lib/text.lua"'],
    // The short name stays short as long as it leads there.
    ['require("words")', 'lib/text.lua', 'require("text")'],
    ['require("words")', 'other/text.lua', 'require("other.text")'],
    ['require("lib.words")', 'words.lua', 'require("words")'],
    ['require("lib.words")', 'lib/words/init.lua', undefined],
    // A dot in a file's name is none between folders.
    ['require("lib.words")', 'lib/two.words.lua', 'require("lib/two.words")'],
    ['pcall(require, "lib.words")', 'lib/text.lua', 'pcall(require, "lib.text")'],
  ])('%s, to %s', (script, to, after) => {
    expect(moved(script, 'lib/words.lua', to)).toEqual(
      after === undefined ? { texts: {}, places: 0, lost: 0 } : { texts: { '': after }, places: 1, lost: 0 },
    );
  });

  it('in all texts of the tool, the file itself under its new path', () => {
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
])('what merely looks like it stays: %s', (script) => {
  expect(moved(script, 'lib/words.lua', 'lib/text.lua')).toEqual({ texts: {}, places: 0, lost: 0 });
});

it('a call that meant another file goes on meaning it, though the new path would be found first', () => {
  const files = { 'lib/words.lua': '' };
  expect(moved('return require("words")', 'a.lua', 'words.lua', files).texts).toEqual({
    '': 'return require("lib.words")',
  });
});

it('calls that no name can lead to the new path are counted, and stay', () => {
  expect(moved('return require("words")', 'words.lua', 'words.txt')).toEqual({
    texts: {},
    places: 0,
    lost: 1,
  });
});
