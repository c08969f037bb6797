// Questions for what was used, paid and handled, in tables of readings, bills and tickets.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const METERS = `Date,Building,Electricity (kWh),Water (m3),Read by
2025-12-31,Mill,400,60,P. Quist
2025-12-31,Barn,150,20,A. Novak
2026-01-31,Mill,410,66,P. Quist
2026-01-31,Barn,180,23,P. Quist
`;
const BILLS = `Item,Supplier,Per pupil,Pupils,Total,Paid
Coach,Kolb,18.50,42,777.00,yes
Hostel,DJH,61.00,42,2562.00,no
Boat,Donau,9.50,40,380.00,no
`;
const TICKETS = `Ticket,Opened,Closed,Customer,Category,Assigned to,Status,Hours spent
T-1,2026-02-02,2026-02-03,Arbo,Login,Dana,closed,2.5
T-2,2026-02-02,,Bluefin,Billing,Eli,open,0.5
T-3,2026-02-04,2026-02-04,Arbo,Printing,Dana,closed,1
T-4,2026-02-05,2026-02-06,Cask,Login,Eli,closed,9
`;

const FILES = { meters: METERS, bills: BILLS, tickets: TICKETS };
const rows = async (question: string, file: keyof typeof FILES) =>
  (await computedFrom(question, { [file]: FILES[file] }))?.rows;

it.each([
  ['How much electricity did the barn use in December?', 'meters', [{ 'total Electricity (kWh)': 150 }]],
  ['Which building uses the most water?', 'meters', [{ Building: 'Mill', 'total Water (m3)': 126 }]],
  ['What was the total water consumption?', 'meters', [{ 'total Water (m3)': 169 }]],
  ['How much electricity was used in 2025?', 'meters', [{ 'total Electricity (kWh)': 550 }]],
  ['How much do we still owe?', 'bills', [{ Total: 2942 }]],
  ['Who closed the most tickets?', 'tickets', [{ 'Assigned to': 'Dana', rows: 2 }]],
  ['How many hours did Dana spend?', 'tickets', [{ 'total Hours spent': 3.5 }]],
  ['Which category takes the most time?', 'tickets', [{ Category: 'Login', 'total Hours spent': 11.5 }]],
  ['Which category is the most common?', 'tickets', [{ Category: 'Login', rows: 2 }]],
] as const)('%s', async (question, file, expected) => {
  expect(await rows(question, file)).toEqual(expected);
});

it('lists what is unpaid', async () => {
  expect((await rows('What is still unpaid?', 'bills'))?.map(({ Item }) => Item)).toEqual(['Hostel', 'Boat']);
});

it('forms no groups by a count', async () => {
  expect(await rows('What does each pupil have to pay?', 'bills')).toBeUndefined();
});

it('states once that something is paid', async () => {
  const found = await computedFrom('How much have we paid so far?', {
    bills: BILLS.replace('9.50,40,380.00,no', '9.50,40,380.00,yes'),
  });
  expect(found).toMatchObject({ rows: [{ Total: 1157 }], where: 'Paid is yes' });
});

it('takes “per” for no column', async () => {
  expect(await rows('What is the average cost per item?', 'bills')).toContainEqual({
    Item: 'Coach',
    'average Total': 777,
  });
});
