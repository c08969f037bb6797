// Hidden characters become visible.
import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

const plain = (text: string): string =>
  visibleText(text)
    .map((piece) => piece.text)
    .join('');

describe('visibleText', () => {
  it('leaves ordinary text of any script unchanged, including line breaks and tabs', () => {
    const text = 'naïve Ärger 東京 שלום 👍\n\t{"a": 1}';
    expect(visibleText(text)).toEqual([{ text, hidden: false }]);
  });

  it('shows a right-to-left override as its code', () => {
    expect(visibleText('pay \u202Egpj.exe')).toEqual([
      { text: 'pay ', hidden: false },
      { text: 'U+202E', hidden: true },
      { text: 'gpj.exe', hidden: false },
    ]);
  });

  it.each([
    ['a zero-width space', '\u200B', 'U+200B'],
    ['a byte order mark', '\uFEFF', 'U+FEFF'],
    ['an isolate', '\u2066', 'U+2066'],
    ['a carriage return', '\r', 'U+000D'],
    ['an escape', '\u001B', 'U+001B'],
    ['a C1 control', '\u0085', 'U+0085'],
    ['a tag letter', '\u{E0041}', 'U+E0041'],
    ['a variation selector', '\uFE0F', 'U+FE0F'],
    ['a Hangul filler', '\u3164', 'U+3164'],
    ['a no-break space', '\u00A0', 'U+00A0'],
    ['a line separator', '\u2028', 'U+2028'],
    ['half a surrogate pair', '\uD83D', 'U+D83D'],
  ])('shows %s', (_name, character, code) => {
    expect(plain(`a${character}b`)).toBe(`a${code}b`);
  });
});
