// Days in questions and documents: short forms mean the same day, no day of the week means another one, and a time of
// day is not the day when something was made.
import { expect, test } from 'vitest';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'trip.md': `# Weekend in Lisbon

## Plan
- Fri 15: Belém, then the planetarium
- Sat 16: day trip to Sintra by train
- Sun 17: market, beach in Caparica if it's warm
- Mon 18: fly home
`,
  'club.md': `# Rowing club

## Open day
The open day is held on Sunday. The school band plays.

## Fees
A season costs £62. Late payers are charged £5 more.
`,
};

test.each([
  ['What are we doing on Saturday?', 'Sat 16'],
  ['What happens on Saturday?', 'Sat 16'],
  ['What do we do on Monday?', 'Mon 18'],
  ['When is the open day?', 'held on Sunday'],
])('%s', async (question, wanted) => {
  const library = await libraryOf(DOCUMENTS);
  expect((await library.answer(question, {})).answer?.text).toContain(wanted);
});

test('Sunday does not answer for Saturday', async () => {
  const library = await libraryOf({ 'club.md': DOCUMENTS['club.md'] });
  expect((await library.answer('What happens on Saturday?', {})).answer).toBeNull();
});

test.each([
  ['When was the house built?', 'The house was built in 1931. Quiet hours are from 22:00 to 7:00.', true],
  [
    'When was the house built?',
    'The tenants may not sublet the house. Smoking is not allowed anywhere in the building. Quiet hours are from 22:00 to 7:00.',
    false,
  ],
])('%s (%s)', async (question, text, isAnswered) => {
  const library = await libraryOf({
    'house.md': `# House rules\n\n${text}\n`,
    'club.md': DOCUMENTS['club.md'],
  });
  expect((await library.answer(question, {})).answer !== null).toBe(isAnswered);
});
