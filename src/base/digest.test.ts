// Hashes as hex, from text and from bytes.
import { expect, it } from 'vitest';
import { sha256Hex, toHex } from './digest.ts';

it('writes two digits for each byte', () => {
  expect(toHex(Uint8Array.of(0, 10, 255))).toBe('000aff');
});

it('hashes a text as its UTF-8 bytes', async () => {
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(await sha256Hex('abc')).toBe(hash);
  expect(await sha256Hex(Uint8Array.of(97, 98, 99))).toBe(hash);
});
