// Questions that begin with `who`, computed from CSV texts by the real engine.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const STAFF = `Employee ID,Name,Department,Job Title,Salary,Start Date,Remote,Manager
E1,Ann Lee,HR,HR Manager,62000,2018-03-12,No,
E2,Ben Carter,Engineering,Software Engineer,78000,2020-07-01,Yes,Carla Diaz
E3,Carla Diaz,Engineering,Head of Engineering,115000,2016-01-18,No,
E4,Dan Kim,Sales,Account Executive,54000,2021-09-06,Yes,Erin Walsh
E5,Erin Walsh,Finance,CFO,98000,2017-05-22,No,
E6,Flo Berg,HR,Recruiter,51000,2023-01-09,Yes,Ann Lee
`;
const HOURS = `Date,Employee,Project,Hours,Rate
2025-03-03,Nora,Website,6,80
2025-03-03,Otto,Website,8,95
2025-03-04,Nora,App,7,80
2025-03-05,Pia,App,5.5,70
2025-03-06,Nora,App,3,80
`;

const namesOf = async (question: string) =>
  (await computedFrom(question, { employees: STAFF }))?.rows.map(({ Name }) => Name);

it.each([
  ['Who is in HR?', ['Ann Lee', 'Flo Berg']],
  ['Who works in Engineering?', ['Ben Carter', 'Carla Diaz']],
  ['Who works remotely?', ['Ben Carter', 'Dan Kim', 'Flo Berg']],
  ['Who works in HR and remotely?', ['Flo Berg']],
  ['Who is the CFO?', ['Erin Walsh']],
  ['Who earns less than 55000?', ['Dan Kim', 'Flo Berg']],
  ['Who joined in 2020?', ['Ben Carter']],
  ['Who joined last?', ['Flo Berg']],
  ['Who was hired most recently?', ['Flo Berg']],
  ['Who has been here the longest?', ['Carla Diaz']],
  ['Who is the highest paid employee?', ['Carla Diaz']],
  ['Who is the newest employee in Engineering?', ['Ben Carter']],
])('%s', async (question, names) => {
  expect(await namesOf(question)).toEqual(names);
});

it.each(['Who is Ann Lee?', 'Who is Finance?', 'Who works from home?', 'Who is in Marketing?', 'Who is it?'])(
  'leaves “%s” to the documents',
  async (question) => {
    expect(await namesOf(question)).toBeUndefined();
  },
);

it.each([
  ['Who worked on the App?', [{ Employee: 'Nora' }, { Employee: 'Pia' }]],
  ['How many people worked on the App?', [{ 'different Employee': 2 }]],
  ['Who worked the most?', [{ Employee: 'Nora', 'total Hours': 16 }]],
  ['Who worked the most hours?', [{ Employee: 'Nora', 'total Hours': 16 }]],
  ['Which project took the most time?', [{ Project: 'App', 'total Hours': 15.5 }]],
  [
    'hours per employee',
    ['Nora', 'Otto', 'Pia'].map((Employee, at) => ({ Employee, 'total Hours': [16, 8, 5.5][at] })),
  ],
])('knows that a person has several rows: %s', async (question, rows) => {
  expect((await computedFrom(question, { timesheets: HOURS }))?.rows).toEqual(rows);
});

it('counts persons by the last word of what they are', async () => {
  const files = { employees: STAFF };
  expect((await computedFrom('How many engineers do we have?', files))?.rows).toEqual([{ rows: 1 }]);
  expect((await computedFrom('How many people do we employ?', files))?.rows).toBeUndefined();
});

it.each([
  [
    'top 2 employees by salary',
    [
      ['Bola', 'E2', 81500],
      ['Anna', 'E1', 72000],
    ],
  ],
  ['Which employee has the lowest salary?', [['Carla', 'E3', 58000]]],
])('leads with the names of numbered employees: %s', async (question, rows) => {
  const staff = 'Employee ID,Name,Team,Salary\nE1,Anna,IT,72000\nE2,Bola,IT,81500\nE3,Carla,HR,58000\n';
  const found = await computedFrom(question, { staff });
  expect(found?.rows.map((row) => Object.values(row))).toEqual(rows);
  const listed = await computedFrom('employees in HR', { staff });
  expect(Object.keys(listed!.rows[0]!)[0]).toBe('Name');
});

it.each([
  ['top 2 employees by salary', ['Bo', 'Di']],
  ['Top 2 by salary', ['Bo', 'Di']],
  ['who are the top 3 people by salary?', ['Bo', 'Di', 'Ada']],
  ['top 1 employees in HR by salary', ['Ada']],
])('lists the rows with the most, whatever the file is called: %s', async (question, names) => {
  const staff = 'id,name,team,salary\n1,Ada,HR,52000\n2,Bo,Sales,61000\n3,Cy,HR,48000\n4,Di,Sales,58000\n';
  for (const title of ['staff.csv', 'data.csv']) {
    const found = await computedFrom(question, { [title]: staff });
    expect(found?.rows.map(({ name }) => name)).toEqual(names);
  }
});

it('takes no customer for the name of an order', async () => {
  const orders = 'Order No,Customer,Total\nA1,Hansen,5\nA2,Nord,7\n';
  const found = await computedFrom('top 1 orders by total', { sales: orders });
  expect(found?.rows).toEqual([{ 'Order No': 'A2', Total: 7 }]);
});

it.each([
  'Who are the 3 best paid employees?',
  'Who are the three best paid employees?',
  'the 3 highest paid employees',
])('counts the best paid: %s', async (question) => {
  const csv = 'Name,Team,Salary\nAda,Red,5000\nBen,Red,4000\nCara,Blue,3500\nDov,Blue,6000\n';
  const found = await computedFrom(question, { Employees: csv });
  expect(found?.rows.map(({ Name }) => Name)).toEqual(['Dov', 'Ada', 'Ben']);
});
