// Terms: spellings, stems, identifiers, scripts, positions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenise } from './tokenise.ts';

const terms = (text: string): string[] => tokenise(text).map((token) => token.term);

describe('tokenise', () => {
  it('finds a word in all of its forms', () => {
    expect(new Set(terms('connect connected connecting connections'))).toEqual(new Set(['connect']));
  });

  it('drops stop words', () => {
    expect(terms('What is the name of this, and why don’t they know?')).toEqual(terms('name know'));
  });

  it('unifies case, accents, ligatures and full-width letters', () => {
    for (const spelling of ['CAFÉ', 'cafe\u0301', 'ｃａｆｅ', 'ca\u00adfe'])
      expect(terms(spelling)).toEqual(['cafe']);
    expect(terms('ﬁsh Straße Łódź ΛΌΓΟΣ Ёлка')).toEqual(['fish', 'strass', 'lodz', 'λογοσ', 'елка']);
  });

  it.each([
    ['sqlite3_open_v2', ['sqlite3openv2', 'sqlite3', 'open', 'v2']],
    ['camelCase', ['camelcas', 'camel', 'case']],
    ['HTMLParser', ['htmlparser', 'html', 'parser']],
    ['base64Encode', ['base64encode', 'base64', 'encod']],
    ['foo.bar', ['foobar', 'foo', 'bar']],
    ['--no-ff', ['noff', 'no', 'ff']],
    ['__init__', ['init']],
    ['2024-01-15', ['20240115', '2024', '01', '15']],
  ])('finds %s as a whole and by its parts', (identifier, expected) => {
    expect(terms(identifier)).toEqual(expected);
  });

  it('finds an identifier with any separator between its parts', () => {
    const [whole] = terms('getServerSideProps');
    for (const other of ['get_server_side_props', 'get-server-side-props', 'getserversideprops']) {
      expect(terms(other)).toContain(whole);
    }
  });

  it('keeps versions, C++ and C# whole, and plurals of acronyms in one piece', () => {
    expect(terms('3.45.1')).toEqual(['3.45.1']);
    expect(terms('C++ or C#')).toEqual(['c++', 'c', 'c#', 'c']);
    expect(terms('URLs')).toEqual(terms('url'));
  });

  it('drops English endings after an apostrophe', () => {
    expect(terms("the user's files")).toEqual(terms('user files'));
    expect(terms('L’avion d’O’Reilly')).toEqual(expect.arrayContaining(['avion', 'reilli']));
  });

  it('splits scripts without spaces into words', () => {
    expect(terms('数据库 と ประเทศไทยสวยงาม')).toEqual(expect.arrayContaining(['数据']));
    expect(terms('東京で働く')).toContain('東京');
    expect(terms('ภาษาไทยง่าย').length).toBeGreaterThan(1);
    expect(terms('用Python编程')).toContain('python');
  });

  it('keeps the vowel signs of Indic scripts', () => {
    expect(terms('हिन्दी')).toEqual(['हिन्दी']);
  });

  it('returns the position of each term in the original text', () => {
    const text = '“Ｃafé” — the sqlite3_open_v2() 数据库 call';
    const stretches = tokenise(text).map((token) => text.slice(token.start, token.end));
    expect(stretches).toEqual(
      expect.arrayContaining(['Ｃafé', 'sqlite3_open_v2', 'sqlite3', 'open', 'v2', 'call']),
    );
  });

  it('returns positions inside any text, in order, and never an empty term', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const { term, start, end } of tokenise(text)) {
          expect(term).not.toBe('');
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });

  it('finds the same terms in upper and lower case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,12}){0,4}$/), (text) => {
        expect(terms(text.toUpperCase())).toEqual(terms(text));
      }),
    );
  });

  it('cuts endless words, so that a hash or base64 does not fill the vocabulary', () => {
    expect(Math.max(...terms('a'.repeat(5000) + ' ' + 'x1'.repeat(5000)).map((term) => term.length))).toBe(
      64,
    );
  });
});
