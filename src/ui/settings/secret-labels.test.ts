// Parsing the input of a secret, and assigning a refusal to a field.
import { expect, it } from 'vitest';
import { toErrorData } from '../../core/errors.ts';
import { hostsIn, isLockedError, refusedField, whereTo } from './secret-labels.ts';

it('accepts hosts separated by commas, spaces and lines', () => {
  expect(hostsIn(' api.example.com,localhost:8080\n b.example ')).toEqual([
    'api.example.com',
    'localhost:8080',
    'b.example',
  ]);
  expect(hostsIn('  ')).toEqual([]);
});

it('states where a secret may be sent', () => {
  expect(whereTo([])).toContain('any host');
  expect(whereTo(['a.example', 'b.example'])).toBe('only to a.example, b.example, once granted to the tool');
});

it.each([
  ['1ST', 'long enough', 'name'],
  ['', '', 'name'],
  ['TOKEN', 'abc', 'value'],
  ['TOKEN', '      ', 'value'],
  ['TOKEN', 'x'.repeat(20_000), 'value'],
  ['TOKEN', 'long enough', 'hosts'],
])('assigns a refusal of %j with %j to its field', (name, value, field) => {
  expect(refusedField(name, value)).toBe(field);
});

it("recognises a locked vault by the failure's code, not its text", () => {
  const message = 'Your secrets are locked. Unlock them in Settings.';
  expect(isLockedError({ code: 'unavailable', message: 'x', details: { locked: true } })).toBe(true);
  expect(isLockedError({ code: 'unavailable', message })).toBe(false);
  expect(isLockedError({ code: 'denied', message, details: { locked: true } })).toBe(false);
  expect(isLockedError(undefined)).toBe(false);
  expect(isLockedError(toErrorData(new Error(message)))).toBe(false);
});
