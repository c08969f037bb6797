// Sample documents: one click opens them, answers a starter question or removes them.
import { expect, test } from './support/test.ts';

const QUESTIONS = [
  ['How do I report a security incident?', 'extension 230'],
  ['What does shipping to Norway cost?', '£14.60'],
  ['What is the status of order FM-1042?', 'returned'],
] as const;

test('sample documents open, answer questions and go away again', async ({ app }) => {
  await app.getByRole('button', { name: 'Try sample documents' }).click();
  const starters = app.getByRole('list', { name: 'Ask the sample documents' });
  await expect(starters.getByRole('button')).toHaveCount(4);
  for (const [question, words] of QUESTIONS) {
    await starters.getByRole('button', { name: question }).click();
    const answer = app.getByRole('article', { name: /answer/i }).last();
    await expect(answer).toContainText(words);
    await app.getByRole('button', { name: 'New chat' }).first().click();
  }
  await starters.getByRole('button', { name: 'What are the total sales by country?' }).click();
  const answer = app.getByRole('article', { name: /answer/i }).last();
  await expect(answer).toContainText('query_table');
  await expect(answer.getByRole('row').nth(1)).toContainText('United Kingdom');
  await app.getByRole('button', { name: 'New chat' }).first().click();

  await app.getByRole('link', { name: 'Library' }).click();
  await app.getByRole('button', { name: /^samples/ }).click();
  for (const title of [
    'Fennmark staff handbook',
    'Supply agreement between Corvale Mills and Fennmark',
    'Fennmark orders, January to March 2026',
    'Short afternoon breaks and picking errors',
  ])
    await expect(app.getByText(title).first()).toBeVisible();
  await app.getByRole('button', { name: 'New chat' }).first().click();

  // They can still be removed when there are documents of the user's own beside them.
  const remove = app.getByRole('button', { name: 'Remove sample documents' });
  const own = await app.evaluate(() => window.perilune.knowledge.add([{ title: 'Tides', body: 'High.' }]));
  await expect(starters).toBeHidden();
  await expect(remove).toBeVisible();
  await app.evaluate((id) => window.perilune.knowledge.remove(id), own.ids[0]!);
  await expect(starters).toBeVisible();
  await remove.click();
  await expect(app.getByRole('button', { name: 'Try sample documents' })).toBeVisible();
  await expect(app.getByRole('list', { name: 'Questions to start with' })).toBeVisible();
});

test.describe('when a file is missing', () => {
  test.use({ expectedErrors: /ERR_FAILED|uncaught/ });
  test('a failed download says what to do', async ({ app }) => {
    await app.route('**/samples/contract.md', (route) => route.abort());
    await app.getByRole('button', { name: 'Try sample documents' }).click();
    await expect(app.getByText('The sample documents could not be loaded.')).toBeVisible();
  });
});
