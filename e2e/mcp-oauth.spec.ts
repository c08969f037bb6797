// Signing in to an MCP server: the window opens, is blocked, is closed, or severs its link to the page that waits for
// it.
import { answer, outcome, start } from './support/approvals.ts';
import { startOAuthServer } from './support/oauth-server.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

// The server refuses clients that are not signed in.
test.use({ expectedErrors: /status of 40\d/ });

test('a sign-in says what stopped it, and the tools appear once it succeeds', async ({ app }) => {
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

  // The user cancels.
  const [closed] = await Promise.all([app.waitForEvent('popup'), signIn.click()]);
  await closed.getByRole('link', { name: 'Allow' }).waitFor();
  await closed.close();
  await expect(row).toContainText('choose Sign in again');

  // A window that severed its opener looks closed; its answer arrives anyway.
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
