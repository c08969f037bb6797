// The coloured ranges of code, by language.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stretchesOf } from './code-stretches.ts';

function read(code: string, language: string): string[] {
  return stretchesOf(code, language).map(({ kind, start, end }) => `${kind} ${code.slice(start, end)}`);
}

describe('code ranges', () => {
  it('cover keywords, names, strings, numbers and comments', () => {
    expect(read('local x = "a<b" -- less\nreturn 42', 'lua')).toEqual([
      'keyword local',
      'string "a<b"',
      'comment -- less',
      'keyword return',
      'number 42',
    ]);
    expect(read('if (a && b) f("&amp;");', 'js')).toContain('string "&amp;"');
    expect(read('{"a": [1, true]}', 'json')).toEqual(['name "a"', 'number 1', 'keyword true']);
  });

  it('do not exist for an unknown language or plain text', () => {
    expect(stretchesOf('local x', 'klingon')).toEqual([]);
    expect(stretchesOf('local x', '__proto__')).toEqual([]);
    expect(stretchesOf('', 'lua')).toEqual([]);
  });

  it('lie within the code, in order and without overlap, for any input', () => {
    const languages = fc.constantFrom('lua', 'javascript', 'python', 'xml', 'bash', 'css', 'markdown', 'sql');
    const pieces = fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      "'",
      '&lt;',
      '</span>',
      '<span class="x">',
      '\n',
      '\\',
      '`',
      'a',
      '1',
      '{',
      '--',
      '#',
    );
    const codes = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(pieces).map((each) => each.join('')),
    );
    fc.assert(
      fc.property(codes, languages, (code, language) => {
        const stretches = stretchesOf(code, language);
        let last = 0;
        for (const { start, end } of stretches) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(code.length);
      }),
    );
  });
});
