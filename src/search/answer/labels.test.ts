// The label of a part, and the words in it that name a value.
import { expect, test } from 'vitest';
import type { Atom } from './atoms.ts';
import { labelOf, nameOf } from './labels.ts';
import type { Piece } from './structure.ts';

const paragraph: Piece = { kind: 'paragraph', start: 0, end: 0 };

function label(text: string, kind: Atom['kind'] = 'sentence', piece: Piece = paragraph): string | undefined {
  const range = labelOf(text, { kind, start: 0, end: text.length, piece });
  return range && text.slice(range.start, range.end);
}

test.each([
  ['Departure: 8 May, 06:20', 'Departure'],
  ['- Weight: 310 g', 'Weight'],
  ['**Ticket no.** KL-204', 'Ticket no.'],
  ['**Colour:** green', 'Colour'],
  ['Montant : 12 €', 'Montant'],
])('finds the label of “%s”', (text, found) => {
  expect(label(text)).toBe(found);
});

test.each(['It leaves at 06:20.', '**Only bold**', 'Bring:\nshoes'])('finds none in “%s”', (text) => {
  expect(label(text)).toBeUndefined();
});

test('takes the first of two cells, and none of more', () => {
  const table: Piece = { kind: 'table', start: 0, end: 0, head: { start: 0, end: 0 }, rows: [] };
  expect(label('| Height | 31 cm |', 'row', table)).toBe('Height');
  expect(label('| Anna | 31 | Oslo |', 'row', table)).toBeUndefined();
});

test('leaves out the abbreviation of a number', () => {
  expect(nameOf('Ticket no.').trim()).toBe('Ticket');
  expect(nameOf('Facture n°').trim()).toBe('Facture');
  expect(nameOf('Casino')).toBe('Casino');
});
