// Every screen, in both themes and at both widths: no serious axe violation, no horizontal scrolling, everything by
// keyboard.
import { seriousProblems } from './support/axe.ts';
import { expect, openApp, test, testOnOnePage } from './support/test.ts';

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

for (const { name, width, height } of SIZES) {
  test(`axe finds nothing serious in light and dark: ${name}`, async ({ app }) => {
    await app.setViewportSize({ width, height });
    await openApp(app);
    await app.getByRole('textbox', { name: /ask/i }).fill('How do I write a Lua tool?');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('article', { name: /answer/i }).last()).toContainText('Writing a Lua tool');
    for (const screen of SCREENS) {
      if (screen !== 'chat') await app.goto(`./#/${screen}`);
      await expect(app.getByRole('heading').first()).toBeAttached();
      for (const colorScheme of ['light', 'dark'] as const) {
        await app.emulateMedia({ colorScheme });
        await app.waitForTimeout(300);
        expect(await seriousProblems(app, colorScheme), `${screen}, ${colorScheme}`).toEqual([]);
      }
      const overflow = await app.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  });
}

testOnOnePage('the palette opens by keyboard, finds a passage, and opens it', async ({ app }) => {
  await app.keyboard.press('ControlOrMeta+k');
  const input = app.getByRole('combobox');
  await expect(input).toBeFocused();
  await input.fill('approval');
  await expect(app.getByRole('option').first()).toBeVisible();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Escape');
  // A closed dialog is not gone at once: the browser reports it a moment later, and until then the key would close
  // it.
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

testOnOnePage('Shift+Enter inserts a line break, Enter sends', async ({ app }) => {
  await app.goto('./#/chat');
  const box = app.getByRole('textbox', { name: /ask/i });
  await box.fill('first');
  await app.keyboard.press('Shift+Enter');
  await app.keyboard.type('second');
  await expect(box).toHaveValue('first\nsecond');
  await app.keyboard.press('Enter');
  await expect(box).toHaveValue('');
});
