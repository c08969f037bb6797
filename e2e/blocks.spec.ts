// A tool put together from blocks: it runs, its blocks are there after a reload, and a change by hand is named.
import { expect, test } from './support/test.ts';

test('a tool of blocks runs, shows its blocks again, and says when its code was changed by hand', async ({
  app,
}) => {
  await app.goto('./#/studio');
  await app.locator('header').getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: /^Blocks/ }).click();
  const blocks = app.getByRole('group', { name: 'Blocks of my_tool' });
  await expect(blocks.getByText('question').first()).toBeVisible();
  const report = await app.evaluate(() => window.perilune.tools.call('my_tool', { question: 'documents' }));
  expect((report as { result: unknown[] }).result.length).toBeGreaterThan(0);

  await app.reload();
  await expect(blocks.getByText('question').first()).toBeVisible();

  await app.getByRole('tab', { name: 'Code' }).click();
  await app.locator('.cm-content').click();
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.type('-- my own line');
  await app.getByRole('tab', { name: 'Blocks' }).click();
  await expect(app.getByRole('alert')).toContainText('changed by hand');
  await app.getByRole('button', { name: 'Make the code what the blocks say' }).click();
  await app.getByRole('tab', { name: /^Code/ }).click();
  await expect(app.locator('.cm-content')).toContainText('context.search');
  await expect(app.locator('.cm-content')).not.toContainText('my own line');
});
