// A tool made of blocks: it runs, its blocks survive a reload, and a manual edit is detected.
import { problemsIn } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('a tool of blocks runs, shows its blocks again, and reports a manual edit of its code', async ({
  app,
}) => {
  await app.goto('./#/studio');
  await app.locator('header').getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: /^Blocks/ }).click();
  const blocks = app.getByRole('group', { name: 'Blocks of my_tool' });
  await expect(blocks.getByText('question').first()).toBeVisible();
  // Names are entered in the app's own dialog; blocks are found by their text; removals can be undone.
  await blocks.getByRole('treeitem', { name: /^Variables/ }).click();
  await blocks.getByText('Create variable').click();
  await app.getByRole('dialog').getByRole('textbox', { name: 'New variable name' }).fill('total');
  await app.keyboard.press('Enter');
  await blocks.getByRole('treeitem', { name: /^Variables/ }).click();
  await expect(blocks.getByText('total').first()).toBeVisible();
  await app.getByRole('searchbox', { name: 'Find a block' }).fill('json text');
  await expect(blocks.getByText('JSON text of')).toBeVisible();
  // Except Blockly's block list: it owns its options by id, which axe does not follow in an SVG.
  expect(await problemsIn(app, '#pane-blocks', '.blocklyFlyout')).toEqual([]);
  await app.keyboard.press('Escape');
  await blocks.getByText('result', { exact: true }).click();
  await app.keyboard.press('Delete');
  await expect(blocks.getByText('result', { exact: true })).toHaveCount(0);
  await app.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(blocks.getByText('result', { exact: true })).toBeVisible();

  // A parameter changed on the cards changes in the blocks, too. The cards' pane starts collapsed.
  await app.getByRole('button', { name: 'Show Parameters, About' }).click();
  await app.getByRole('button', { name: 'Add a parameter' }).click();
  await expect(blocks.getByText('parameter', { exact: true })).toHaveCount(4);
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(app.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  const report = await app.evaluate(async () => {
    // Its search excludes the guide, so it needs a document of the user's own.
    await window.perilune.knowledge.add([{ title: 'Shelves', body: 'All documents stand on shelves.' }]);
    return window.perilune.tools.call('my_tool', { question: 'documents' });
  });
  expect((report as { result: unknown[] }).result.length).toBeGreaterThan(0);

  await app.reload();
  await expect(blocks.getByText('question').first()).toBeVisible();

  await app.getByRole('tab', { name: 'Code' }).click();
  await app.locator('.cm-content').click();
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.type('-- my own line');
  await app.getByRole('tab', { name: 'Blocks' }).click();
  await expect(app.getByRole('alert')).toContainText('edited after the blocks');
  await app.getByRole('button', { name: 'Regenerate the code from the blocks' }).click();
  await app.getByRole('tab', { name: /^Code/ }).click();
  await expect(app.locator('.cm-content')).toContainText('context.search');
  await expect(app.locator('.cm-content')).not.toContainText('my own line');
});
