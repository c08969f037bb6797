// Documents: dropping, reading, searching, deleting and undoing.
import { dropFiles } from './support/files.ts';
import { expect, test } from './support/test.ts';

test('files dropped anywhere are added, and the report names the others', async ({ app }) => {
  await dropFiles(app, [
    {
      name: 'harbour.md',
      content: '# Harbour\n\nThe harbour master keeps the log of ships.\n\n## Fees\n\nTwo crowns a day.',
    },
    { name: 'empty.txt', content: '' },
    { name: 'photo.md', content: [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0] },
  ]);
  await expect(app.getByText(/1 document added/i).first()).toBeVisible();
  await expect(app.getByText('empty.txt').first()).toBeVisible();
  await expect(app.getByText('photo.md').first()).toBeVisible();
  // On other screens, one line is left of the report.
  await app.goto('./#/studio');
  await expect(app.getByText(/1 document added/i).first()).toBeVisible();
  await expect(app.getByText('photo.md')).toHaveCount(0);
  // One sentence for an empty list, whatever the reason.
  await expect(app.getByText('You haven’t made a tool yet.')).toBeVisible();
  await app.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Connector' });
  await expect(app.getByText('No tools match these filters.')).toBeVisible();
  await expect(app.getByText('You haven’t made a tool yet.')).toBeHidden();
  await app.goto('./#/library');
  await expect(app.getByText('photo.md').first()).toBeVisible();
  await app
    .getByRole('link', { name: /Harbour/ })
    .first()
    .click();
  await expect(app.getByText('The harbour master keeps the log of ships.').first()).toBeVisible();
});

test('a deleted document can be restored for a while', async ({ app }) => {
  await app.evaluate(() =>
    window.perilune.knowledge.add([
      { title: 'Fleeting', body: 'A mayfly lives for a day.', source: 'insects' },
    ]),
  );
  await app.goto('./#/library');
  await app
    .getByRole('link', { name: /Fleeting/ })
    .first()
    .click();
  await app
    .getByRole('button', { name: /^delete/i })
    .first()
    .click();
  await expect
    .poll(() => app.evaluate(async () => (await window.perilune.knowledge.search('mayfly')).results.length))
    .toBe(0);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => app.evaluate(async () => (await window.perilune.knowledge.search('mayfly')).results.length))
    .toBe(1);
});

test('the keyboard focus is kept: into a document, back to its row, and after deleting it', async ({
  app,
}) => {
  await app.goto('./#/library');
  const row = app.getByRole('link', { name: 'Keyboard' });
  await row.focus();
  await app.keyboard.press('Enter');
  await expect(app).toHaveTitle(/^Keyboard/);
  await expect(app.locator('main')).toBeFocused();
  await app.goBack();
  await expect(row).toBeFocused();

  await app.getByLabel('Select Keyboard').focus();
  await app.keyboard.press('Space');
  await expect(app.getByText('1 document selected')).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(app.getByText('1 document selected')).toHaveCount(0);
  await app.keyboard.press('Space');
  await app.keyboard.press('Delete');
  await expect(row).toHaveCount(0);
  await expect(app.locator('main')).toBeFocused();
  await app.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(row).toHaveCount(1);
  await expect(app.locator('main')).toBeFocused();
});

test('the removal of a document with an endless name can be undone', async ({ app }) => {
  const title = 'unbroken'.repeat(40);
  await app.evaluate((title) => window.perilune.knowledge.add([{ title, body: 'Text' }]), title);
  await app.goto('./#/library');
  await app.getByRole('link', { name: title }).click();
  await app.getByRole('button', { name: 'Delete' }).click();
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(app.getByRole('link', { name: title })).toBeVisible();
});

test('ticking a document moves no row', async ({ app }) => {
  await app.goto('./#/library');
  const row = app.getByRole('row').nth(3);
  const before = await row.boundingBox();
  await row.getByRole('checkbox').check();
  await expect(app.getByText('1 document selected')).toBeInViewport();
  expect(await row.boundingBox()).toEqual(before);
});

test('one field filters titles and finds passages, and a file type narrows both', async ({ app }) => {
  await app.evaluate(() =>
    window.perilune.knowledge.add([
      ...Array.from({ length: 7 }, (_, at) => ({ title: `Harbour log ${at}`, body: `Ships of day ${at}.` })),
      { title: 'Tides', body: 'A harbour is entered at high water.', source_id: 'tides.pdf' },
    ]),
  );
  await app.goto('./#/library');
  const search = app.getByRole('searchbox');
  await expect(app.getByRole('search', { name: 'Library' }).getByRole('searchbox')).toHaveCount(1);
  await search.and(app.getByLabel('Search the documents')).fill('harbour');
  const rows = app.locator('tbody .row');
  await expect(rows).toHaveCount(5);
  await expect(app.locator('.hits').getByRole('link', { name: /Tides/ })).toBeVisible();
  await app.getByRole('button', { name: 'Show all 7 titles' }).click();
  await expect(rows).toHaveCount(7);

  await app.getByLabel('Type').selectOption('pdf');
  await expect(rows).toHaveCount(0);
  await expect(app.locator('.hits li')).toHaveCount(1);
  await app.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(7);
  await search.and(app.getByLabel('Search the documents')).fill('');
  await expect(app.locator('.hits')).toHaveCount(0);

  await app.setViewportSize({ width: 390, height: 844 });
  await expect(app.getByLabel('Type')).toBeHidden();
  await app.getByRole('button', { name: 'Filters' }).click();
  await expect(app.getByLabel('Type')).toBeVisible();
});

test('an overview counts the filtered documents by month and source', async ({ app }) => {
  await app.evaluate(() =>
    window.perilune.knowledge.add([
      {
        title: 'Tide',
        body: 'The tide turns twice a day.',
        source: 'sea',
        updated_at: '2026-01-05T00:00:00Z',
      },
      {
        title: 'Reef',
        body: 'A reef grows slowly. '.repeat(40),
        source: 'sea',
        updated_at: '2026-03-05T00:00:00Z',
      },
      { title: '<img src=x>', body: 'A hill is low.', source: 'land', updated_at: '2026-03-06T00:00:00Z' },
    ]),
  );
  await app.goto('./#/library');
  await app.getByText('Overview', { exact: true }).click();
  await expect(app.getByRole('img', { name: /^Bar chart of documents by month/ })).toBeVisible();
  const sources = app.getByRole('table', { name: 'Figures by source' });
  await expect(sources.getByRole('row')).toHaveText([/Source/, /sea\s*2/, /land\s*1/]);
  await expect(app.getByText('The guide isn’t counted.')).toBeVisible();
  const largest = app.getByRole('table', { name: 'Largest documents' });
  await expect(largest.getByRole('link')).toHaveText(['Reef', 'Tide', '<img src=x>']);
  await sources.getByRole('button', { name: 'land' }).click();
  await expect(sources.getByRole('row')).toHaveText([/Source/, /land\s*1/]);
});
