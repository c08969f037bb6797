// Every screen, in both themes and at both widths: nothing serious for axe, no sideways scrolling, all by keyboard.
import AxeBuilder from '@axe-core/playwright';
import { expect, openApp, saveData, test } from './support/test.ts';

const SCREENS = [
  'chat',
  'library',
  'studio',
  'studio/calculator',
  'profiles',
  'settings',
  'settings/models',
  'settings/secrets',
  'settings/web',
  'settings/storage',
];
const SIZES = [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone', width: 390, height: 844 },
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const { name, width, height } of SIZES) {
    test(`axe finds nothing serious: ${name}, ${colorScheme}`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height }, baseURL });
      await context.addInitScript(saveData);
      const page = await context.newPage();
      await openApp(page);
      await page.getByRole('textbox', { name: /ask/i }).fill('How do I write a Lua tool?');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('article', { name: /answer/i }).last()).toContainText('Writing a Lua tool');
      for (const screen of SCREENS) {
        if (screen !== 'chat') await page.goto(`./#/${screen}`);
        await expect(page.getByRole('heading').first()).toBeAttached();
        await page.waitForTimeout(300);
        const axe = new AxeBuilder({ page });
        // The dark page is the light one in other colours.
        if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
        const { violations } = await axe.analyze();
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect(
          serious.map(({ id, nodes }) => `${screen}: ${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
        ).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
      }
      await context.close();
    });
  }
}

test('the palette opens by keyboard, finds a passage, and opens it', async ({ app }) => {
  await app.keyboard.press('ControlOrMeta+k');
  const input = app.getByRole('combobox');
  await expect(input).toBeFocused();
  await input.fill('approval');
  await expect(app.getByRole('option').first()).toBeVisible();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Escape');
  // Closed on screen is not yet gone: the browser tells of it a moment later, and until then the key would close it.
  await expect(app.locator('dialog')).toHaveCount(0);
  await app.keyboard.press('ControlOrMeta+k');
  await app.getByRole('combobox').fill('Connecting a model');
  await expect(app.getByRole('option', { name: /Connecting a model/ }).first()).toBeVisible();
  await app
    .getByRole('option', { name: /Connecting a model/ })
    .first()
    .click();
  await expect(app).toHaveURL(/#\/library\//);
});

test('Shift+Enter makes a new line, Enter sends', async ({ app }) => {
  const box = app.getByRole('textbox', { name: /ask/i });
  await box.fill('first');
  await app.keyboard.press('Shift+Enter');
  await app.keyboard.type('second');
  await expect(box).toHaveValue('first\nsecond');
  await app.keyboard.press('Enter');
  await expect(box).toHaveValue('');
});
