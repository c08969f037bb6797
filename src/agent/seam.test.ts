// A continued answer reads as if it had never been cut off.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsInCode, Seam } from './seam.ts';

/** Returns the added text, received in pieces of some size. */
function joined(before: string, text: string, size = 3): string {
  const seam = new Seam(before);
  let added = '';
  for (let at = 0; at < text.length; at += size) added += seam.take(text.slice(at, at + size));
  return before + added + seam.end();
}

describe('the text after a cut-off', () => {
  it.each([
    ['goes on in the middle of a word', 'The moon is bri', 'ght tonight.', 'The moon is bright tonight.'],
    [
      'is not said twice',
      'One. The moon is bright',
      'The moon is bright tonight.',
      'One. The moon is bright tonight.',
    ],
    [
      'stays in its block of code',
      'Look:\n```lua\nlocal a = 1\n',
      '```lua\nlocal b = 2\n```\n',
      'Look:\n```lua\nlocal a = 1\nlocal b = 2\n```\n',
    ],
    ['ends its block of code', '```lua\nlocal a', ' = 1\n```\nDone.', '```lua\nlocal a = 1\n```\nDone.'],
    [
      'ends its block of code at once',
      '```lua\nlocal a = 1\n',
      '```\nDone.',
      '```lua\nlocal a = 1\n```\nDone.',
    ],
    ['begins a block of its own', 'Look:\n', '```lua\nlocal a\n```', 'Look:\n```lua\nlocal a\n```'],
    ['may repeat a short word', 'It is so', 'so far.', 'It is soso far.'],
  ])('%s', (_name, before, text, whole) => {
    for (const size of [1, 3, 1000]) expect(joined(before, text, size)).toBe(whole);
  });

  it('is complete, however it is split', () => {
    fc.assert(
      fc.property(
        fc.lorem(),
        fc.stringMatching(/^[A-Z]{1,30}$/),
        fc.integer({ min: 1, max: 9 }),
        (before, text, size) => {
          expect(joined(before, text, size)).toBe(before + text);
        },
      ),
    );
  });

  it('detects open code', () => {
    expect(endsInCode('```\na')).toBe(true);
    expect(endsInCode('```\na\n```\nb')).toBe(false);
    expect(endsInCode('````\n```\na')).toBe(true);
  });
});
