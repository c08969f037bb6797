// Matched words on their way from a result to its page.
import { describe, expect, it } from 'vitest';
import { addressOf, placesOf, takeWords, webAddress, wordPattern, wordsOf } from './found-labels.ts';

const SITE = 'https://docs.example/manual/';

describe('addresses', () => {
  it('contain the words before the fragment', () => {
    const address = addressOf('/guide/lamp.html#oil', SITE, 'perilune', ['lamp', 'oil & wick']);
    expect(address).toBe('https://docs.example/manual/guide/lamp.html?perilune=lamp+oil+%26+wick#oil');
    expect(takeWords(address, 'perilune')).toEqual({
      words: ['lamp', 'oil', '&', 'wick'],
      href: 'https://docs.example/manual/guide/lamp.html#oil',
    });
  });

  it('stay unchanged for files, and for a site that wants no words in them', () => {
    expect(addressOf('/a.html#b', SITE, '', ['lamp'])).toBe(`${SITE}a.html#b`);
    expect(addressOf('/a.html', 'file:///site/', 'perilune', ['lamp'])).toBe('file:///site/a.html');
    expect(takeWords(`${SITE}a.html?x=1`, 'perilune')).toEqual({ words: [], href: `${SITE}a.html?x=1` });
  });

  it('never lead off the site', () => {
    expect(addressOf('//evil.example/x', SITE, '', [])).toBe(`${SITE}evil.example/x`);
    expect(addressOf('javascript:alert(1)', SITE, '', [])).toBe(`${SITE}javascript:alert(1)`);
    expect(addressOf('https://evil.example', SITE, '', [])).toBe(`${SITE}https://evil.example`);
  });
});

it('contain the words as the page spells them, each once, and a limited number', () => {
  const snippet = 'Lamps and lamps: a lamp';
  const matches = [
    [0, 5],
    [10, 15],
    [19, 23],
  ] as const;
  expect(wordsOf({ snippet, matches })).toEqual(['lamps', 'lamp']);
  const long = Array.from({ length: 30 }, (_, n) => `w${n}`);
  expect(takeWords(addressOf('/', SITE, 'p', long), 'p').words.length).toBeLessThanOrEqual(8);
});

describe('marks on the page', () => {
  const found = (words: string[], text: string) => {
    const whole = [...(text.match(wordPattern(words) ?? /$^/) ?? [])];
    const inRow = placesOf(text, words).sort(([a], [b]) => a - b);
    expect(inRow.map(([start, end]) => text.slice(start, end))).toEqual(whole);
    return whole;
  };

  it('cover whole words in any case', () => {
    expect(found(['lamp'], 'Lamp, clamp, lamps, LAMP')).toEqual(['Lamp', 'LAMP']);
    expect(found(['über'], 'Über überall')).toEqual(['Über']);
  });

  it('cover parts of a line in scripts without spaces', () => {
    expect(found(['東京'], '新しい東京都')).toEqual(['東京']);
  });

  it('treat special characters literally', () => {
    expect(found(['c++', 'a.b', '(x)'], 'c++ a.b axb (x)')).toEqual(['c++', 'a.b', '(x)']);
  });

  it('prefer the longest of overlapping words, also next to surrogate pairs', () => {
    expect(found(['new', 'new york'], 'New York, new yorkers')).toEqual(['New York', 'new']);
    expect(found(['x'], '\u{1d44e}x x\u{1d44e} 😀x')).toEqual(['x']);
  });

  it('do not exist without words', () => expect(wordPattern([])).toBeUndefined());
});

it('ignores text that is not a web address', () => {
  expect(webAddress('/api/v1', SITE)).toBe('https://docs.example/api/v1');
  expect(webAddress('https://api.example/v1', SITE)).toBe('https://api.example/v1');
  for (const text of ['javascript:alert(1)', 'http://', 'data:,x'])
    expect(webAddress(text, SITE)).toBeUndefined();
});
