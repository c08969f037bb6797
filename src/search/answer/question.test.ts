// What a question asks for, read from its words.
import { expect, it } from 'vitest';
import { defines, fits } from './fits.ts';
import { readQuestion } from './question.ts';

it.each([
  'What is the notice period?',
  'notice period of the contract',
  'What is the penalty for late delivery?',
  'price of article FB-35',
])('reads “%s” as a question for a figure', (question) => {
  expect(readQuestion(question).intent).toBe('number');
});

it.each(['What is a bare repository?', 'What is a tote?'])('reads “%s” as a definition', (question) => {
  expect(readQuestion(question).intent).toBe('definition');
});

it.each([
  ['Wer unterschreibt den Vertrag?', 'who'],
  ['Was kostet der Versand?', 'number'],
  ['Ab wann gilt der Vertrag?', 'when'],
  ['Wo liegt das Lager?', 'where'],
  ['Wie viele Tage Urlaub habe ich?', 'number'],
  ['Wie lange ist die Kündigungsfrist?', 'number'],
  ['¿Quién firma el contrato?', 'who'],
  ['¿Qué significa "en espera"?', 'which'],
  ['¿Desde cuándo vale el contrato?', 'when'],
  ['donde esta el almacen', 'where'],
  ['¿Cuántos días de vacaciones tengo?', 'number'],
  ['Qui signe le contrat ?', 'who'],
  ['Que faire en cas de retard ?', 'which'],
  ['Depuis quand le contrat est-il valable ?', 'when'],
  ['Où se trouve le dépôt ?', 'where'],
  ['Combien de jours de congé ai-je ?', 'number'],
  ['was the order shipped', 'allowed'],
  ['queue limit', 'keywords'],
])('reads “%s” as a question for: %s', (question, intent) => {
  expect(readQuestion(question).intent).toBe(intent);
});

it.each([
  ['when', 'Der Laden öffnet am Montag.', 1],
  ['when', 'La tienda abre los lunes.', 1],
  ['when', 'Le magasin ouvre le lundi.', 1],
  ['when', 'Der Laden ist schön.', 0],
  ['where', 'Der Schlüssel liegt im Schrank.', 1],
  ['number', 'Die Frist beträgt zwei Wochen.', 0.7],
] as const)('sees what answers “%s” in “%s”', (intent, text, fit) => {
  expect(fits(intent, text)).toBe(fit);
});

it.each([
  ['Which aggregation operators are there?', 'list'],
  ['What formats are supported?', 'list'],
  ['Which options can I use?', 'list'],
  ['Which operator is the fastest?', 'which'],
  ['What are the supported formats?', 'definition'],
])('“%s” asks for %s', (question, intent) => {
  expect(readQuestion(question).intent).toBe(intent);
});

it('reads two dashes after a name as its definition', () => {
  expect(defines('`NX` -- Only set the key if it does not exist.', { start: 1, end: 3 })).toBe(1);
  expect(defines('Use `NX` --force to set it.', { start: 5, end: 7 })).toBe(0);
});
