// The interface in another language: chosen by the browser or in Settings, right to left, and offline.
import type { Page } from 'playwright/test';
import { settled } from './support/settled.ts';
import { expect, openApp, test } from './support/test.ts';

const SCREENS = ['chat', 'library', 'studio', 'runs', 'profiles', 'settings', 'settings/storage'];

test('Settings changes the language, also for the next visit', async ({ app }) => {
  await app.goto('./#/settings/language');
  const choice = app.getByRole('combobox', { name: 'Language' });
  await expect(choice.getByRole('option')).toHaveText([
    'Language of the browser',
    'English',
    ...['العربية', 'Deutsch', 'Español', 'Français', '日本語', '简体中文'].map(
      (name) => `${name} (unreviewed)`,
    ),
  ]);
  await choice.selectOption({ value: 'de' });
  await expect(app.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  await expect(app.locator('html')).toHaveAttribute('lang', 'de');
  await app.getByRole('combobox', { name: 'Sprache' }).selectOption({ value: 'en' });
  await expect(app.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(app.locator('html')).toHaveAttribute('lang', 'en');
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-CH', serviceWorkers: 'allow' });

  test('is in German from the first screen on, and offline', async ({ page, context }) => {
    await openApp(page);
    await expect(page.getByRole('link', { name: 'Bibliothek' })).toBeVisible();
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const keys = await caches.open('perilune-model').then((cache) => cache.keys());
          return keys.filter(({ url }) => url.includes('texts/de.json')).length;
        }),
      )
      .toBe(1);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Bibliothek' })).toBeVisible();
    await context.setOffline(false);
  });

  test('answers from the guide', async ({ page }) => {
    await openApp(page);
    await page.getByRole('textbox').last().fill('How do I add my own documents?');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article', { name: 'Antwort' }).last()).toContainText('Adding documents');
  });

  test('answers its starter question, whose document is in English', async ({ page }) => {
    await openApp(page);
    await page.getByRole('button', { name: 'Wie füge ich eigene Dokumente hinzu?' }).click();
    await expect(page.getByRole('article', { name: 'Antwort' }).last()).toContainText('Adding documents');
  });
});

test.describe('in an Arabic browser', () => {
  test.use({ locale: 'ar' });

  for (const width of [1280, 390]) {
    test(`every screen is right to left and fits ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await openApp(page);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      expect(await wideScreens(page)).toEqual([]);
      await page.goto('./#/studio/calculator');
      // Code runs from left to right in every language.
      await expect(page.locator('.cm-content')).toHaveCSS('direction', 'ltr');
      // So does an address.
      await page.goto('./#/settings');
      await expect(page.locator('input[type=url]').first()).toHaveCSS('direction', 'ltr');
      await page.goto('./#/studio/calculator');
      // An arrow back points to where the line begins.
      await expect(page.locator('[data-icon=arrow-left]').first()).toHaveCSS('scale', '-1 1');
      // The navigation is at the start of the line.
      if (width === 1280) {
        const rail = await page.getByRole('navigation').first().boundingBox();
        expect(rail!.x).toBeGreaterThan(640);
      }
    });
  }

  test('code is left to right before its editor has loaded, too', async ({ page }) => {
    await page.route(/\/assets\/code-editor.*\.js/, () => undefined);
    await openApp(page);
    await page.goto('./#/studio/calculator');
    await expect(page.locator('main textarea.code-text')).toHaveCSS('direction', 'ltr');
  });
});

test('in every other language every screen fits a phone and works without an error', async ({ app }) => {
  await app.setViewportSize({ width: 390, height: 800 });
  for (const language of ['de', 'es', 'fr', 'ja', 'zh']) {
    await app.goto('./#/settings/language');
    await app.locator('select').first().selectOption({ value: language });
    await expect(app.locator('html')).toHaveAttribute('lang', language);
    expect(await wideScreens(app), language).toEqual([]);
  }
});

/** Returns the screens that scroll horizontally, and the words that the bar cuts. */
async function wideScreens(page: Page): Promise<string[]> {
  const wide: string[] = [];
  for (const screen of SCREENS) {
    await page.goto(`./#/${screen}`);
    await expect(page.locator('h1').first()).toBeAttached();
    // Parts of a screen load later.
    await settled(page);
    const out = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth > clientWidth ? `${scrollWidth} px` : '';
    });
    if (out) wide.push(`${screen}: ${out}`);
    if (screen === 'studio') await expect(page.locator('main')).not.toContainText('Tools that come with');
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('nav .label')]
        .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth)
        .map(({ textContent }) => textContent),
    );
    if (cut.length > 0) wide.push(`${screen}: ${cut.join()} in the bar`);
  }
  return wide;
}
