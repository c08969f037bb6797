// Questions whose words match the documents, while the requested fact is missing: a price, a column, a name.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'staff.csv': `name,team,location,phone
Eva Blom,Sales,Malmö,0455-221
Jon Rask,Stores,Lund,0455-229
Mia Holt,Sales,Lund,0455-240
`,
  'licence.md': `# Licence

The licence allows you to copy the program and to change it. The licence of a plug-in is chosen by its author.
`,
  'storage.md': `# Storage

Renting a storage box costs €45 a month. A key for the box is free of charge.
`,
  'machines.md': `# Machines

Machines are oiled on Monday. It takes some time until the motor of a machine is warm. A backup of its settings is restored from the menu.
`,
  'kiln.md': `# Subscriptions

A subscription of Kiln costs €600 per seat and year. A subscription per core costs €900.
`,
  'news.md': `# News

In May, Kiln was compared with Orakel by two readers.
`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test.each([
  'What is the salary of Eva Blom?',
  'What is the meaning of time?',
  "What is Jon Rask's birthday?",
  'How much does the licence cost?',
  'How do I restore a Time Machine backup?',
  'What does an Orakel subscription cost per core?',
])('does not answer %s', async (question) => {
  expect((await library.answer(question)).answer).toBeNull();
});

test.each([
  ['What is the phone number of Eva Blom?', '0455-221'],
  ['Where does Jon Rask work?', 'Lund'],
  ['What is the monthly price of storage?', '€45'],
  ['Which team is Mia Holt in?', 'Sales'],
  ['How much does a storage box cost?', '€45'],
  ['What is the price of a key for the box?', 'free of charge'],
  ['How do I restore a backup of the settings?', 'menu'],
  ['What does a Kiln subscription cost per core?', '€900'],
])('still answers %s', async (question, words) => {
  expect((await library.answer(question)).answer?.text).toContain(words);
});

test.each([
  ['What is the physics grade of Ben?', false],
  ["What is Ben's physics grade?", false],
  ['What is the English grade of Ben?', true],
])('a grade in another subject is no answer: %s', async (question, isAnswered) => {
  const grades = 'Pupil,Class,Maths,English,Absences\nAisha Rahman,7a,2,1,4\nBen Kowalczyk,7a,3,2,0\n';
  const library = await libraryOf({ 'grades.csv': grades });
  expect((await library.answer(question, {})).answer !== null).toBe(isAnswered);
});
