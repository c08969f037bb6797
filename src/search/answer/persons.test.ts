// A person's name beside the word for a role.
import { expect, test } from 'vitest';
import { namesPerson } from './persons.ts';

function isNamed(text: string, word: string): boolean {
  const start = text.indexOf(word);
  return namesPerson(text, [{ start, end: start + word.length }]);
}

test.each([
  ['Call the caretaker, Mr Novak, at once.', 'caretaker'],
  ['**Chair:** Petra Lindqvist', 'Chair'],
  ['Li Wei, the treasurer, presented the accounts.', 'treasurer'],
  ['We welcome Mrs Amara Diallo, our new head cook.', 'cook'],
  ['Rosalind Feld owns the bakery.', 'owns'],
  ['The auditor is Keller & Finch, the treasurer is Li Wei.', 'treasurer'],
  ['Ansprechpartnerin: Frau Seidel', 'Ansprechpartnerin'],
])('finds one in %j', (text, word) => {
  expect(isNamed(text, word)).toBe(true);
});

test.each([
  ["The caretaker's flat is free from July.", 'caretaker'],
  ['The treasurer presented the accounts on Monday morning.', 'treasurer'],
  ['The Chair opens the meeting.', 'meeting'],
])('finds none in %j', (text, word) => {
  expect(isNamed(text, word)).toBe(false);
});
