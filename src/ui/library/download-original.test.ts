// Files that may run scripts are saved as plain bytes, whatever their declared type.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeType } from './download-original.ts';

test('keeps the type of passive formats', () => {
  for (const type of ['application/pdf', 'text/plain', 'text/csv', 'image/png', 'application/epub+zip'])
    expect(safeType(type)).toBe(type);
  expect(safeType('text/plain; charset=utf-8')).toBe('text/plain');
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  expect(safeType(word)).toBe(word);
});

test('removes the type of formats that may run scripts', () => {
  const active = fc.constantFrom(
    'text/html',
    'application/xhtml+xml',
    'image/svg+xml',
    'text/xml',
    'application/xml',
    'text/javascript',
    'application/rss+xml',
    'multipart/related',
    'message/rfc822',
    'application/vnd.oasis.opendocument.text+xml',
    '',
  );
  const dressed = fc.tuple(
    active,
    fc.constantFrom('', ';charset=utf-8', ' ; x=application/pdf'),
    fc.boolean(),
  );
  fc.assert(
    fc.property(dressed, ([type, more, upper]) => {
      const text = `${type}${more}`;
      expect(safeType(upper ? text.toUpperCase() : text)).toBe('application/octet-stream');
    }),
  );
});

test('removes unknown types', () => {
  fc.assert(
    fc.property(fc.string(), (type) => {
      expect(['application/octet-stream', type.split(';')[0]!.trim().toLowerCase()]).toContain(
        safeType(type),
      );
      expect(safeType(type)).not.toMatch(/html|xml\b|script|svg/);
    }),
  );
});
