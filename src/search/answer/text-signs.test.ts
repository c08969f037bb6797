// What is compared, and whether a text has a path.
import { expect, test } from 'vitest';
import { readQuestion } from './question.ts';
import { hasPath, sidesOf, textSigns } from './text-signs.ts';

test.each([
  ['What is the difference between send only and receive only folders?', ['send only', 'receive only']],
  ['difference between a plan and the chamber', ['plan', 'chamber']],
  ['kiln run vs. kiln-fire', ['kiln run', 'kiln fire']],
  ['What is a plan?', []],
])('%j compares %j', (question, sides) => {
  expect(sidesOf(readQuestion(question))).toEqual(sides);
});

test.each([
  ['Where is the cache stored?', 'In `$XDG_CACHE_HOME/kiln`.', true],
  ['Where is the cache stored?', '`%LOCALAPPDATA%\\kiln\\cache`', true],
  ['Where is the configuration?', 'Kiln reads `kiln.toml`.', true],
  ['Where is the cache stored?', 'In the cache directory and/or elsewhere, e.g. memory.', false],
  ['Where is the office?', 'See `~/office`.', false],
  ['How is the cache stored?', '`~/.cache`', false],
])('%j: %j', (question, text, has) => {
  expect(hasPath(readQuestion(question), text)).toBe(has);
});

test.each([
  ['default value of maxHeat', '**Default:** `900`', 1, 1],
  ['What is the default of maxHeat?', 'It defaults to 900.', 1, 1],
  ['What is the default of maxHeat?', 'It defaults to 900.', 0.5, 0],
  ['What is the default of maxHeat?', 'Set it to the default.', 1, 0],
  ['What is maxHeat?', '**Default:** `900`', 1, 0],
])('%j: %j', (question, text, about, stated) => {
  expect(textSigns(readQuestion(question), [], text, () => '', about).stated).toBe(stated);
});
