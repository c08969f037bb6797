// Time sheets: hours are multiplied by their rate, and rates are never added up. Computed by the real engine.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const SHEET = `Date,Client,Task,Hours,Rate (£),Billed
2026-05-04,Marlowe Press,Cover drafts,5.5,48,yes
2026-05-06,Marlowe Press,Revisions,3,48,yes
2026-05-11,Brightwell Dental,Logo,7.25,55,yes
2026-05-19,Brightwell Dental,Signage,4,55,no
2026-06-02,Quay Theatre,Season poster,9,40,no
2026-06-15,Quay Theatre,Programme layout,12,40,no
`;
const files = { 'Time sheet': SHEET };
const LABEL = 'total Hours × Rate (£)';

it.each([
  ['How much did I earn in May?', 1026.75],
  ['How much can I invoice Quay Theatre?', 840],
  ['How much have I billed Marlowe Press?', 408],
  ['Total amount not billed yet', 1060],
  ['What is the total unbilled amount?', 1060],
])('multiplies hours by their rate: %s', async (question, total) => {
  expect((await computedFrom(question, files))?.rows).toEqual([{ [LABEL]: total }]);
});

it('says how much each client brought in', async () => {
  const found = await computedFrom('revenue by client', files);
  expect(found?.rows).toContainEqual({ Client: 'Quay Theatre', [LABEL]: 840 });
});

it.each(['Rate (£)', 'Hourly rate', 'Rate in €', '£/hour', 'hourly_rate_usd', 'Stundensatz (€)'])(
  'never adds up the column %s',
  async (name) => {
    const sheet = SHEET.replace('Rate (£)', name).replace('Hours', 'Shifts');
    for (const question of ['How much did I earn in May?', 'total amount in May', 'amount by client'])
      expect(await computedFrom(question, { 'Time sheet': sheet })).toBeUndefined();
  },
);

it('takes an amount in the table before a product', async () => {
  const rows = SHEET.trim().split('\n');
  const sheet = rows.map((row, at) => `${row},${at === 0 ? 'Amount' : 100 + at}`).join('\n');
  const found = await computedFrom('What is the total amount in May?', { 'Time sheet': sheet });
  expect(found?.rows).toEqual([{ 'total Amount': 410 }]);
});

it('still adds up hours and compares rates', async () => {
  expect((await computedFrom('How many hours are not billed yet?', files))?.rows).toEqual([
    { 'total Hours': 25 },
  ]);
  expect((await computedFrom('What is the highest rate?', files))?.rows).toMatchObject([
    { 'highest Rate (£)': 55 },
  ]);
});
