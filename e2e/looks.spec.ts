// Every screen, in both themes and at both widths: no serious axe violation, no horizontal scrolling, everything by
// keyboard.
import { contrastProblems, seriousProblems } from './support/axe.ts';
import { settled } from './support/settled.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

const SCREENS = [
  'chat',
  'library',
  'studio',
  'studio/calculator',
  'runs',
  'profiles',
  'settings',
  'settings/appearance',
  'settings/models',
  'settings/secrets',
  'settings/web',
  'settings/storage',
];
const SIZES = [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone', width: 390, height: 844 },
];

test.beforeEach(({ app }) => app.setViewportSize(SIZES[0]!));

for (const { name, width, height } of SIZES) {
  test(`axe finds nothing serious in light and dark: ${name}`, async ({ app }) => {
    await app.setViewportSize({ width, height });
    await app.goto('./#/chat');
    await app.getByRole('textbox', { name: /ask/i }).fill('How do I write a Lua tool?');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('article', { name: /answer/i }).last()).toContainText('Writing a Lua tool');
    for (const screen of SCREENS) {
      if (screen !== 'chat') await app.goto(`./#/${screen}`);
      await expect(app.getByRole('heading').first()).toBeAttached();
      for (const colorScheme of ['light', 'dark'] as const) {
        await app.emulateMedia({ colorScheme });
        await settled(app);
        expect(await seriousProblems(app, colorScheme), `${screen}, ${colorScheme}`).toEqual([]);
      }
      const overflow = await app.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  });
}

/** Each theme, the system's scheme, the least contrast of a text, and the lightness of its paper in percent. */
const THEMES = [
  ['Paper', 'light', 4.5, 96],
  ['Ink', 'dark', 4.5, 0],
  ['High contrast', 'light', 7, 100],
  ['High contrast', 'dark', 7, 0],
] as const;

for (const { name, width, height } of SIZES) {
  test(`each theme is readable and keeps its colours: ${name}`, async ({ app, browserName }, info) => {
    await app.setViewportSize({ width, height });
    const id = await app.evaluate(
      async () =>
        (
          await window.perilune.knowledge.add([
            {
              title: 'Kiln',
              body: '# Kiln\n\nCone 6.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x = 1; // y\n```',
            },
          ])
        ).ids[0],
    );
    for (const [theme, colorScheme, least, lightness] of THEMES) {
      // Over BiDi, the system's scheme stays light.
      if (browserName === 'firefox' && theme === 'High contrast' && colorScheme === 'dark') continue;
      await app.emulateMedia({ colorScheme });
      await app.goto('./#/settings/appearance');
      await app.getByRole('radio', { name: theme }).check();
      for (const screen of ['chat', `library/${id}`, 'studio']) {
        await app.goto(`./#/${screen}`);
        await expect(app.getByRole('heading').first()).toBeAttached();
        await settled(app);
        expect(await contrastProblems(app, least), `${screen}, ${theme}, ${colorScheme}`).toEqual([]);
        const body = await app.screenshot();
        await info.attach(`${screen}-${theme}-${colorScheme}`, { body, contentType: 'image/png' });
      }
      const paper = await app.evaluate(() => {
        const pen = document.createElement('canvas').getContext('2d')!;
        pen.fillStyle = getComputedStyle(document.body).backgroundColor;
        pen.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
        return Math.max(red, green, blue) / 2.55;
      });
      expect(Math.abs(paper - lightness), `${theme}, ${colorScheme}`).toBeLessThan(2);
    }
  });
}

test('the palette opens by keyboard, finds a passage, and opens it', async ({ app }) => {
  await app.goto('./#/chat');
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

test('Shift+Enter inserts a line break, Enter sends', async ({ app }) => {
  await app.goto('./#/chat');
  const box = app.getByRole('textbox', { name: /ask/i });
  await box.fill('first');
  await app.keyboard.press('Shift+Enter');
  await app.keyboard.type('second');
  await expect(box).toHaveValue('first\nsecond');
  await app.keyboard.press('Enter');
  await expect(box).toHaveValue('');
});
