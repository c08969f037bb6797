// Several models: added in Settings, each with its own key; the next one answers when one fails.
import { connectModel, startFaulty, startModel } from './support/model.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: /Failed to load resource|net::ERR_/ });

test('a second model answers when the first refuses, with its own key', async ({ app }) => {
  const second = await startModel();
  second.onMessage(/moon/i, { content: 'The Moon is near.' });
  const first = await startFaulty((response) => response.writeHead(401).end('{}'));
  await connectModel(app, { baseUrl: first.baseUrl, model: 'refusing', key: 'first-key' });

  await app.goto('./#/settings');
  await app.getByRole('button', { name: 'Connect another model' }).click();
  await app.getByRole('menuitem', { name: 'Another endpoint' }).click();
  await app.getByLabel('Name', { exact: true }).fill('Second');
  await app.getByLabel('Base URL').nth(1).fill(`${second.url}/v1`);
  await app.getByLabel('Key', { exact: true }).nth(1).fill('second-key');
  await app.getByLabel('Model', { exact: true }).nth(1).fill('scripted');
  await app.getByRole('button', { name: 'Save', exact: true }).nth(1).click();
  await expect(app.getByText('Saved. Chats can ask scripted.')).toBeVisible();
  await app.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(app.getByRole('button', { name: 'Change Second' })).toBeVisible();
  await app.getByRole('switch', { name: 'Ask the next model when one fails' }).check();

  await app.goto('./#/chat');
  const sent = app.waitForRequest(`${second.url}/**`);
  await app.getByRole('textbox', { name: /ask/i }).fill('How far is the Moon?');
  await app.keyboard.press('Enter');
  const answer = app.getByRole('article', { name: /answer/i }).last();
  await expect(answer).toContainText('The Moon is near.');
  await expect(answer).toContainText('Second answers instead');
  expect((await sent).headers()['authorization']).toBe('Bearer second-key');

  await app.goto('./#/settings');
  await app.getByRole('button', { name: 'Make default: Second' }).click();
  await expect(app.getByText('scripted at', { exact: false })).toBeVisible();
  await expect(app.getByLabel('Base URL')).toHaveValue(`${second.url}/v1`);
  await first.stop();
  await second.stop();
});
