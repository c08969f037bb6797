// Signing in to a server of tools: the window that opens, is blocked, is closed, and hides itself from the page that waits for it.
import { answer, outcome, start } from './support/approvals.ts';
import { startOAuthServer } from './support/oauth-server.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

// The server refuses whoever has not signed in.
test.use({ expectedErrors: /status of 40\d/ });

test('a sign-in says what stopped it, and once it is made the tools are there', async ({ app }) => {
  const server = await startOAuthServer();
  await app.goto('./#/settings/servers');
  const section = app.getByRole('region', { name: 'MCP servers' });
  await section.getByRole('button', { name: 'Add a server' }).click();
  await section.getByLabel('Address').fill(server.url);
  await section.getByLabel('Name').fill('diary');
  await section.getByLabel('Authentication').selectOption('Sign in (OAuth)');
  await section.getByRole('button', { name: 'Add', exact: true }).click();
  const row = section.getByRole('listitem').filter({ hasText: 'diary' }).first();
  const signIn = row.getByRole('button', { name: 'Sign in' });

  // The browser opens no window.
  await app.evaluate(() => {
    const { open } = window;
    window.open = () => {
      window.open = open;
      return null;
    };
  });
  await signIn.click();
  await expect(row).toContainText('Allow this page to open windows, then choose Sign in again.');

  // A person thinks better of it.
  const [closed] = await Promise.all([app.waitForEvent('popup'), signIn.click()]);
  await closed.getByRole('link', { name: 'Allow' }).waitFor();
  await closed.close();
  await expect(row).toContainText('choose Sign in again');

  // A page that cut its ties looks closed from here; what it comes back with arrives all the same.
  const [popup] = await Promise.all([app.waitForEvent('popup'), signIn.click()]);
  await popup.getByRole('link', { name: 'Allow' }).waitFor();
  await app.waitForTimeout(1200);
  await popup.getByRole('link', { name: 'Allow' }).click();
  await expect(row).toContainText('Connected · 1 tool');
  expect(new URLSearchParams(server.exchanged.join('')).get('code_verifier')).toMatch(/.{43}/);

  const called = await start(app, 'diary__today');
  await answer(app, 'Allow once');
  expect(await outcome(app, called)).toMatchObject({ result: 'tea at four' });
  await server.close();
});
