// Expanding `${NAME}`, and what stays unchanged.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { expand, namesIn } from './placeholders.ts';

const VALUES = new Map([
  ['TOKEN', 'tok-1234'],
  ['USER', 'ann'],
]);

it.each([
  ['${TOKEN}', 'tok-1234'],
  ['Bearer ${TOKEN}', 'Bearer tok-1234'],
  ['${USER}:${TOKEN}', 'ann:tok-1234'],
  ['${UNKNOWN}', ''],
  ['a${}b', 'ab'],
  ['a ${TOKEN', 'a ${TOKEN'],
  ['${USER} and ${TOKEN', 'ann and ${TOKEN'],
  ['$TOKEN {TOKEN} $ {TOKEN}', '$TOKEN {TOKEN} $ {TOKEN}'],
  ['$${TOKEN}', '$tok-1234'],
  ['${TOKEN}}', 'tok-1234}'],
  ['${ TOKEN }', ''],
  ['${model-key}', ''],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  expect(expand({ text }, VALUES)).toEqual({ text: expected });
});

it('expands strings at any depth, and leaves keys and other values alone', () => {
  const config = { '${USER}': [1, true, null, { deep: ['${USER}'] }], n: 2.5 };
  expect(expand(config, VALUES)).toEqual({ '${USER}': [1, true, null, { deep: ['ann'] }], n: 2.5 });
  expect(config['${USER}'][3]).toEqual({ deep: ['${USER}'] });
});

it('does not expand placeholders inside inserted values', () => {
  const values = new Map([
    ['A', '${B}'],
    ['B', 'other'],
    ['OPEN', '${'],
  ]);
  expect(expand({ a: '${A}', b: '${OPEN}B}' }, values)).toEqual({ a: '${B}', b: '${B}' });
});

it('treats names of inherited properties as missing values', () => {
  const config = JSON.parse('{"__proto__": "${constructor}", "a": "${__proto__}"}') as JsonObject;
  const expanded = expand(config, VALUES);
  expect(Object.entries(expanded)).toEqual([
    ['__proto__', ''],
    ['a', ''],
  ]);
  expect(Object.getPrototypeOf(expanded)).toBe(Object.prototype);
});

it('lists each name once, and only valid names', () => {
  expect(
    namesIn({ a: '${TOKEN} ${USER}', b: [{ c: '${TOKEN}' }], d: '${model-key} ${} ${9} ${X', '${KEY}': 1 }),
  ).toEqual(['TOKEN', 'USER']);
});

it('expands exactly the listed names: without values, nothing of them remains', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('$', '{', '}', 'A', 'B', '-', '${A}')), (parts) => {
      const config = { text: parts.join('') };
      const values = new Map(namesIn(config).map((name) => [name, '#']));
      const count = JSON.stringify(expand(config, values)).split('#').length - 1;
      expect(count > 0).toBe(values.size > 0);
    }),
  );
});

it('handles many unclosed placeholders in linear time', () => {
  const text = '${'.repeat(500_000);
  expect(expand({ text }, VALUES)).toEqual({ text });
});
