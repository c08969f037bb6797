// The place where a text stops being JSON.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonProblem } from './json-place.ts';

it.each([
  ['', '1:1'],
  ['{"a": 1,}', '1:9'],
  ['{"a" 1}', '1:6'],
  ['{a: 1}', '1:2'],
  ['[1 2]', '1:4'],
  ['[1, 2', '1:6'],
  ['{"a": 01}', '1:8'],
  ['{"a": "b\nc"}', '1:7'],
  ['{"a": "\\x"}', '1:7'],
  ['{}\n}', '2:1'],
  ['{}\u00a0', '1:3'],
  ['{"a": [1, {"b": nul}]}', '1:17'],
  ['\r\n  // comment\r\n{}', '2:3'],
])('%j breaks at %s', (text, place) => {
  const found = jsonProblem(text, 'a.json');
  expect(found && `${found.line}:${found.column}`).toBe(place);
});

it('is found exactly for texts that JSON.parse rejects', () => {
  const text = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', ',', '}', ']', ':', '"', 'x', '0', '\\', '\n'),
  );
  fc.assert(
    fc.property(text, ([json, where, piece]) => {
      const at = where % (json.length + 1);
      const broken = json.slice(0, at) + piece + json.slice(at + 1);
      const problem = jsonProblem(broken, 'a.json');
      let parses = true;
      try {
        JSON.parse(broken);
      } catch {
        parses = false;
      }
      expect(problem === undefined).toBe(parses);
    }),
    { numRuns: 300 },
  );
});
