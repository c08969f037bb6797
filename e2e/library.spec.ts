// Documents by hand: dropping, reading, searching, deleting and undoing.
import { dropFiles } from './support/files.ts';
import { expect, test } from './support/test.ts';

test('files dropped anywhere are added, and the report names what was not', async ({ app }) => {
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
  await app.goto('./#/library');
  await app
    .getByRole('link', { name: /Harbour/ })
    .first()
    .click();
  await expect(app.getByText('The harbour master keeps the log of ships.').first()).toBeVisible();
});

test('a deleted document can be brought back for a while', async ({ app }) => {
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
