// Answers without a model: a block of the documents, tools, greetings, and an honest "nothing".
import type { Page } from 'playwright/test';
import { expect, testOnOnePage as test } from './support/test.ts';

const HANDBOOK = `# Harbour handbook

## Berths

A berth is booked at the harbour office. Bring the papers of the boat.

| Berth | Length | Price a night |
| ----- | ------ | ------------- |
| B-07  | 9 m    | £22.50        |
| B-12  | 14 m   | £41.00        |

## Fuel

To refuel a boat:

1. Call the fuel dock on channel 12.
2. Switch the engine off and put out every flame.
3. Pay at the machine before you leave.

Diesel is sold from 7 am to 8 pm.
`;

async function add(app: Page): Promise<void> {
  await app.evaluate(
    (body) => window.perilune.knowledge.add([{ title: 'Harbour handbook', body, source: 'harbour' }]),
    HANDBOOK,
  );
}

async function ask(app: Page, question: string) {
  await app.getByRole('button', { name: 'New chat' }).first().click();
  await app.getByRole('textbox', { name: /ask/i }).fill(question);
  await app.keyboard.press('Enter');
  const answer = app.getByRole('article', { name: 'Answer' }).last();
  await expect(answer).toHaveAttribute('aria-busy', 'false');
  return answer;
}

test('a step-by-step answer keeps its numbers, is marked, and links to its source', async ({ app }) => {
  await add(app);
  const answer = await ask(app, 'How do I refuel a boat?');
  await expect(answer.locator('ol > li')).toHaveCount(3);
  await expect(answer.locator('mark').first()).toBeVisible();
  await expect(app.getByRole('button', { name: 'Stop' })).toBeHidden();
  await expect(app.getByRole('status').filter({ hasText: 'Answer from Harbour handbook' })).toBeAttached();
  await answer.getByRole('link', { name: /Harbour handbook/ }).click();
  await expect(app).toHaveURL(/#\/library\/.+passage=/);
  await expect(app.getByRole('heading', { name: 'Harbour handbook' })).toBeVisible();
});

test('a table row is shown completely, with its column names', async ({ app }) => {
  await add(app);
  const answer = await ask(app, 'What is the price a night of berth B-12?');
  const table = answer.getByRole('table').first();
  await expect(table.getByRole('columnheader', { name: 'Price a night' })).toBeVisible();
  await expect(table.getByRole('row', { name: /B-12/ })).toContainText('£41.00');
  await expect(table.getByRole('row', { name: /B-12/ }).locator('mark').first()).toBeVisible();
});

test('an unanswerable question gets a note, and a link to connecting a model', async ({ app }) => {
  await add(app);
  const answer = await ask(app, 'Who won the chess olympiad in 1972?');
  await expect(answer).toContainText('Nothing in your library answers this.');
  await expect(answer.getByRole('link', { name: 'Connect a model' })).toHaveAttribute(
    'href',
    /#\/settings\/model\?chat=/,
  );
});

test('sums, dates and units are computed by tools', async ({ app }) => {
  for (const [question, words] of [
    ['What is 15% of 80?', '= 12'],
    // As the browser's region writes it.
    ['What day is 24 December 2026?', 'Thursday, December 24, 2026'],
    ['convert 10 km to miles', '10 km = 6.213711922 mi'],
  ] as const)
    await expect(await ask(app, question)).toContainText(words);
});

test('a greeting gets a short reply and three questions to click', async ({ app }) => {
  const answer = await ask(app, 'hello');
  const questions = answer.getByRole('list', { name: 'Suggested questions' }).getByRole('button');
  await expect(questions).toHaveCount(3);
  await questions.nth(1).click();
  await expect(app.getByRole('article', { name: 'Answer' }).last()).toContainText(/days/);
});

test('unusual input does no harm', async ({ app }) => {
  for (const question of ['x', '🦭🦭🦭', 'quxzzy', `${'harbour '.repeat(1250)}`])
    await expect(await ask(app, question)).not.toBeEmpty();
});

test('the page API returns the documented shape, null without an answer, and refuses invalid input', async ({
  app,
}) => {
  await add(app);
  const found = await app.evaluate(() =>
    window.perilune.knowledge.answer('What is the price a night of berth B-12?', { source: 'harbour' }),
  );
  expect(found).toMatchObject({
    kind: 'table',
    answer: { document: { title: 'Harbour handbook', source: 'harbour' } },
  });
  expect(Object.keys(found.answer ?? {}).sort()).toEqual(
    ['document', 'end', 'heading', 'markdown', 'start', 'text'].sort(),
  );
  expect(found.answer?.markdown).toContain('| B-12');
  const [none, sum, refused] = await app.evaluate(async () => {
    const { answer } = window.perilune.knowledge;
    const code = (error: { code: string }) => error.code;
    return Promise.all([
      answer('Who won the chess olympiad in 1972?'),
      answer('2+2'),
      Promise.all([answer(''), answer(7 as never), answer('a', { limit: -1 })].map((one) => one.catch(code))),
    ]);
  });
  expect(none).toMatchObject({ kind: 'none', answer: null });
  expect(sum).toMatchObject({
    kind: 'tool',
    answer: null,
    tool: { name: 'calculator', result: { result: 4 } },
  });
  expect(refused).toEqual(['bad_request', 'bad_request', 'bad_request']);
});

test('a tool that asks first waits with its form filled in, and answers once allowed', async ({ app }) => {
  await app.evaluate(() => window.perilune.tools.configure('calculator', { policy: 'ask' }));
  const answer = await ask(app, 'What is 6 * 7?');
  await expect(answer.getByLabel(/expression/i)).toHaveValue('6 * 7');
  const { tool } = await app.evaluate(async () => {
    await window.perilune.tools.configure('calculator', { policy: 'allow' });
    return window.perilune.knowledge.answer('6 * 7');
  });
  expect(tool).toMatchObject({ name: 'calculator', result: { result: 42 } });
});

test('the palette shows an answer first, or a note when there is none', async ({ app }) => {
  await add(app);
  await app.keyboard.press('Control+k');
  const palette = app.getByRole('dialog', { name: 'Search and commands' });
  const field = palette.getByRole('combobox');
  await field.fill('What is the price a night of berth B-12?');
  const first = palette.getByRole('option').first();
  await expect(first).toHaveAccessibleName(/^Answer from Harbour handbook: .*£41\.00/s);
  await expect(first.locator('table')).toContainText('Price a night');
  await field.fill('Who won the chess olympiad in 1972?');
  await expect(palette.locator('.note')).toHaveText('Nothing in your library answers this.');
  await field.fill('zyxqwv');
  await expect(palette.getByText('Nothing matches “zyxqwv”.')).toBeVisible();
  await expect(palette.getByRole('option')).toHaveCount(0);
  await field.fill('What is the price a night of berth B-12?');
  await expect(first).toHaveAccessibleName(/£41/);
  await app.keyboard.press('Enter');
  await expect(app.getByRole('heading', { name: 'Harbour handbook' })).toBeVisible();
});

test('the question of a found answer stays at the top, in any layout of the answer', async ({ app }) => {
  await add(app);
  await app.setViewportSize({ width: 1000, height: 620 });
  await ask(app, 'How do I refuel a boat?');
  await app.waitForTimeout(500);
  await expect(app.getByRole('article', { name: 'Question' }).last()).toBeInViewport({ ratio: 1 });
});
