// From an example to the user's own tool: found by a call it makes, read, copied, run.
import { expect, test } from './support/test.ts';

test('an example is found by its calls, and a copy of it runs', async ({ app }) => {
  await app.goto('./#/studio');
  await app.locator('header').getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: 'From an example' }).click();
  const dialog = app.getByRole('dialog', { name: 'Start from an example' });
  const list = dialog.getByRole('listbox', { name: 'Examples' });
  await dialog.getByRole('combobox', { name: 'Call used' }).selectOption('tools');
  await expect(list.getByRole('option')).toHaveCount(2);
  await dialog.getByRole('combobox', { name: 'Call used' }).selectOption('');
  await dialog.getByRole('searchbox').fill('calculator');
  // Bundled tools are installed already; a copy can be edited.
  await list.getByRole('option', { name: /^calculator\b/ }).click();
  await expect(dialog.getByRole('link', { name: 'Open calculator' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy to edit' })).toBeVisible();
  await dialog.getByRole('searchbox').fill('greets');
  await dialog.getByRole('searchbox').press('ArrowDown');
  await expect(list.getByRole('option', { name: 'greeting' })).toBeFocused();
  await expect(dialog.getByRole('group', { name: 'Source of greeting' })).toContainText('params.person');
  await dialog.getByRole('button', { name: 'Use greeting' }).click();
  await expect(app).toHaveURL(/#\/studio\/greeting$/);
  const answer = await app.evaluate(async () => {
    const { result } = (await window.perilune.tools.call('greeting', { person: 'Ada' })) as {
      result?: unknown;
    };
    const { tool } = (await window.perilune.tools.get('greeting')) as { tool: { origin: string } };
    return { result, origin: tool.origin };
  });
  expect(answer).toEqual({ result: 'Good morning, Ada!', origin: 'user' });
});
