// One change in a JSON text: its result, and that the rest of the text stays as typed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from './json.ts';
import { withJsonValue } from './json-text.ts';

const key = fc.oneof(
  fc.constantFrom('a', 'request', 'url', '__proto__', '"', '\\', '', '1'),
  fc.string({ maxLength: 4 }),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, 0, -1.5, '{', '}', '",', '\\"', 'a\nb'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs) as Json),
  ),
})).value;
const object = fc
  .array(fc.tuple(key, json), { maxLength: 4 })
  .map((pairs) => Object.fromEntries(pairs) as JsonObject);
const space = fc.constantFrom('', ' ', '\n', '\n  ', '\t', '\r\n  ');

/** Formats a value with whitespace wherever JSON allows it. */
function spaced(value: Json, gaps: readonly string[]): string {
  let at = 0;
  const gap = (): string => gaps[at++ % gaps.length] as string;
  const print = (one: Json): string => {
    if (Array.isArray(one)) return `[${gap()}${one.map((item) => print(item) + gap()).join(`,${gap()}`)}]`;
    if (!isObject(one)) return JSON.stringify(one);
    const members = Object.entries(one).map(
      ([name, item]) => `${JSON.stringify(name)}${gap()}:${gap()}${print(item as Json)}${gap()}`,
    );
    return `{${gap()}${members.join(`,${gap()}`)}}`;
  };
  return gap() + print(value) + gap();
}

function expected(root: Json, [name = '', ...rest]: string[], value: Json | undefined): Json {
  if (!isObject(root)) return root;
  const others = Object.entries(root) as [string, Json][];
  const there = Object.hasOwn(root, name);
  if (rest.length > 0) {
    if (!there && value === undefined) return root as Json;
    const inner = expected(there ? (root[name] as Json) : {}, rest, value);
    return Object.fromEntries(
      there ? others.map(([one, item]) => [one, one === name ? inner : item]) : [...others, [name, inner]],
    );
  }
  if (value === undefined) return Object.fromEntries(others.filter(([one]) => one !== name));
  return Object.fromEntries(
    there ? others.map(([one, item]) => [one, one === name ? value : item]) : [...others, [name, value]],
  );
}

describe('a change in a JSON text', () => {
  it('changes only the value at the path', () => {
    fc.assert(
      fc.property(
        object,
        fc.array(space, { minLength: 1, maxLength: 7 }),
        fc.array(key, { minLength: 1, maxLength: 3 }),
        fc.option(json, { nil: undefined }),
        (root, gaps, path, value) => {
          const text = spaced(root, gaps);
          const changed = withJsonValue(text, path, value);
          expect(JSON.parse(changed)).toEqual(expected(root, path, value));
          // Everything else in the object keeps its characters.
          for (const [name, item] of Object.entries(root)) {
            if (name !== path[0]) expect(changed).toContain(spacedPart(text, name, item));
          }
        },
      ),
    );
  });

  it('gives the same text for the same value, formatted by JSON.stringify', () => {
    fc.assert(
      fc.property(object, fc.constantFrom('  ', '\t', '    '), (root, indent) => {
        const text = `${JSON.stringify(root, null, indent)}\n`;
        for (const [name, value] of Object.entries(root)) {
          expect(withJsonValue(text, [name], value)).toBe(text);
        }
      }),
    );
  });

  it.each([
    ['{"id": 12345678901234567890, "a": 1.0}', ['a'], 2, '{"id": 12345678901234567890, "a": 2}'],
    ['{"a": 1, "a": 2, "b": 3}', ['a'], undefined, '{"b": 3}'],
    ['{"a": 1, "a": 2}', ['a'], 5, '{"a": 1, "a": 5}'],
    ['{\n  "a": ["x"]\n}\n', ['a'], ['x', 'y'], '{\n  "a": ["x", "y"]\n}\n'],
    ['{\n  "a": {}\n}\n', ['a', 'b'], [1], '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}\n'],
    ['{\n\t"a": 1\n}', ['b', 'c'], 2, '{\n\t"a": 1,\n\t"b": {\n\t\t"c": 2\n\t}\n}'],
    ['{"a": "no object"}', ['a', 'b'], 2, '{"a": "no object"}'],
    ['[1]', ['a'], 2, '[1]'],
    ['{}', ['a'], 2, '{\n  "a": 2\n}'],
  ])('keeps the layout of %j', (text, path, value, wanted) => {
    expect(withJsonValue(text, path, value as Json)).toBe(wanted);
  });
});

/** Returns the value of a member as written in the text. */
function spacedPart(text: string, name: string, item: Json): string {
  const printed = JSON.stringify(name);
  expect(text).toContain(printed);
  return isObject(item) || Array.isArray(item) ? printed : JSON.stringify(item);
}
