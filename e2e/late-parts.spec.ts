// A part of the app that failed to load is reported on screen, and loads at the next attempt without a reload.
import { expect, test } from './support/test.ts';

// Firefox also reports rejections that the app handles.
test.use({ expectedErrors: /Failed to load resource|^uncaught: this part of the app could not be loaded/ });

const NO_FILE = /\/assets\/.*\.(?:js|css)/;

test('a screen and its dependent parts load once the connection is back', async ({ app }) => {
  await app.route(NO_FILE, (route) => route.abort());
  await app.getByRole('link', { name: 'Studio' }).first().click();
  const problem = app.getByRole('alert').filter({ hasText: 'This screen could not be loaded.' });
  await expect(problem).toBeVisible();
  await app.getByRole('button', { name: 'Try again' }).click();
  await expect(problem).toBeVisible();
  await app.unroute(NO_FILE);
  await app.getByRole('button', { name: 'Try again' }).click();
  await expect(app.getByRole('heading', { name: 'Studio', level: 1 })).toBeVisible();
  // Loaded with its styles, and shared with the parts that import it: one instance, not two.
  await app.locator('header').getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: /^Blocks/ }).click();
  await expect(
    app.getByRole('group', { name: 'Blocks of my_tool' }).getByText('question').first(),
  ).toBeVisible();
});

test('a screen that takes long to load says so', async ({ app }) => {
  let arrive: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await app.route(/\/assets\/Runs.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await app.getByRole('link', { name: 'Runs' }).first().click();
  await expect(app.getByRole('main').getByText('Loading…')).toBeVisible();
  arrive?.();
  await expect(app.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible();
});

test('a style sheet that failed is requested again', async ({ app }) => {
  const sheet = /\/assets\/Library.*\.css/;
  await app.route(sheet, (route) => route.abort());
  await app.getByRole('link', { name: 'Library' }).first().click();
  await expect(app.getByRole('alert')).toContainText('This screen could not be loaded.');
  await app.unroute(sheet);
  await app.getByRole('button', { name: 'Try again' }).click();
  await expect(app.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  const loaded = await app.evaluate(
    () => [...document.styleSheets].filter(({ href }) => href?.includes('Library')).length,
  );
  expect(loaded).toBe(1);
});

test('no style sheet is added twice: its rules would override those of the parts', async ({ app }) => {
  for (const screen of ['Studio', 'Library', 'Chat']) {
    await app.getByRole('link', { name: screen, exact: true }).first().click();
    await expect(app.getByRole('main')).toBeVisible();
  }
  await expect(app.getByRole('button', { name: 'More for chats' }).first()).toBeVisible();
  const sheets = await app.evaluate(() => [...document.styleSheets].map(({ href }) => href));
  expect(new Set(sheets).size).toBe(sheets.length);
});

test('a dialog that failed to load says so', async ({ app }) => {
  const dialog = /\/assets\/.*ShortcutsDialog.*\.js/;
  await app.route(dialog, (route) => route.abort());
  await app.getByRole('button', { name: 'More for chats' }).first().press('?');
  await expect(app.getByText(/^This part of the app could not be loaded/)).toBeVisible();
  await app.unroute(dialog);
  await app.getByRole('button', { name: 'Reload' }).click();
  await app.getByRole('button', { name: 'More for chats' }).first().press('?');
  await expect(app.getByRole('dialog')).toBeVisible();
});
