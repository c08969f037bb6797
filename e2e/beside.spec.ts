// A document next to the chat: opened by a citation, kept in the address, and quoted in a question.
import type { Page } from 'playwright/test';
import { expect, test } from './support/test.ts';

const BODY = `# Harbour handbook

## Berths

A berth is booked at the harbour office. Bring the papers of the boat.

## Fuel

Diesel is sold from 7 am to 8 pm at the fuel dock.
`;

async function askOfFuel(app: Page) {
  await app.evaluate(
    (body) => window.perilune.knowledge.add([{ title: 'Harbour handbook', body, source: 'harbour' }]),
    BODY,
  );
  await app.getByRole('textbox', { name: /ask/i }).fill('When is diesel sold?');
  await app.keyboard.press('Enter');
  const answer = app.getByRole('article', { name: 'Answer' }).last();
  await expect(answer).toContainText('7 am to 8 pm');
  return answer.getByRole('link', { name: /Harbour handbook/ }).first();
}

const panel = (app: Page) => app.getByRole('complementary', { name: 'Document' });

test('a citation opens its document next to the chat, at the passage', async ({ app }) => {
  const link = await askOfFuel(app);
  await link.click();
  await expect(panel(app).getByRole('heading', { name: 'Harbour handbook' }).first()).toBeVisible();
  await expect(panel(app).locator('[aria-current="true"]')).toContainText('Diesel is sold');
  await expect(app.getByRole('textbox', { name: /ask/i })).toBeVisible();
  await expect(app.getByRole('article', { name: 'Answer' })).toBeVisible();
  await expect(app).toHaveURL(/#\/library\/.+passage=\d+&chat=.+/);

  await app.reload();
  await expect(panel(app).locator('[aria-current="true"]')).toContainText('Diesel is sold');
  await expect(app.getByRole('article', { name: 'Answer' })).toBeVisible();
  await app.goBack();
  await expect(panel(app)).toHaveCount(0);
  await expect(app).toHaveURL(/#\/chat\//);

  await link.click();
  await expect(panel(app).locator('[aria-current="true"]')).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(panel(app)).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('selected text becomes the quotation of a question', async ({ app }) => {
  await (await askOfFuel(app)).click();
  const text = panel(app).getByText('Diesel is sold');
  await text.selectText();
  await panel(app).getByRole('button', { name: 'Ask about the selection' }).click();
  const field = app.getByRole('textbox', { name: /ask/i });
  await expect(field).toHaveValue(/^> Diesel is sold from 7 am to 8 pm at the fuel dock\.\n\n$/);
  await expect(field).toBeFocused();
  await expect(app.getByRole('list', { name: 'Answered from' })).toContainText('Harbour handbook');
});

test('a question about a library document starts a new chat', async ({ app }) => {
  await (await askOfFuel(app)).click();
  await panel(app).getByRole('link', { name: 'Open in the library' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Harbour handbook' })).toBeVisible();
  await app.getByRole('button', { name: 'Ask about this document' }).click();
  await expect(app).toHaveURL(/#\/chat$/);
  await expect(app.getByRole('list', { name: 'Answered from' })).toContainText('Harbour handbook');
  await app.getByRole('textbox', { name: /ask/i }).fill('Where is a berth booked?');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('article', { name: 'Answer' }).last()).toContainText('at the harbour office');
});

test('on a phone it covers the chat, and closes for a question about it', async ({ app }) => {
  await app.setViewportSize({ width: 390, height: 844 });
  await (await askOfFuel(app)).click();
  await expect(panel(app).locator('[aria-current="true"]')).toBeInViewport();
  const { width } = (await panel(app).boundingBox())!;
  expect(width).toBe(390);
  await panel(app).getByRole('button', { name: 'Ask about this document' }).click();
  await expect(panel(app)).toHaveCount(0);
  await expect(app.getByRole('list', { name: 'Answered from' })).toContainText('Harbour handbook');
});

test('reports a missing document, and the chat stays', async ({ app }) => {
  await app.goto('./#/library/gone?chat=');
  await expect(panel(app)).toContainText('not in the library');
  await expect(app.getByRole('textbox', { name: /ask/i })).toBeVisible();
  await panel(app).getByRole('button', { name: 'Close the document' }).click();
  await expect(panel(app)).toHaveCount(0);
});
