// Reports and messages have a row of their own and cover no control, on any screen at any width.
import type { Locator } from 'playwright/test';
import { dropFiles } from './support/files.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

const FILES = [
  {
    name: 'Rules.md',
    content: '# Rules\n\n|  |  |\n|---|---|\n| `--dry-run` | Prints what would happen. |\n',
  },
  { name: 'mystery.xyz', content: [0, 1, 2, 255, 7, 0, 0, 9, 200] },
  { name: 'empty.txt', content: '' },
];

/** Whether a click in the middle and at both ends reaches the element. */
async function isReached(thing: Locator): Promise<boolean> {
  return thing.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [0.1, 0.5, 0.9].every((part) => {
      const found = document.elementFromPoint(left + width * part, top + height / 2);
      return found !== null && (element.contains(found) || found.contains(element));
    });
  });
}

async function below(lower: Locator, upper: Locator): Promise<void> {
  const [low, up] = [await lower.boundingBox(), await upper.boundingBox()];
  expect(low && up && low.y >= up.y + up.height - 1, 'it begins where the screen ends').toBe(true);
}

for (const width of [1280, 390]) {
  test(`a report and a message cover nothing at ${width} pixels`, async ({ app }) => {
    await app.setViewportSize({ width, height: 844 });
    await app.goto('./#/chat');
    await dropFiles(app, FILES);
    const report = app.getByRole('region', { name: 'Adding documents' });
    await expect(report).toContainText('2 files skipped');
    await expect(report).toContainText('The file is empty; get it again');
    const main = app.locator('main').first();
    await below(report, main);
    const box = app.getByRole('textbox', { name: /ask/i });
    expect(await isReached(box)).toBe(true);
    await box.fill('What does --dry-run do?');
    await app.keyboard.press('Enter');
    const answer = app.getByRole('article', { name: /answer/i }).last();
    await expect(answer).toContainText('Prints what would happen.');
    // The table's empty header is not a row.
    await expect(answer.getByRole('columnheader')).toHaveCount(0);
    await expect(answer.getByRole('row')).toHaveCount(1);
    expect(await isReached(answer.getByRole('button', { name: 'Copy', exact: true }))).toBe(true);

    await app.goto('./#/library');
    await app
      .getByRole('link', { name: /^Rules/ })
      .first()
      .click();
    await app.getByRole('button', { name: 'Delete' }).click();
    const message = app.getByRole('status').filter({ hasText: 'Undo' });
    await expect(message).toBeVisible();
    await below(message, main);
    await below(message, report);
    await report.getByRole('button', { name: 'Close report' }).click();
    await expect(report).toHaveCount(0);
  });
}

test('empty places show a drawing and say what to do', async ({ app }) => {
  await app.setViewportSize({ width: 1280, height: 800 });
  await app.goto('./#/library');
  await app.getByRole('searchbox', { name: 'Search the documents' }).fill('zzqx blorf');
  await expect(app.locator('[data-drawing="search"]')).toBeVisible();
  await expect(app.getByText('Try fewer or different words.')).toBeVisible();
  await app.goto('./#/settings/servers');
  await expect(app.locator('[data-drawing="servers"]')).toBeVisible();
  await app.goto('./#/studio');
  await expect(app.locator('[data-drawing="tools"]')).toBeVisible();
});

test('a pasted page as a question leaves room for its answer', async ({ app }) => {
  await app.setViewportSize({ width: 1280, height: 800 });
  await app.goto('./#/chat');
  const text = 'How long is a cord of wood, and who sells it near here? '.repeat(180);
  await app.getByRole('textbox', { name: /ask/i }).fill(text);
  await app.keyboard.press('Enter');
  const question = app.getByRole('article', { name: 'Question' }).last();
  await expect(question).toContainText('cord of wood');
  expect((await question.boundingBox())?.height).toBeLessThan(300);
  await question.getByRole('button', { name: 'Show all' }).click();
  expect((await question.boundingBox())?.height).toBeGreaterThan(800);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a cited passage flies to its document, motion: ${reducedMotion}`, async ({ app }) => {
    await app.emulateMedia({ reducedMotion });
    await app.evaluate(() => {
      const seen = ((window as unknown as { flights: number[] }).flights = []) as number[];
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) if ((node as Element).className === 'flying') seen.push(1);
      }).observe(document.body, { childList: true });
    });
    await app.goto('./#/chat');
    await app.getByRole('textbox', { name: /ask/i }).fill('How do I add my own documents?');
    await app.keyboard.press('Enter');
    await app
      .getByRole('article', { name: /answer/i })
      .last()
      .locator('.place a')
      .first()
      .click();
    await expect(app.getByRole('complementary', { name: 'Document' }).locator(':focus')).toBeVisible();
    const flights = await app.evaluate(() => (window as unknown as { flights: number[] }).flights.length);
    expect(flights).toBe(reducedMotion === 'reduce' ? 0 : 1);
    await expect(app.locator('.flying')).toHaveCount(0);
  });
}
