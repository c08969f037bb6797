// Collections: a folder keeps its name and its paths, the library is filtered, sorted and put in order.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/test.ts';

test('a chosen folder becomes a collection, which filters the library and can be changed', async ({
  app,
}, info) => {
  const folder = info.outputPath('Reports');
  await mkdir(join(folder, '2024'), { recursive: true });
  await writeFile(join(folder, '2024', 'annual.md'), '# Annual report\n\nThe lighthouse earned nine crowns.');
  await writeFile(join(folder, 'brief.txt'), 'A brief about the lighthouse and its keeper.');
  await app.goto('./#/library');
  await app.getByLabel('Folder to add').setInputFiles(folder);

  const collections = app.getByRole('navigation', { name: 'Collections' });
  const chip = collections.getByRole('link', { name: /Reports/ });
  await expect(chip).toContainText('2');
  await chip.click();
  await expect(app).toHaveURL(/#\/library\?collection=/);
  const head = app.getByRole('region', { name: 'Reports' });
  await expect(head).toContainText('2 documents');
  const rows = app.locator('tbody .row');
  await expect(rows).toHaveCount(2);

  await test.step('paths stay, and the list is sorted and filtered', async () => {
    const paths = await app.evaluate(async () => {
      const { results } = await window.perilune.knowledge.search('lighthouse');
      return results.map((hit) => hit.source_id).sort();
    });
    expect(paths).toEqual(['Reports/2024/annual.md', 'Reports/brief.txt']);
    await app.getByRole('button', { name: 'Title' }).click();
    await expect(app.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(rows.first()).toContainText('Annual report');
    await app.getByRole('button', { name: 'Title' }).click();
    await expect(rows.first()).toContainText('brief');
    await app.getByLabel('Filter by title or path').fill('annual');
    await expect(rows).toHaveCount(1);
    await app.getByRole('button', { name: 'Clear filters' }).click();
    await app.getByLabel('Type').selectOption('markdown');
    await expect(rows).toHaveCount(1);
    await app.getByRole('button', { name: 'Clear filters' }).click();
  });

  await test.step('a document is renamed, tagged and moved', async () => {
    await app.getByLabel('Select brief').check();
    await app.getByRole('button', { name: 'Rename' }).click();
    await app.getByLabel('Title', { exact: false }).and(app.locator('dialog input')).fill('The keeper');
    await app.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(app.getByRole('link', { name: /The keeper/ })).toBeVisible();
    await app.getByLabel('Select The keeper').check();
    await app.getByRole('button', { name: 'Tags' }).click();
    await app.getByLabel('Add tags').fill('staff, urgent');
    await app.getByRole('button', { name: 'Save' }).click();
    await expect(app.getByText('#urgent')).toBeVisible();
    await app.getByRole('button', { name: 'Move', exact: true }).click();
    await app.getByRole('menuitem', { name: 'New collection…' }).click();
    await app.getByLabel('Name').fill('Staff');
    await app.getByRole('button', { name: 'Create' }).click();
    await expect(rows).toHaveCount(1);
    await expect(collections.getByRole('link', { name: /Staff/ })).toContainText('1');
  });

  await test.step('deleted, its documents stay', async () => {
    await head.getByRole('button', { name: 'Delete' }).click();
    await app.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(chip).toHaveCount(0);
    await expect(app).toHaveURL(/#\/library$/);
    await expect(app.getByRole('link', { name: /Annual report/ })).toBeVisible();
    await app.getByRole('button', { name: 'Undo' }).last().click();
    await expect(chip).toContainText('1');
  });
});
