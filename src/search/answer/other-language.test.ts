// Questions in another language than all documents.
import { expect, test } from 'vitest';
import { otherLanguages } from './other-language.ts';

test.each([
  'Wie viele Urlaubstage habe ich?',
  'Quand puis-je annuler le contrat ?',
  '¿Cuánto cuesta el alquiler?',
  'Quanto posso portare per il volo?',
  '解約通知期間はどれくらいですか',
  'Сколько стоит аренда?',
  'كم الإيجار؟',
])('“%s” is not in English', (question) => {
  expect(otherLanguages(question, ['en'])).toEqual(['en']);
});

test.each(['How much is the rent?', 'Fahrradkeller', 'la luna', '', 'xyzzy plugh'])(
  'does not claim that “%s” is in another language',
  (question) => {
    expect(otherLanguages(question, ['en'])).toEqual([]);
  },
);

test('says nothing when a document has that language, or an unknown one', () => {
  expect(otherLanguages('Wie viele Urlaubstage habe ich?', ['en', 'de'])).toEqual([]);
  expect(otherLanguages('Wie viele Urlaubstage habe ich?', ['en', 'und'])).toEqual([]);
  expect(otherLanguages('What is the rent of the flat?', ['de', 'fr'])).toEqual(['de', 'fr']);
});
