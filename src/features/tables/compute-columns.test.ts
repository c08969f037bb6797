// Questions that name columns exactly, or kinds of rows.
import { expect, it } from 'vitest';
import { computedFrom, SALES } from './compute.test-support.ts';

const MEMBERS = `member,category,paid_eur,joined_on,court_hours
Anna Berg,adult,120.50,2026-03-02,4
Omar Diaz,junior,60,2026-03-15,2
Lea Sommer,adult,118,2026-04-01,6
Tim Kern,family,240,2026-04-22,9
Ivo Marsh,junior,55.5,2026-06-11,1
`;

it.each([
  ['What is the total paid_eur?', { 'total paid_eur': 594 }],
  ['sum of paid eur for adults', { 'total paid_eur': 238.5 }],
  ['What is the average court hours?', { 'average court_hours': 4.4 }],
  ['Which member booked the most court hours?', { member: 'Tim Kern', 'total court_hours': 9 }],
  ['How many members joined in April?', { rows: 2 }],
  ['How many juniors are there?', { rows: 2 }],
  ['How many adults joined in March?', { rows: 1 }],
  ['What did we earn in April?', { 'total paid_eur': 358 }],
])('reads names of columns and kinds of rows: %s', async (question, row) => {
  expect((await computedFrom(question, { Club: MEMBERS }))?.rows).toEqual([row]);
});

it.each([
  'How many seniors are there?',
  'How many days of vacation do I get?',
  'total',
  'What is the total price?',
])('leaves %s to the documents, also beside a table of members', async (question) => {
  expect(await computedFrom(question, { Club: MEMBERS })).toBeUndefined();
});

it.each([
  ['How many lamps were sold?', 'total Units', 4],
  ['How many lamps were sold in January?', 'total Units', 3],
  ['How many lamps are there?', 'rows', 2],
])('adds up units of what was sold: %s', async (question, name, value) => {
  expect((await computedFrom(question, { Sales: SALES }))?.rows).toEqual([{ [name]: value }]);
});

it('lists the persons with a date in the named column', async () => {
  const found = await computedFrom('Who joined in April?', { Club: MEMBERS });
  expect(found?.rows.map(({ member }) => member)).toEqual(['Lea Sommer', 'Tim Kern']);
  expect(await computedFrom('Who resigned in April?', { Club: MEMBERS })).toBeUndefined();
});

const BIRDS = `species,island,body_mass_g,year,tagged
Adelie,Dream,3700,2007,1
Adelie,Biscoe,3800,2008,0
Gentoo,Biscoe,5100,2008,1
Gentoo,Biscoe,5300,2009,1
`;

it.each([
  ['How many species are there?', [{ 'different species': 2 }]],
  ['How many penguins are there?', [{ rows: 4 }]],
  ['How many penguins in 2008?', [{ rows: 2 }]],
  [
    'average body mass by species',
    [5200, 3750].map((mass, at) => ({ species: ['Gentoo', 'Adelie'][at], 'average body_mass_g': mass })),
  ],
  ['How many penguins are heavier than 5200?', [{ rows: 1 }]],
  ['penguins by island', [3, 1].map((rows, at) => ({ island: ['Biscoe', 'Dream'][at], rows }))],
])('counts rows or what repeats in them: %s', async (question, rows) => {
  expect((await computedFrom(question, { penguins: BIRDS }))?.rows).toEqual(rows);
});

it.each([
  ['How many penguins under 18 are tagged?', BIRDS],
  ['biggest diamond', 'cut,price\nIdeal,5\nFair,9\nFair,2\n'],
  ['best cut', 'cut,price\nIdeal,5\nFair,9\nFair,2\n'],
  ['oldest company', 'company,date added\nA,1957-03-04\nB,2001-01-01\n'],
  ['total amount', 'name,Amount,Amount\nA,1,10\nB,2,20\n'],
])('never takes a column for what it is not: %s', async (question, csv) => {
  expect(await computedFrom(question, { diamonds: csv, penguins: 'x,y\n1,2\n' })).toBeUndefined();
});

it('prefers the column `name`, and reads exact numbers', async () => {
  const cars = 'mpg,cylinders,origin,name\n18,8,usa,Impala\n33,4,japan,Civic\n21,8,usa,Mustang\n';
  const namesOf = async (question: string) =>
    (await computedFrom(question, { cars }))?.rows.map(({ name }) => name);
  expect(await namesOf('Which car has the highest mpg?')).toEqual(['Civic']);
  expect(await namesOf('cars with 8 cylinders')).toEqual(['Impala', 'Mustang']);
});

const RIDES = `pickup,fare,total,zone,pickup_borough,dropoff_borough
2019-03-23,7,12,Old borough,Manhattan,Queens
2019-03-24,9,14,Old borough,Manhattan,Bronx
`;
const DEATHS = [
  'Year,Entity,Deaths',
  ...[1, 2, 3, 4].flatMap((at) => [
    `190${at},All disasters,${at * 3}`,
    `190${at},Drought,${at * 2}`,
    `190${at},Flood,${at}`,
  ]),
].join('\n');
const FLIGHTS = 'year,month,passengers\n1949,January,112\n1949,February,118\n1950,January,115\n';

it('adds up no rows that are totals of others', async () => {
  const rowsOf = async (question: string) => (await computedFrom(question, { disasters: DEATHS }))?.rows;
  expect(await rowsOf('total deaths')).toBeUndefined();
  expect(await rowsOf('Which year had the most deaths?')).toBeUndefined();
  expect(await rowsOf('total deaths from Flood')).toEqual([{ 'total Deaths': 10 }]);
});

it('reads the highest number as no count, and leaves what it cannot tell', async () => {
  const rowsOf = async (question: string) => (await computedFrom(question, { flights: FLIGHTS }))?.rows;
  expect(await rowsOf('highest number of passengers')).toEqual([{ 'highest passengers': 118 }]);
  expect(await rowsOf('total number of passengers')).toEqual([{ 'total passengers': 345 }]);
  expect(await rowsOf('total passengers in 1949')).toEqual([{ 'total passengers': 230 }]);
  for (const question of ['Which borough has the most pickups?', 'average number of rides'])
    expect(await computedFrom(question, { rides: RIDES })).toBeUndefined();
});

const MAJORS = `Major,Category,Median,Low_wage_jobs
Mining,Engineering,75000,10
Botany,Science,40000,90
Physics,Science,60000,20
`;

it.each([
  [
    'average median by category',
    [75000, 50000].map((median, at) => ({
      Category: ['Engineering', 'Science'][at],
      'average Median': median,
    })),
  ],
  ['Which major has the highest median?', [{ Major: 'Mining', 'highest Median': 75000 }]],
  ['highest paid major', undefined],
  ['most popular major', undefined],
  ['most common category', [{ Category: 'Science', rows: 2 }]],
])('reads a column named median, and no wage in low wage jobs: %s', async (question, rows) => {
  expect((await computedFrom(question, { grads: MAJORS }))?.rows).toEqual(rows);
});

it('knows that movies are movies', async () => {
  const movies = 'title,year,budget\nSilent Movie,1976,4\nJaws,1975,9\n';
  const found = await computedFrom('Which movie had the biggest budget?', { movies });
  expect(found?.rows).toEqual([{ title: 'Jaws', 'highest budget': 9 }]);
  expect((await computedFrom('oldest movie', { movies }))?.rows[0]).toMatchObject({ title: 'Jaws' });
});
