// Tables in answers and documents: sorted by their headers, copied, and saved as CSV.
import { readFile } from 'node:fs/promises';
import { expect, test } from './support/test.ts';

const HUTS = `# Huts

A night in each of the huts has its price:

| Hut | Price of a night | Beds |
| --- | --- | --- |
| Brae | £115 | 4 |
| Skerry | £9 | 12 |
| Moss | =1+1 | 6 |
| Ember | £28 | 10 |
`;

test('a table in an answer is sorted by its headers, and saved as CSV', async ({ app }) => {
  await app.evaluate((body) => window.perilune.knowledge.add([{ title: 'Huts', body }]), HUTS);
  const field = app.getByRole('textbox', { name: 'Ask your documents' });
  await field.fill('huts');
  await field.press('Enter');
  const table = app
    .getByRole('article', { name: /answer/i })
    .getByRole('table')
    .first();
  const first = table.locator('tbody td:first-child');
  await expect(table).toContainText('Ember');
  await expect(first).toHaveText(['Brae', 'Skerry', 'Moss', 'Ember']);

  const beds = table.getByRole('columnheader', { name: 'Beds' });
  await beds.getByRole('button').click();
  await expect(beds).toHaveAttribute('aria-sort', 'ascending');
  await expect(first).toHaveText(['Brae', 'Moss', 'Ember', 'Skerry']);
  await beds.getByRole('button').press('Enter');
  await expect(first).toHaveText(['Skerry', 'Ember', 'Moss', 'Brae']);
  await beds.getByRole('button').press('Enter');
  await expect(beds).not.toHaveAttribute('aria-sort');
  await expect(first).toHaveText(['Brae', 'Skerry', 'Moss', 'Ember']);

  const download = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Download table as CSV' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved).toBe(
    "\ufeffHut,Price of a night,Beds\r\nBrae,£115,4\r\nSkerry,£9,12\r\nMoss,'=1+1,6\r\nEmber,£28,10\r\n",
  );
});
