// What keeps a form from being sent to a server.
import { expect, it } from 'vitest';
import { missingIn, problemsIn } from './form-checks.ts';

const isFine = (format: string, text: string): boolean =>
  Object.keys(
    problemsIn({ type: 'object', properties: { field: { type: 'string', format } } }, { field: text }),
  ).length === 0;

it.each([
  [
    'email',
    ['ada@example.org', 'a.b+c@mail.example.co.uk', 'jörg@bücher.example'],
    ['ada', 'ada@', '@b.org', 'a b@c.org', 'a@b', 'a@@b.org', 'Ada <a@b.org>'],
  ],
  [
    'uri',
    ['https://example.org/a?b#c', 'mailto:a@b.org', 'urn:isbn:0451450523'],
    ['example.org', '/page', 'https://', 'http://a b'],
  ],
  [
    'date',
    ['2026-03-09', '2024-02-29'],
    ['2026-02-29', '2026-13-01', '9.3.2026', '2026-3-9', '2026-03-09T10:00:00Z'],
  ],
  [
    'date-time',
    ['2026-03-09T14:30:00Z', '2026-03-09T14:30:00.5+01:00'],
    ['2026-03-09', '2026-03-09 14:30', '2026-02-30T14:30:00Z', '2026-03-09T25:00:00Z'],
  ],
] as const)('checks the format %s', (format, right, wrong) => {
  expect(right.filter((text) => !isFine(format, text))).toEqual([]);
  expect(wrong.filter((text) => isFine(format, text))).toEqual([]);
});

it('names what is missing, too short, too long, too small and too large; empty optional fields are fine', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 2, maxLength: 4 },
      age: { type: 'integer', minimum: 0, maximum: 150 },
      mail: { type: 'string', format: 'email' },
    },
    required: ['name'],
  } as const;
  const check = (args: Record<string, string | number>) => problemsIn(structuredClone(schema) as never, args);
  expect(check({})).toEqual({ name: 'This is required.' });
  expect(missingIn(schema as never, { name: '' })).toEqual({ name: 'This is required.' });
  expect(check({ name: 'a', age: -1 })).toEqual({
    name: 'Enter at least 2 characters.',
    age: 'Enter 0 or more.',
  });
  expect(check({ name: 'abcde', age: 151 })).toEqual({
    name: 'Enter at most 4 characters.',
    age: 'Enter 150 or less.',
  });
  expect(check({ name: 'abc', age: 1.5, mail: '' })).toEqual({ age: 'Enter a whole number.' });
});
