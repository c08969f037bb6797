// Compares a pasted hash, in any spelling, with the file's.
import { expect, it } from 'vitest';
import { hashVerdict } from './hash-verdict.ts';

const HASH = '0123456789abcdef'.repeat(4);

it.each([
  ['', 'none'],
  ['  ', 'none'],
  [HASH, 'same'],
  [` ${HASH.toUpperCase()}\n`, 'same'],
  [`sha256=${HASH}`, 'same'],
  [`SHA-256: ${HASH}`, 'same'],
  [`https://example.com/a.zip#sha256=${HASH}`, 'same'],
  [HASH.replace('0', '1'), 'other'],
  [HASH.slice(1), 'malformed'],
  [`${HASH}0`, 'malformed'],
  ['sha256=', 'malformed'],
  ['the one from the page', 'malformed'],
])('%j is %s', (told, verdict) => {
  expect(hashVerdict(told, HASH)).toBe(verdict);
});
