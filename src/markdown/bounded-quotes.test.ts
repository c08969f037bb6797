// Block quotes parse as in markdown-it, in linear time.
import fc from 'fast-check';
import createMarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { expectWithin } from '../../scripts/expect-within.ts';
import { boundQuotes } from './bounded-quotes.ts';
import { markdownOf } from './markdown-grammar.test-support.ts';

const asItComes = createMarkdownIt({ html: true });
const bounded = createMarkdownIt({ html: true });
boundQuotes(bounded);

const PIECES = [
  ...['> ', '>', '> > ', '- > ', '- ', '1. ', '    ', '  ', 'a', '[a]: b', '[b]: c', '[a]', '[b]', '```'],
  ...['\n', '\n', '\n', '\n', '#', '---', '|a|', '<div>'],
];

it('gives the same result for every text', () => {
  const texts = fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { minLength: 20, maxLength: 400 }).map((pieces) => pieces.join('')),
    markdownOf(1500),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(bounded.render(text)).toBe(asItComes.render(text));
    }),
    { numRuns: 1000 },
  );
});

it.each([
  ['that end at the next line', '    b\n> - 1. \n'],
  ['nested, that end at the next line', '    b\n> > > > - 1. \n'],
  ['in lists', '- a\n      b\n> - 1. \n'],
  ['without end', '> > > > > > > > a\n'],
])('reads 300 KB of quotes %s quickly', async (_, lines) => {
  const text = lines.repeat(300_000 / lines.length);
  // Takes about half a second; quadratic time took a minute.
  await expectWithin(10_000, () => bounded.parse(text, {}));
});
