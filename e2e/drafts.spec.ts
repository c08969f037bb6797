// A tool that was only opened under New is a draft: models and pages can't call it until it is saved.
import { connectModel, startModel } from './support/model.ts';
import { expect, test } from './support/test.ts';

test('an unedited new tool is offered to no model until it is saved', async ({ app }) => {
  await app.goto('./#/studio');
  await app.locator('header').getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: /^Script/ }).click();
  await expect(app).toHaveURL(/#\/studio\/my_tool/);
  await expect(app.getByText('Draft: models can’t use it until you save it')).toBeVisible();

  const called = await app.evaluate(() => window.perilune.tools.call('my_tool', {}));
  expect(JSON.stringify(called)).toContain('save it in the studio first');
  const server = await startModel();
  server.onMessage(/answer/i, { content: 'Fine.' });
  await connectModel(app, { baseUrl: `${server.url}/v1` });
  const offered = async (): Promise<string> => {
    await app.getByRole('textbox', { name: /ask/i }).fill('Is my_tool the answer?');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('article', { name: /answer/i }).last()).toContainText('Fine.');
    // The server keeps it: over BiDi, requests of Firefox have no body.
    return JSON.stringify((server.getLastRequest()?.body as { tools?: unknown }).tools);
  };
  expect(await offered()).not.toContain('my_tool');

  await app.goto('./#/studio/my_tool');
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(app.getByText('Draft: models can’t use it until you save it')).toBeHidden();
  await app.goto('./#/chat');
  expect(await offered()).toContain('my_tool');
  await server.stop();
});
