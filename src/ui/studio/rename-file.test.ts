// Renaming a file updates the calls that require it, counts them, and can be undone.
import { expect, it } from 'vitest';
import { renameFile } from './rename-file.ts';

/** A tool's texts, initially these. */
function benchWith(texts: Record<string, string>) {
  const kept = new Map(Object.entries(texts));
  return {
    get texts() {
      return Object.fromEntries(kept);
    },
    read: (path: string) => kept.get(path),
    write: (path: string, text: string) => void kept.set(path, text),
    rename(from: string, to: string) {
      kept.set(to, kept.get(from) ?? '');
      kept.delete(from);
      return to;
    },
  };
}

const TEXTS = {
  '': 'local w = require("words")\nreturn w',
  'lib/words.lua': 'return {}',
  'lib/more.lua': 'return require("lib.words")',
};

it('updates what requires it, and says so', () => {
  const bench = benchWith(TEXTS);
  const { path, said } = renameFile(bench, 'lib/words.lua', 'other/text.lua');
  expect(path).toBe('other/text.lua');
  expect(said).toBe('Renamed lib/words.lua to other/text.lua. Changed 2 places that require it.');
  expect(bench.texts).toEqual({
    '': 'local w = require("other.text")\nreturn w',
    'other/text.lua': 'return {}',
    'lib/more.lua': 'return require("other.text")',
  });
});

it('restores everything exactly on undo', () => {
  const bench = benchWith(TEXTS);
  renameFile(bench, 'lib/words.lua', 'other/text.lua').undo();
  expect(bench.texts).toEqual(TEXTS);
});

it('keeps text typed meanwhile on undo, and its requires work again', () => {
  const bench = benchWith(TEXTS);
  const { undo } = renameFile(bench, 'lib/words.lua', 'other/text.lua');
  bench.write('', `${bench.texts['']} -- typed`);
  bench.write('other/text.lua', 'return { new = 1 }');
  undo();
  expect(bench.texts).toEqual({
    ...TEXTS,
    '': 'local w = require("lib.words")\nreturn w -- typed',
    'lib/words.lua': 'return { new = 1 }',
  });
});

it('says when nothing requires it, and when nothing can any more', () => {
  expect(renameFile(benchWith({ '': '', 'a.txt': '' }), 'a.txt', 'b.txt').said).toBe(
    'Renamed a.txt to b.txt.',
  );
  expect(renameFile(benchWith(TEXTS), 'lib/words.lua', 'words.txt').said).toBe(
    'Renamed lib/words.lua to words.txt. 2 places still use the old path, because the new one cannot be required.',
  );
});
