// Languages: the nearest available one, complete, with its plural forms and direction.
import { expect, it } from 'vitest';
import { BUTTON, countOf, directionOf, fill, LANGUAGES, languageOf, textsIn } from './texts.ts';

it('takes the first available language', () => {
  expect(languageOf(['de-AT', 'fr'])).toBe('de');
  expect(languageOf(['tlh', 'zh-Hant-TW'])).toBe('zh');
  expect(languageOf([''])).toBe('en');
});

it.each(LANGUAGES)('has the same placeholders in %s as in English', async (language) => {
  const [texts, english] = await Promise.all([textsIn(language), textsIn('en')]);
  const places = (text: unknown) => [...JSON.stringify(text).matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [name, text] of Object.entries(english)) {
    const own = texts[name as keyof typeof texts];
    expect([...new Set(places(own))], name).toEqual([...new Set(places(text))]);
    expect(JSON.stringify(own).length, name).toBeGreaterThan(3);
  }
  expect(texts.button).toBe(BUTTON[language]);
  expect(new Intl.PluralRules(language).resolvedOptions().pluralCategories).toEqual(
    expect.arrayContaining(Object.keys(texts.pages)),
  );
});

it("counts by the language's rules", async () => {
  const [english, arabic] = await Promise.all([textsIn('en'), textsIn('ar')]);
  expect(countOf(english.pages, 1, 'en')).toBe('1 page');
  expect(countOf(english.pages, 1200, 'en', true)).toBe('1,200+ pages');
  expect(countOf(arabic.pages, 2, 'ar')).toBe('صفحتان');
});

it('leaves placeholders without a value', () => {
  expect(fill('{query} of {site}', { query: '{site}' })).toBe('{site} of {site}');
});

it('knows right-to-left languages', () => {
  expect([directionOf('ar-EG'), directionOf('he'), directionOf('zh')]).toEqual(['rtl', 'rtl', 'ltr']);
});
