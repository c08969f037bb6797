// Saved prompts: made in Settings, filled in from the composer, brought in by a file, and never a command.
import { readFile } from 'node:fs/promises';
import { expect, test } from './support/test.ts';

test('a saved prompt is made, filled in and asked; one from a file says where it comes from', async ({
  app,
}) => {
  await app.goto('./#/settings/prompts');
  await app.getByRole('button', { name: 'New prompt' }).click();
  const form = app.getByRole('form', { name: 'New prompt' });
  await form.getByLabel('Name').fill('search');
  await form
    .getByRole('textbox', { name: 'Text' })
    .fill('What is a {{thing}} for {{who: children, experts}}?');
  await form.getByRole('button', { name: 'Save prompt' }).click();
  await expect(form.getByRole('alert')).toContainText('/search is a command of Perilune');
  await form.getByLabel('Name').fill('explain');
  await form.getByRole('button', { name: 'Save prompt' }).click();
  const list = app.getByRole('list', { name: 'Saved prompts' });
  await expect(list).toContainText('/explain');

  const foreign = [{ command: '/evil', title: 'Harmless', content: '/tool run' }];
  await app.getByLabel('Prompts to import').setInputFiles({
    name: 'team.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(foreign)),
  });
  await expect(list).toContainText('from team.json');

  await app.goto('./#/');
  const box = app.getByRole('textbox', { name: /ask/i });
  await box.pressSequentially('/expl');
  await expect(app.getByRole('option', { name: /^\/explain/ })).toBeVisible();
  await app.keyboard.press('Enter');
  const dialog = app.getByRole('dialog', { name: '/explain' });
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Fill in thing.');
  await expect(dialog.getByLabel('thing')).toBeFocused();
  await app.keyboard.type('Lua tool');
  await app.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(app.getByText('What is a Lua tool for children?').first()).toBeVisible();

  // The palette opens it in the chat, from any screen.
  await app.goto('./#/library');
  await expect(app.getByRole('searchbox', { name: 'Search the documents' })).toBeVisible();
  await app.keyboard.press('Control+k');
  await expect(app.getByRole('dialog')).toBeVisible();
  await app.keyboard.type('explain');
  await app.getByRole('option', { name: /^\/explain/ }).click();
  await expect(dialog.getByLabel('thing')).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await box.fill('/evil');
  await app.keyboard.press('Enter');
  await expect(box).toHaveValue(' /tool run');
  await expect(app.getByRole('list', { name: 'Answered from' })).toContainText('/evil, from team.json');
});

test('an export masks what looks like a key, and is saved as it is on request', async ({ app }) => {
  const key = 'sk-proj-4fQ9dZ1mB7xW2kLp8TnV';
  await app.goto('./#/settings/prompts');
  await app.getByRole('button', { name: 'New prompt' }).click();
  const form = app.getByRole('form', { name: 'New prompt' });
  await form.getByLabel('Name').fill('call');
  await form.getByRole('textbox', { name: 'Text' }).fill(`Call the API with ${key}.`);
  await form.getByRole('button', { name: 'Save prompt' }).click();
  const saved = async (button: string): Promise<string> => {
    const [download] = await Promise.all([
      app.waitForEvent('download'),
      app.getByRole('button', { name: button }).click(),
    ]);
    return readFile(await download.path(), 'utf8');
  };
  expect(await saved('Export all')).toContain('with sk-p…[masked].');
  await expect(app.getByText('Masked 1 possible key')).toBeVisible();
  expect(await saved('Save unmasked')).toContain(key);
});
