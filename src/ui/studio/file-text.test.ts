// Showing a tool's files.
import { expect, it } from 'vitest';
import { fileText } from './file-text.ts';

it('shows text, the beginning of long text, and nothing for binary files', () => {
  expect(fileText(new TextEncoder().encode('grüße'))).toEqual({ text: 'grüße', rest: 0 });
  expect(fileText(new TextEncoder().encode('x'.repeat(60_000)))).toMatchObject({ rest: 10_000 });
  expect(fileText(new Uint8Array([0xff, 0xd8, 0xff])).text).toBeUndefined();
  expect(fileText(new Uint8Array([65, 0, 66])).text).toBeUndefined();
});
