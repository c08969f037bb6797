// Sentences that explain a name by its purpose, and definitions that do not tell how anything is done.
import { expect, test } from 'vitest';
import { onlyDefines, statesPurpose } from './fits.ts';

test.each([
  ['To use the plan without comparing it, use the `--frozen` option:', '--frozen', true],
  ['In order to fire at night, you can pass `--night`.', '--night', true],
  ['Use `--frozen` instead of `--locked` in the first layer.', '--frozen', false],
  ['To use `--frozen` in a layer, the plan must exist.', '--frozen', false],
])('%j', (sentence, name, states) => {
  expect(statesPurpose(sentence, sentence.indexOf(name))).toBe(states);
});

test.each([
  ['A kiln script is a file for firing without a person, e.g. `firing.kiln`.', true],
  ['A plan is composed of chambers and dials.', true],
  ['A plan is the easiest way: run `kiln plan`.', false],
  ['Run `kiln fire`.', false],
])('%j only defines: %j', (sentence, only) => {
  expect(onlyDefines(sentence)).toBe(only);
});
