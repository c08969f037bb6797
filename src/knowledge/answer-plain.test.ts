// Answers from plain text without headings: the paragraph that answers, not the whole text.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'cabin.txt': `Notes about the cabin
for everyone who stays there

The stove is lit with the small logs from the box beside the door. Open the flap before you light it, and close it halfway after ten minutes.

Water comes from the well. Pump about thirty times until it runs clear. In winter the pump is emptied, and the water is brought from the village.

Rubbish is collected on Mondays at the car park by the bridge. The bins are green for glass and black for the rest.

The neighbour, Mr Aldous Finch, has a second key and helps with the boat. His number is 0141 555 2290.

If the alarm shows C17, the battery is empty: spare ones are in the drawer under the sink.

Boat
The boat lies at the second jetty. It takes five people, and life jackets hang in the shed.

Arrival: Friday, 16:00
Departure: Sunday 14 June, 11:00`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test.each([
  ['When is the rubbish collected?', /^Rubbish is collected on Mondays/, /well/],
  ['When is the departure?', /Sunday 14 June/, /Rubbish/],
  ['How many people does the boat take?', /takes five people/, /alarm/],
  ['What does C17 mean?', /battery is empty/, /Rubbish/],
  ['Who has a second key?', /Aldous Finch/, /Pump/],
])('answers “%s” with its paragraph alone', async (question, words, other) => {
  const { answer } = await library.answer(question);
  expect(answer?.text).toMatch(words);
  expect(answer?.text).not.toMatch(other);
});

test.each([
  'When was Aldous Finch born?',
  'Who is the plumber of the cabin?',
  'What is the account number of the neighbour?',
  'How wide is the boat?',
])('refuses “%s”', async (question) => {
  expect((await library.answer(question)).answer).toBeNull();
});
