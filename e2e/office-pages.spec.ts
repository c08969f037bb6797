// Word and OpenDocument files and presentations as pages, with the cited passage marked.
import { readFileSync } from 'node:fs';
import { expect, test } from './support/test.ts';

const FIXTURES = new URL('../src/knowledge/extract/fixtures/', import.meta.url);

test('Word files and presentations open as pages, with the cited passage marked', async ({ app }) => {
  const cited = () =>
    app.evaluate(() => [...(CSS.highlights.get('cited') ?? [])].map((range) => range.toString()).join('|'));
  for (const [name, format, query, place] of [
    ['kestrel.docx', 'docx', 'perilune far side', app.getByRole('cell', { name: '1200' })],
    ['kestrel.odt', 'odt', 'perilune far side', app.getByRole('cell', { name: '1200' })],
    ['kestrel.pptx', 'pptx', 'perilune far side', app.getByRole('region', { name: 'Slide 3' })],
  ] as const) {
    const hit = await app.evaluate(
      async ([base64, name, format, query]) => {
        const { knowledge } = window.perilune;
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        await knowledge.add([new File([bytes], name)]);
        const { results } = await knowledge.search(query, { limit: 50 });
        for (const { id, chunk } of results)
          if ((await knowledge.get(id)).metadata['format'] === format) return { id, chunk };
        return undefined;
      },
      [readFileSync(new URL(name, FIXTURES)).toString('base64'), name, format, query] as const,
    );
    await app.goto(`./#/library/${hit!.id}?passage=${hit!.chunk}`);
    await expect(app.getByRole('tab', { name: 'Original' })).toHaveAttribute('aria-selected', 'true');
    await expect(place.first()).toBeAttached();
    await expect.poll(cited).toContain('62 kilometres above the far side');
  }
  await app.getByRole('tab', { name: 'Text' }).click();
  await expect(app.locator('[aria-current="true"].segment')).toContainText('62 kilometres');
});

test('a workbook opens as a grid, and its original as sheets', async ({ app }) => {
  const id = await app.evaluate(
    async (base64) => {
      const { knowledge } = window.perilune;
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const { ids } = await knowledge.add([new File([bytes], 'kestrel.xlsx')]);
      return ids[0]!;
    },
    readFileSync(new URL('kestrel.xlsx', FIXTURES)).toString('base64'),
  );
  await app.goto(`./#/library/${id}`);
  await expect(app.getByRole('tab', { name: 'Table' })).toHaveAttribute('aria-selected', 'true');
  await app.getByRole('tab', { name: 'Original' }).click();
  const sheet = app.getByRole('region', { name: 'Burns' });
  await expect(sheet.getByRole('columnheader', { name: 'A', exact: true })).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Burns' })).toBeVisible();
});
