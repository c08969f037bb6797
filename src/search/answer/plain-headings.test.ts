// Headings of plain text, and what they cover.
import { expect, test } from 'vitest';
import { withPlainHeadings } from './plain-headings.ts';
import { sectionsOf } from './sections.ts';
import { piecesOf } from './structure.ts';

const titles = (text: string): string[] =>
  withPlainHeadings(text, piecesOf(text, false)).flatMap((piece) =>
    piece.kind === 'term' ? [piece.title] : [],
  );

test('reads a short line above a paragraph or a list as a heading', () => {
  const text = `HOUSE AT THE LAKE

The house has four bedrooms and a terrace to the south.

Packing list:
1. sheets
2. towels

Boat
The boat lies at the second jetty and takes five people.`;
  expect(titles(text)).toEqual(['HOUSE AT THE LAKE', 'Packing list', 'Boat']);
});

test.each([
  ['a greeting', 'Dear Mr Hale,\n\nthank you for your letter of the third of March, which we read.'],
  ['a field', 'Arrival: 5 May\nDeparture: 9 May'],
  ['an address', 'Mill Lane 4\nOslo\nNorway'],
  ['a sentence', 'Nobody came.\n\nThe meeting was therefore closed after only ten minutes.'],
  ['lines of a list', 'Flour\n\nSugar\n\nButter'],
])('reads no heading in %s', (_, text) => {
  expect(titles(text)).toEqual([]);
});

test('ends the section of a heading inside a block with the block', () => {
  const text = `Boat
The boat lies at the second jetty and takes five people.

Rubbish is collected every Tuesday before eight in the morning.`;
  const stretch = {
    text,
    offset: 0,
    heading: [],
    passages: [],
    atStart: true,
    atEnd: true,
    isMarkdown: false,
  };
  expect(sectionsOf(stretch).map(({ path }) => path)).toEqual([['Boat'], []]);
});
