// Rows that lack something, rows that are still open, and the persons of a staff list. Computed by the real engine.
import { expect, it } from 'vitest';
import { figureWords } from '../../core/figure-words.ts';
import { computedFrom } from './compute.test-support.ts';

const STAFF = `Employee ID,First name,Last name,Department,Title,Hire date,Salary,Manager
E01,Ines,Calder,Engineering,Lead engineer,2016-02-01,91000,Petra Holm
E04,Dora,Venn,Sales,Account manager,2018-11-19,59000,Olu Bright
E05,Olu,Bright,Sales,Head of sales,2014-03-03,88000,Petra Holm
E07,Petra,Holm,Board,CEO,2012-01-01,140000,
`;
const TICKETS = `Ticket,Opened,Closed,Customer,Agent,Minutes
T-1,2026-06-01,2026-06-01,Acorn,Sami,35
T-2,2026-06-03,,Acorn,Sami,
T-3,2026-06-10,,Birch,,
T-4,2026-06-11,2026-06-12,Cedar,Sami,120
`;
const SALES = `Datum;Kunde;Artikel;Menge;Betrag
03.02.2026;Café Morgenrot;Bohnen;12;222,00
05.03.2026;Bäckerei Huth;Bohnen;8;148,00
19.03.2026;Hotel Seeblick;Tassen;60;390,00
`;

const first = async (question: string, files: Record<string, string>, column: string) =>
  (await computedFrom(figureWords(question), files))?.rows.map((row) => row[column]);

it.each([
  ['Who has no manager?', { staff: STAFF }, 'First name', ['Petra']],
  ['Which employees have no manager?', { staff: STAFF }, 'First name', ['Petra']],
  ['Which tickets have no agent?', { tickets: TICKETS }, 'Ticket', ['T-3']],
  ['tickets without an agent', { tickets: TICKETS }, 'Ticket', ['T-3']],
  ['How many tickets have no agent?', { tickets: TICKETS }, 'rows', [1]],
])('finds empty cells: %s', async (question, files, column, expected) => {
  expect(await first(question, files, column)).toEqual(expected);
});

it.each([
  ['Which tickets are still open?', 'Ticket', ['T-2', 'T-3']],
  ['How many tickets are open?', 'rows', [2]],
  ['open tickets of Acorn', 'Ticket', ['T-2']],
  ['How many tickets were closed?', 'rows', [2]],
])('reads what is open from an empty date: %s', async (question, column, expected) => {
  expect(await first(question, { tickets: TICKETS }, column)).toEqual(expected);
});

it.each(['How many tickets did Acorn open?', 'When does the shop open?'])(
  'does not take a verb for a state: %s',
  async (question) => expect(await computedFrom(question, { tickets: TICKETS })).toBeUndefined(),
);

it('names persons by their names, not by their job titles', async () => {
  const found = await computedFrom('Who has worked here the longest?', { staff: STAFF });
  expect(Object.entries(found?.rows[0] ?? {})[0]).toEqual(['First name', 'Petra']);
});

it('counts no customers as people who work in sales', async () => {
  const files = { sales: SALES, staff: STAFF };
  const found = await computedFrom('How many people work in sales?', files);
  expect(found).toMatchObject({ document: 'staff', rows: [{ rows: 2 }] });
});

it.each([
  ['What was our revenue in March?', 538],
  ['revenue in March 2026', 538],
  ['Umsatz im März', 538],
  ['Wie hoch war der Umsatz im Februar?', 222],
])('adds up what came in during a month: %s', async (question, total) => {
  expect(await first(question, { Verkauf: SALES }, 'total Betrag')).toEqual([total]);
});
