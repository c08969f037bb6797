// Missing features of an old browser are listed on screen, even where the app cannot run at all.
import { expect, test } from './support/test.ts';

const line = 'This browser is too old for Perilune.';

test('shows nothing in a browser with all features', async ({ app }) => {
  await expect(app.locator('#old-browser')).toBeHidden();
});

test('lists each missing feature', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'popover');
    Reflect.deleteProperty(Intl, 'Segmenter');
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (...given: string[]) =>
      !given.join().includes('light-dark') && supports(...(given as [string]));
  });
  await page.goto('./');
  const alert = page.getByRole('alert').filter({ hasText: line });
  await expect(alert).toContainText(
    'It lacks HTMLElement.prototype.popover, Intl.Segmenter, light-dark() in CSS.',
  );
  await expect(alert).toContainText('Use Chromium 123, Firefox 125, Safari 17.5, or a newer one.');
  await expect(alert).toBeInViewport();
});

test('works even if the app itself cannot be parsed', async ({ page }) => {
  let broken = 0;
  await page.route(/\/assets\/.*\.js$/, (route) => {
    broken += 1;
    return route.fulfill({ contentType: 'text/javascript', body: 'let a = #not-known-here;' });
  });
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'canParse'));
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText('It lacks URL.canParse.');
  expect(broken).toBeGreaterThan(0);
});
