// Questions with verbs that say only that a row exists, and in the words of another language.
import { expect, it } from 'vitest';
import { figureWords } from '../../core/figure-words.ts';
import { computedFrom } from './compute.test-support.ts';

const PARTS = `Code,Part,Maker,Qty on hand,Unit cost
A1,Bolt,Fixit,200,0.2
A2,Drill,Norr Supply,4,80
A3,Saw,Norr Supply,6,40
A4,Saw guide,Norr Trading,6,40
`;
const CLAIMS = `Date,Employee,Category,Amount,Status
2026-01-04,Ada Holm,Hotel,200,pending
2026-01-09,Ada Holm,Meals,40,approved
2026-02-02,Ben Ode,Meals,35.5,pending
`;
const POLL = `Respondent,Age group,Country,Would return
1,18-24,Spain,Yes
2,25-34,Spain,No
3,25-34,Ireland,Yes
`;
const SHIFTS = `Day,Name,Hours,Billable
2026-02-02,Ada Holm,6.5,Y
2026-02-03,Ada Holm,1,N
2026-02-03,Ben Ode,2,N
`;
const VERKAUF = `Bestellnr;Bestelldatum;Kunde;Land;Artikel;Menge;Einzelpreis;Gesamtpreis;Zahlart;Versandt am
501;03.03.2025;Anna Roth;Deutschland;Kanne;1;34,90;34,90;PayPal;04.03.2025
502;11.04.2025;Peter Lang;Österreich;Mühle;2;129,00;258,00;Rechnung;
503;19.04.2025;Anna Roth;Deutschland;Bohnen;4;18,50;74,00;Rechnung;20.04.2025
`;

const FILES = { parts: PARTS, claims: CLAIMS, poll: POLL, shifts: SHIFTS, bestellungen: VERKAUF };
const rows = async (question: string, file: keyof typeof FILES) =>
  (await computedFrom(figureWords(question), { [file]: FILES[file] }))?.rows;

it.each([
  ['How many parts does Norr Supply provide?', 'parts', [{ rows: 2 }]],
  ['Which maker delivers the most parts?', 'parts', [{ Maker: 'Norr Supply', rows: 2 }]],
  ['How many people submitted claims?', 'claims', [{ 'different Employee': 2 }]],
  ['How much money is pending?', 'claims', [{ 'total Amount': 235.5 }]],
  ['How many people would return?', 'poll', [{ rows: 2 }]],
  ['How many Spanish respondents would not return?', 'poll', [{ rows: 1 }]],
  ['How many people answered?', 'poll', [{ rows: 3 }]],
  [
    'Non-billable hours per person',
    'shifts',
    [
      { Name: 'Ben Ode', 'total Hours': 2 },
      { Name: 'Ada Holm', 'total Hours': 1 },
    ],
  ],
] as const)('%s', async (question, file, expected) => {
  expect(await rows(question, file)).toEqual(expected);
});

it('leaves a verb that may be a status to the documents', async () => {
  expect(await rows('How many claims were submitted?', 'claims')).toBeUndefined();
});

it.each([
  ['Wie viele Bestellungen kamen aus Deutschland?', [{ rows: 2 }]],
  ['Wie hoch war der Gesamtumsatz?', [{ 'total Gesamtpreis': 366.9 }]],
  ['What is the total revenue in April 2025?', [{ 'total Gesamtpreis': 332 }]],
  [
    'Umsatz pro Land',
    [
      { Land: 'Österreich', 'total Gesamtpreis': 258 },
      { Land: 'Deutschland', 'total Gesamtpreis': 108.9 },
    ],
  ],
  ['Durchschnittlicher Bestellwert', [{ 'average Gesamtpreis': 122.3 }]],
  ['What is the average order value?', [{ 'average Gesamtpreis': 122.3 }]],
  ['Wer hat am meisten ausgegeben?', [{ Kunde: 'Peter Lang', 'total Gesamtpreis': 258 }]],
  ['How much did Anna Roth spend?', [{ 'total Gesamtpreis': 108.9 }]],
] as const)('knows the total of a German order: %s', async (question, expected) => {
  expect(await rows(question, 'bestellungen')).toEqual(expected);
});

it.each([
  ['Wer hat eine Mühle gekauft?', ['Peter Lang']],
  ['Which customers paid by invoice?', ['Anna Roth', 'Peter Lang']],
  ['Which order was the largest?', ['Peter Lang']],
  ['Which orders have not been shipped?', ['Peter Lang']],
  ['Which orders have been shipped?', ['Anna Roth', 'Anna Roth']],
] as const)('lists rows of a German order: %s', async (question, expected) => {
  expect((await rows(question, 'bestellungen'))?.map(({ Kunde }) => Kunde)).toEqual(expected);
});

it('prefers the table that uses the words of the question', async () => {
  const files = { bestellungen: VERKAUF, stock: 'Item,Price\nBolt,0.2\nDrill,80\n' };
  expect((await computedFrom('What is the most expensive item?', files))?.rows).toEqual([
    { Item: 'Drill', Price: 80 },
  ]);
});

it('takes no expense for an income', async () => {
  const found = await computedFrom('What was the average income?', { 'travel expenses': CLAIMS });
  expect(found).toBeUndefined();
});
