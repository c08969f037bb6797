// Questions to tables whose values have signs, whose rows are numbered, and whose columns have units.
import { expect, it } from 'vitest';
import { figureWords } from '../../core/figure-words.ts';
import { computedFrom } from './compute.test-support.ts';

const DONATIONS = `Donor,Date,Blood type,Volume (ml),Nurse
R. Amadi,2026-01-05,O+,450,Hale
L. Bruno,2026-01-05,A-,450,Hale
R. Amadi,2026-03-09,O+,450,Ortiz
D. Evers,2026-02-02,O-,300,Hale
`;
const RESULTS = `Place,Runner,Club,Age group
1,Hanna Weiss,LC Graz,W30
2,Joel Adeyemi,Harriers,M35
3,Ida Lund,LC Graz,W25
`;
const WOHNUNGEN = `Wohnung;Stadt;Kaltmiete
W1;Bonn;890,00 €
W2;Bonn;640,00 €
W3;Köln;1.450,00 €
`;

const FLATS = `Flat,Area (m²),Rent
F1,54,640
F2,102,610
`;

const FILES = { donations: DONATIONS, results: RESULTS, wohnungen: WOHNUNGEN, flats: FLATS };
const rows = async (question: string, file: keyof typeof FILES) =>
  (await computedFrom(figureWords(question), { [file]: FILES[file] }))?.rows;

it.each([
  ['How many O- donations were there?', 'donations', [{ rows: 1 }]],
  ['How many O+ donations were there?', 'donations', [{ rows: 2 }]],
  ['What is the average volume?', 'donations', [{ 'average Volume (ml)': 412.5 }]],
  ['Which nurse handled the most donations?', 'donations', [{ Nurse: 'Hale', rows: 3 }]],
  ['Which club has the most runners?', 'results', [{ Club: 'LC Graz', rows: 2 }]],
  ['What is the largest flat?', 'flats', [{ Flat: 'F2', 'Area (m²)': 102, Rent: 610 }]],
  ['What is the total rent?', 'wohnungen', [{ 'total Kaltmiete': 2980 }]],
] as const)('%s', async (question, file, expected) => {
  expect(await rows(question, file)).toEqual(expected);
});

it('leads with the runner, not with the place', async () => {
  const found = await rows('Who is in LC Graz?', 'results');
  expect(found?.map((row) => Object.keys(row)[0])).toEqual(['Runner', 'Runner']);
});

it('reads a limit of a rent in German', async () => {
  const found = await rows('Welche Wohnungen kosten mehr als 700 Euro?', 'wohnungen');
  expect(found?.map(({ Wohnung }) => Wohnung)).toEqual(['W1', 'W3']);
});
