// Sample documents: one click opens them, answers a starter question or removes them.
import { expect, test } from './support/test.ts';

const QUESTIONS = [
  ['How do I report a security incident?', 'extension 230'],
  ['What does shipping to Norway cost?', '£14.60'],
  ['What is the status of order FM-1042?', 'returned'],
] as const;

test('sample documents open, answer questions and can be removed', async ({ app }) => {
  await app.getByRole('button', { name: 'Try sample documents' }).click();
  const starters = app.getByRole('list', { name: 'Questions to start with' });
  await expect(starters.getByRole('button')).toHaveCount(4);
  const recent = app.getByRole('list', { name: 'Recent documents' });
  await expect(recent.getByRole('link', { name: 'Fennmark staff handbook' })).toContainText(
    'How to use this',
  );
  // Content added below is not scrolled to.
  await expect(app.getByRole('button', { name: 'Choose files' })).toBeInViewport();
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

  // They can still be removed when there are documents of the user's own.
  const remove = app.getByRole('button', { name: 'Remove sample documents' });
  const own = await app.evaluate(() => window.perilune.knowledge.add([{ title: 'Tides', body: 'High.' }]));
  const sample = starters.getByRole('button', { name: QUESTIONS[0][0] });
  await expect(starters.getByRole('button', { name: 'What is “Tides” about?' })).toBeVisible();
  await expect(sample).toBeHidden();
  await expect(remove).toBeVisible();
  await app.evaluate((id) => window.perilune.knowledge.remove(id), own.ids[0]!);
  await expect(sample).toBeVisible();
  await remove.click();
  await expect(app.getByRole('button', { name: 'Try sample documents' })).toBeVisible();
  await expect(app.getByRole('list', { name: 'Questions to start with' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 } });
  test('a new chat is read from its start, however much is below', async ({ app }) => {
    await app.getByRole('button', { name: 'Try sample documents' }).click();
    await expect(app.getByRole('list', { name: 'Recent documents' }).getByRole('link')).toHaveCount(4);
    await expect(app.getByRole('button', { name: 'Choose files' })).toBeInViewport();
  });

  test('samples that are there are not offered again while the library opens', async ({ app }) => {
    await app.getByRole('button', { name: 'Try sample documents' }).click();
    const remove = app.getByRole('button', { name: 'Remove sample documents' });
    await expect(remove).toBeVisible();
    await app.addInitScript(() => {
      const look = (): void => {
        for (const { textContent } of [...document.querySelectorAll('button')].filter((button) =>
          button.checkVisibility({ visibilityProperty: true }),
        ))
          if (textContent === 'Try sample documents') document.documentElement.dataset['offered'] = 'yes';
        requestAnimationFrame(look);
      };
      look();
    });
    await app.reload();
    await expect(remove).toBeVisible();
    await expect(app.locator('html')).not.toHaveAttribute('data-offered');
  });
});
/** Firefox scrolls by whole pixels, so a fraction of the last column may stay outside. */
const WHOLE = { ratio: 0.99 };

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(`table rows show the requested column, at ${width} pixels`, async ({ app }) => {
    await app.setViewportSize({ width, height });
    await app.getByRole('button', { name: 'Try sample documents' }).click();
    await app.getByRole('button', { name: 'What are the total sales by country?' }).waitFor();
    const field = app.getByRole('textbox', { name: /ask/i });
    const answer = app.getByRole('article', { name: 'Answer' }).last();

    await field.fill('Which orders are still open?');
    await field.press('Enter');
    await expect(answer).toContainText('8 of 200 rows where status is on hold, packed or new');
    await expect(answer.getByRole('row')).toHaveCount(9);
    const head = (name: string) => answer.getByRole('columnheader', { name, exact: true });
    await expect(head('order_id')).toBeInViewport(WHOLE);
    await expect(head('status')).toBeInViewport(WHOLE);
    // The name column stays in view next to the last column.
    const frame = answer.getByRole('group', { name: 'Table' });
    await frame.evaluate((node) => node.scrollTo(node.scrollWidth, 0));
    await expect(head('delivered_on')).toBeInViewport(WHOLE);
    await expect(head('order_id')).toBeInViewport(WHOLE);

    await field.fill('Which orders were delivered?');
    await field.press('Enter');
    await expect(answer).toContainText('155 of 200 rows where status is delivered');
    const rows = answer.getByRole('region', { name: 'Rows' });
    for (const shown of [50, 100, 150]) {
      await expect(rows.getByRole('row')).toHaveCount(1 + shown);
      await rows.getByRole('button', { name: /^Show more of 155 rows/ }).click();
    }
    await expect(rows.getByRole('row')).toHaveCount(156);
    await rows.evaluate((node) => node.scrollTo(node.scrollWidth, node.scrollHeight));
    await expect(rows.getByRole('columnheader', { name: 'order_id' })).toBeInViewport(WHOLE);
    await expect(rows.getByRole('columnheader', { name: 'delivered_on' })).toBeInViewport(WHOLE);

    const asked = await app.evaluate(() => window.perilune.knowledge.answer('how many orders are open'));
    expect(asked.tool?.result).toMatchObject({ rows: [{ rows: 8 }] });
    const listed = await app.evaluate(() => window.perilune.knowledge.answer('Which orders were cancelled?'));
    expect(listed).toMatchObject({ kind: 'table', answer: { text: expect.stringContaining('FM-1018') } });
    expect((listed.tool?.result as { rows: unknown[] }).rows).toHaveLength(12);
  });

test.describe('when a file is missing', () => {
  test.use({ expectedErrors: /ERR_FAILED|uncaught/ });
  test('a failed download says what to do', async ({ app }) => {
    await app.route('**/samples/contract.md', (route) => route.abort());
    await app.getByRole('button', { name: 'Try sample documents' }).click();
    await expect(app.getByText('Couldn’t load the sample documents.')).toBeVisible();
  });
});
