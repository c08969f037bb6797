// Questions about groups of rows, persons and averages, in tables that number their rows or hold opinions.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const POLL = `Guest,Day,Nationality,Tour,Rating,Effort,Nights per stay,Would return,Remark
1,2026-05-02,Norway,Fjord walk,5,4,3,yes,The best tour
2,2026-05-02,Chile,Fjord walk,2,5,2,no,Too steep
3,2026-05-03,Norway,City stroll,4,1,4,yes,A long day
4,2026-05-04,Japan,City stroll,4,1,1,yes,
`;
const SHIFTS = `Day,Name,Site,Client,Hours,Rate
2026-02-02,Ada Holm,Pier,Vigo Port,6.5,90
2026-02-02,Ada Holm,Mill,Baker & Son,1.5,90
2026-02-03,Ada Holm,Pier,Vigo Port,4,90
2026-02-03,Ben Ode,Pier,Vigo Port,8,70
2026-02-04,Ben Ode,Mill,Baker & Son,3,70
`;
const PARTS = `Code,Part,Maker,Qty on hand,Unit cost,Sale price
A1,Bolt,Fixit,200,0.2,0.5
A2,Drill,Norr,4,80,150
A3,Saw,Norr,6,40,75
`;

const poll = async (question: string) => (await computedFrom(question, { 'guest poll': POLL }))?.rows;
const shifts = async (question: string) => (await computedFrom(question, { shifts: SHIFTS }))?.rows;

it.each([
  ['How many guests are from Norway?', [{ rows: 2 }]],
  ['How many tours are there?', [{ 'different Tour': 2 }]],
  ['Which tour has the best rating?', [{ Tour: 'City stroll', 'average Rating': 4 }]],
  ['What percentage would return?', [{ 'percent where Would return is yes': '75%' }]],
])('never adds up or compares the numbers of rows: %s', async (question, rows) => {
  expect(await poll(question)).toEqual(rows);
});

it.each(['What was the longest day?', 'What is the total guest?'])(
  'takes no word of a remark for what a row is: %s',
  async (question) => {
    expect(await poll(question)).toBeUndefined();
  },
);

it.each([
  ['Who worked the most hours?', [{ Name: 'Ada Holm', 'total Hours': 12 }]],
  ['How many days did Ada work?', [{ 'different Day': 2 }]],
  ['Average hours per day for Ada', [{ 'average Hours per day': 6 }]],
  [
    'Average hours by day for Ben',
    [
      { day: '2026-02-03', 'average Hours': 8 },
      { day: '2026-02-04', 'average Hours': 3 },
    ],
  ],
])('knows who works, and what a day has: %s', async (question, rows) => {
  expect(await shifts(question)).toEqual(rows);
});

it('names the column when an employee or a client may have the most', async () => {
  expect(await shifts('Who has the most entries?')).toEqual([{ Name: 'Ada Holm', rows: 3 }]);
});

it.each(['Which part sold the most units?', 'Which maker sold the most?'])(
  'asks no stock what was sold: %s',
  async (question) => {
    expect((await computedFrom(question, { parts: PARTS }))?.rows).toBeUndefined();
  },
);
