// The text of an argument that arrives in pieces is that of the whole JSON, wherever it is cut.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StreamedText } from './streamed-text.ts';

function read(json: string, cuts: readonly number[] = []): string {
  const text = new StreamedText('source');
  const places = [0, ...cuts.filter((cut) => cut < json.length).sort((a, b) => a - b), json.length];
  return places.map((from, index) => text.push(json.slice(from, places[index + 1]))).join('');
}

it('reads the same text as a parser, however the JSON is cut', () => {
  const args = fc.record({
    reason: fc.string({ unit: 'binary' }),
    source: fc.string({ unit: 'binary' }),
    cases: fc.jsonValue(),
  });
  fc.assert(
    fc.property(args, fc.array(fc.nat(200)), fc.boolean(), (given, cuts, spaced) => {
      const json = JSON.stringify(given, null, spaced ? 2 : 0);
      expect(read(json, cuts)).toBe((JSON.parse(json) as typeof given).source);
    }),
  );
});

it.each([
  ['{"reason":"source","source":"a\\nb', 'a\nb'],
  ['{"cases":[{"source":"inner"}],"source":"outer"}', 'outer'],
  ['{"source":"one","source":"two"}', 'one'],
  ['{"source": "caf\\u00e9 \\ud83c\\udf19', 'café 🌙'],
  ['{"source":{"text":"x"}}', ''],
  ['{"source":12,"x":"y"}', ''],
  ['no JSON "source":"x"', ''],
  ['{"source":"cut \\u00', 'cut '],
])('reads %s as %j', (json, text) => {
  expect(read(json)).toBe(text);
});
