// Answers from the sample documents that a newcomer opens first: questions in everyday words, and honest refusals.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf, sampleTexts } from './library.test-support.ts';

let library: Library;

beforeAll(async () => void (library = await libraryOf(sampleTexts())));

test('shows all rows with the requested value', async () => {
  const { kind, answer } = await library.answer('Which orders were cancelled?');
  expect(kind).toBe('table');
  const rows = answer!.text.split('\n').slice(1);
  expect(rows).toHaveLength(12);
  for (const row of rows) expect(row).toContain('| cancelled |');
});

test.each([
  ['How many orders are on hold?', 4],
  ['how many orders are open', 8],
  ['How many orders were returned?', 18],
  ['how many orders went to Germany', 17],
])('counts rows: “%s”', async (question, rows) => {
  const { answer } = await library.answer(question);
  expect(answer?.count).toEqual({ rows, of: 200 });
  expect(answer?.text.split('\n')[0]).toBe(`${rows} of 200 rows`);
});

test.each([
  'How much does a Tesla cost?',
  'What is the price of gold?',
  'What is the wifi password?',
  'How long is lunch?',
])('refuses “%s”', async (question) => {
  expect((await library.answer(question)).answer).toBeNull();
});

test('counts no rows where a column already has the number, or something else is counted', async () => {
  expect((await library.answer('How many vacation days do I get?')).answer?.count).toBeUndefined();
  expect((await library.answer('How many customers are in Norway?')).answer?.count).toBeUndefined();
});

test.each([
  ['How many vacation days do I get?', /Less than 2 years +\| 25/],
  ['how many days off do I get', /Less than 2 years +\| 25/],
  ['What does shipping to Norway cost?', /£14\.60/],
  ['Which orders were returned?', /FM-1042/],
  ['warrenty tents', /Tents/],
  ['garantee for tents', /Tents/],
  ['reimbersement hotel', /£115/],
  ['Can I get a taxi receipt reimbursed?', /receipt/],
  ['What is the notice period?', /months|weeks?/],
  ['notice period of the contract', /six months|nine months/],
  ['lunch break how long', /one unpaid break of 30 minutes/],
  ['How long is a coffee break?', /two paid breaks of 15 minutes/],
  ['lunch break', /one unpaid break of 30 minutes/],
  ['when is the lunch break', /one unpaid break of 30 minutes/],
  ['break times', /one unpaid break of 30 minutes/],
  ['How many pickers took part in the trial?', /remaining 24 gave written consent/],
  ['payment terms', /45 calendar days/],
  ['Can notice be given by email?', /Mail is not enough/],
  ['what did Elin Fjeld buy', /Brae rain jacket/],
  ['Is PFAS allowed?', /No fluorinated chemicals/],
  ['My laptop was stolen, what now?', /within 1 hour/],
  ['What do the authors recommend?', /Keep one break long enough/],
  ['phone number of IT', /230/],
  ['When does the contract end?', /until 28 February 2029/],
  ['when did the trial start', /from 1 September/],
  ['Do you ship to the US?', /Rest of the world/],
  ['What does shipping to Japan cost?', /Rest of the world.*£28\.00/],
  ['how long are breaks', /unpaid break of 30 minutes/],
  ['who paid for the study', /The company paid for the gift cards/],
  ['how many vaction days do i get', /Less than 2 years +\| 25/],
  ['whats the password length', /at least 14 characters/],
  ['passwrod length', /at least 14 characters/],
  ["What's the refund policy?", /Finance sends it within/],
  ['return policy', /30 calendar days/],
  ['Is PFAS allowed in the packaging?', /No fluorinated chemicals \(PFAS\)/],
  ['What happens if Corvale delivers late?', /^7\.1/],
  ['Who signed the agreement?', /Annelies Verhoef[\s\S]*Gareth Oduya/],
])('answers “%s”', async (question, words) => {
  const { answer } = await library.answer(question);
  expect(answer?.text).toMatch(words);
});

test.each([
  'What is the capital of France?',
  'How many children took part in the trial?',
  'What is the price of article FB-99?',
  'What is the price of gold?',
  'Who won the world cup in 1998?',
  'xyzzy plugh frobnicate',
])('refuses “%s”', async (question) => {
  const { kind, answer, near } = await library.answer(question);
  expect(kind).toBe('none');
  expect(answer).toBeNull();
  expect(near).toBeDefined();
});

test('names the language of the documents when the question is in another one', async () => {
  expect((await library.answer('Wie viele Urlaubstage habe ich?')).near?.languages).toEqual(['en']);
  expect((await library.answer('What is the capital of France?')).near?.languages).toBeUndefined();
});

test.each([
  ['What is “handbook” about?', /Fennmark sells tents/],
  ['summarize the handbook', /Fennmark sells tents/],
  ['What is this contract about?', /makes and sells the Goods/],
  ['What is this study about?', /three breaks of five minutes/],
])('sums up: “%s”', async (question, words) => {
  const { answer } = await library.answer(question);
  expect(answer?.text).toMatch(words);
});

test.each([
  ['How many vacation days do I get?', ['25', '27', '29', '32']],
  ['holiday entitlement', ['25', '27', '29', '32']],
  ['vacation days', ['25', '27', '29', '32']],
  ['how much annual leave do I have after 3 years?', ['27']],
  ['What discount do we get on €400,000?', ['3.5 %']],
  ['What is the status of order FM-1042?', ['returned']],
  ['What does cancelling 12 business days before delivery cost?', ['15 % of the order value']],
])('marks the cells that “%s” asks for', async (question, cells) => {
  const { answer } = await library.answer(question);
  const body = (await library.open(answer!.document.id))!.body;
  expect(answer!.marks?.map(({ start, end }) => body.slice(start, end))).toEqual(cells);
});

test('shows a section once that answers two parts of a question', async () => {
  const { parts, answer } = await library.answer(
    'How long is probation and what is the notice period during probation?',
  );
  expect(parts).toBeUndefined();
  expect(answer!.heading).toMatch(/Probation$/);
});

test('follows a chain of questions', async () => {
  const previous = ['What does shipping to Norway cost?', 'and to Ireland?'];
  const { answer, asked } = await library.answer('How long does it take?', { previous });
  expect(asked).toBe('What does shipping to Ireland cost? How long does it take?');
  expect(answer!.text).toContain('2–3 days');
});

test('marks a part of what it shows, and gives the position of both in the document', async () => {
  const { answer } = await library.answer('My laptop was stolen, what now?');
  const body = (await library.open(answer!.document.id))!.body;
  const { start, end, mark, section } = answer!;
  expect(body.slice(start, end)).toBe(answer!.markdown);
  expect(body.slice(mark!.start, mark!.end)).toMatch(/^A lost or stolen device/);
  expect([section.start <= start, start <= mark!.start, mark!.end <= end, end <= section.end]).toEqual([
    true,
    true,
    true,
    true,
  ]);
});
