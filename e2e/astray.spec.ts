// Where the app does not start, a page says what to do: at an unknown address, and opened as a file.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'playwright/test';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

test('an unknown address on a static host leads back to the folder of the app', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => /policy|violates/i.test(message.text()) && problems.push(message.text()));
  const found: string[] = [];
  await page.route('https://someone.example/**', (route) => {
    const { pathname } = new URL(route.request().url());
    found.push(pathname);
    return pathname === '/perilune/manifest.webmanifest'
      ? route.fulfill({ path: `${DIST}manifest.webmanifest`, contentType: 'application/manifest+json' })
      : route.fulfill({ status: 404, path: `${DIST}404.html`, contentType: 'text/html' });
  });
  await page.goto('https://someone.example/perilune/demo-docs/nothing.html');
  const link = page.getByRole('link', { name: 'Open Perilune' });
  await expect(link).toHaveAttribute('href', 'https://someone.example/perilune/');
  expect(found).toContain('/perilune/demo-docs/manifest.webmanifest');
  await page.goto('https://someone.example/other/');
  await expect(link).toHaveAttribute('href', '/');
  // An address that looks like another host asks none.
  await page.goto('https://someone.example//elsewhere.example/x');
  await expect(link).toHaveAttribute('href', '/');
  expect(problems).toEqual([]);
});

test('opened as a file, the page says how to serve it', async ({ page }) => {
  await page.goto(pathToFileURL(`${DIST}index.html`).href);
  await expect(page.getByRole('alert')).toContainText("Perilune can't start from a file");
  await expect(page.getByRole('alert')).toContainText('npm start');
});
