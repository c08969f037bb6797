// The catalogues: each message is in every language, with the same placeholders, and used in the interface.
import { expect, it } from 'vitest';
import { Catalogue } from '../src/ui/texts/catalogue.ts';
import { extractTexts } from './vite/texts/extract.ts';
import {
  allMessages,
  featuresWithTexts,
  knownTexts,
  readCatalogue,
  TRANSLATIONS,
} from './vite/texts/read-catalogues.ts';

const places = (text: string): string[] => [...new Set(text.match(/\{\d+/g) ?? [])].sort();

it.each(TRANSLATIONS)('has the placeholders of the English text in each message in %s', (language) => {
  for (const feature of featuresWithTexts()) {
    for (const [english, text] of Object.entries(readCatalogue(feature, language))) {
      expect(text.trim(), english).not.toBe('');
      expect(places(text), english).toEqual(places(english));
    }
  }
});

it.each(TRANSLATIONS)('translates each English text consistently in %s', (language) => {
  const all = allMessages(language);
  for (const feature of featuresWithTexts()) expect(all).toMatchObject(readCatalogue(feature, language));
});

it.each(TRANSLATIONS)('has all forms of every plural in %s', (language) => {
  const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const [english, text] of Object.entries(allMessages(language))) {
    for (const [, forms = ''] of text.matchAll(/, plural,((?:\s*\w+ \{[^{}]*\})+)/g)) {
      const names = [...forms.matchAll(/(\w+) \{/g)].map(([, name = '']) => name);
      expect(known, english).toEqual(expect.arrayContaining(names));
      expect(names, english).toContain('other');
    }
  }
});

it('has no message that is no longer used', async () => {
  const shown = new Set((await extractTexts()).map(({ key }) => key));
  // When a text changes, change its key in each src/ui/texts/FEATURE/LANGUAGE.json.
  expect([...knownTexts()].filter((key) => !shown.has(key))).toEqual([]);
});

it('translates texts, values and markup, and keeps unknown texts', () => {
  const german = new Catalogue(
    'de',
    new Map([
      ['Save {0}', '{0} speichern'],
      ['{0} entries', '{0, plural, one {# Eintrag} other {# Einträge}}'],
      ['Close & go', 'Schließen & „los“'],
    ]),
  );
  expect(german.text(['Save ', ''], ['$&'])).toBe('$& speichern');
  expect(german.text(['', ' entries'], [1])).toBe('1 Eintrag');
  expect(german.find('{0} entries', [1000])).toBe('1.000 Einträge');
  expect(german.find('{0} unknown', [1])).toBeUndefined();
  expect(german.text(['', ' entries'], ['1.000'])).toBe('1.000 Einträge');
  expect(german.text(['', ' entries'], ['1.200'])).toBe('1.200 Einträge');
  expect(german.text(' Unknown ', [])).toBe(' Unknown ');
  expect(german.text(['a ', ' b ', ''], [1, '{0}'])).toBe('a 1 b {0}');
  expect(german.markup('<b title="Close &amp; go"> Close &amp; go </b>')).toBe(
    '<b title="Schließen &amp; „los“"> Schließen &amp; „los“ </b>',
  );
  expect(german.markup('<p>1 &lt; 2</p>')).toBe('<p>1 &lt; 2</p>');
});

it('keeps a name or date from reordering an Arabic sentence, and leaves others as they are', () => {
  const synced = (language: string, text: string) =>
    new Catalogue(language, new Map([['Synced with {0}: {1}', text]])).text(
      ['Synced with ', ': ', ''],
      ['Nextcloud', '27 Nov'],
    );
  expect(synced('ar', 'آخر مزامنة مع {0}: {1}')).toBe(
    'آخر مزامنة مع \u2068Nextcloud\u2069: \u206827 Nov\u2069',
  );
  expect(synced('ar', '{0} · {1}')).toBe('Nextcloud · 27 Nov');
  expect(synced('de', 'Sync mit {0}: {1}')).toBe('Sync mit Nextcloud: 27 Nov');
});

it('counts by the rules of Arabic', () => {
  const arabic = new Catalogue('ar', new Map([['{0} entries', allMessages('ar')['{0} entries'] ?? '']]));
  const all = [1, 2, 3, 11, 100].map((count) => arabic.text(['', ' entries'], [count]));
  expect(all).toEqual(['عنصر واحد', 'عنصران', '3 عناصر', '11 عنصرًا', '100 عنصر']);
});
