// Questions about everything there is.
import { expect, test } from 'vitest';
import { asksForLibrary } from './asks-for-library.ts';

test.each([
  'What is this about?',
  "what's this all about",
  'So what are these documents about?',
  'Summarise this',
  'Please summarize my documents.',
  'can you sum it up please',
  'Give me a short overview of my library',
  'overview',
  'What documents do I have?',
  'How many documents do I have?',
  'list all documents',
  'show me my files',
  'Wie viele Dokumente habe ich?',
  "What's in my library?",
  'What do my documents say?',
  'Worum geht es hier?',
  'Fasse das bitte zusammen',
  "De quoi s'agit-il ?",
  '¿De qué tratan mis documentos?',
])('is asked by %j', (question) => {
  expect(asksForLibrary(question)).toBe(true);
});

test.each([
  'What is the handbook about?',
  'Summarise the chapter on returns',
  'What is this tent made of?',
  'What documents do I need for a visa?',
  'How many documents must I sign?',
  'List all sources of income',
  'Give me the price',
  'What is in a first-aid kit?',
  'Worum geht es im Vertrag?',
  '',
  `${'summary '.repeat(40)}`,
])('is not asked by %j', (question) => {
  expect(asksForLibrary(question)).toBe(false);
});
