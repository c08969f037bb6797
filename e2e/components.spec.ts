// The page of all components (components.html), from its own development server: states, sizes, contrast, both
// themes.
//
// It checks sizes within a few pixels and colours from the tokens, not pixels of text, which differ between browser
// versions.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Page } from 'playwright/test';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { icons } from '../scripts/vite/icons.ts';
import { seriousProblems } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** Components, and the number of states of each on the page. */
const STATES = {
  Button: 17,
  Dialog: 0,
  Menu: 2,
  Field: 6,
  Tabs: 1,
  Table: 1,
  ListSection: 3,
  EmptyState: 3,
  Toast: 0,
};

let server: ViteDevServer;
/** One page for all: loading each module separately takes longer than most of the tests. */
let page: Page;
let url: string;

test.beforeAll(async ({ browser }) => {
  server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    plugins: [svelte({ configFile: false }), icons()],
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, host: '127.0.0.1', hmr: false },
    cacheDir: fileURLToPath(new URL('../test-results/components-cache', import.meta.url)),
    logLevel: 'error',
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no address');
  url = `http://127.0.0.1:${address.port}/components.html`;
  page = await (await browser.newContext()).newPage();
});

test.afterAll(async () => {
  await page.context().close();
  await server.close();
});

const DESKTOP = { width: 1280, height: 800 };

async function open(colorScheme: 'light' | 'dark' = 'light', viewport = DESKTOP): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible();
}

async function picture(name: string): Promise<void> {
  await test
    .info()
    .attach(name, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });
}

/** Checks for serious axe violations and horizontal scrolling. */
async function expectSound(): Promise<void> {
  expect(await seriousProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of [
    ['desktop', DESKTOP],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    test(`every component shows its states: ${size}, ${colorScheme}`, async () => {
      await open(colorScheme, viewport);
      for (const [component, states] of Object.entries(STATES)) {
        const shown = page.locator(`[data-component="${component}"] [data-state]`);
        await expect(shown, component).toHaveCount(states);
        for (const box of await shown.evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect().toJSON()),
        )) {
          expect(box.height, component).toBeGreaterThanOrEqual(18);
          expect(box.right, component).toBeLessThanOrEqual(viewport.width + 1);
        }
      }
      await expectSound();
      await picture(`components-${size}-${colorScheme}`);
      for (const opens of ['Open a dialog', 'Open a framed dialog', 'Open a palette']) {
        await page.getByRole('button', { name: opens }).click();
        const box = await page.getByRole('dialog').boundingBox();
        expect(box?.x, opens).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? Infinity), opens).toBeLessThanOrEqual(viewport.height);
        await expectSound();
        await picture(`${opens}-${size}-${colorScheme}`);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByRole('button', { name: opens })).toBeFocused();
      }
    });
  }
}

test('buttons in a row have equal heights, and colours from the tokens', async () => {
  await open();
  const looks = await page.locator('[data-component="Button"] .button:not(.link)').evaluateAll((all) =>
    all.map((one) => ({
      height: Math.round(one.getBoundingClientRect().height),
      background: getComputedStyle(one).backgroundColor,
      primary: one.classList.contains('primary'),
    })),
  );
  expect(new Set(looks.map(({ height }) => height))).toEqual(new Set([32]));
  const token = (name: string) =>
    page.evaluate((name) => {
      const probe = document.createElement('i');
      probe.style.color = `var(${name})`;
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, name);
  const accent = await token('--accent');
  const primary = looks.filter((look) => look.primary);
  expect(primary).toHaveLength(2);
  for (const { background } of primary) expect(background).toBe(accent);
  for (const look of looks) if (!look.primary) expect(look.background).not.toBe(accent);
});

test('the canvas, the text and a dialog change with the theme', async () => {
  await open();
  const lightness = (selector: string, property: 'backgroundColor' | 'color') =>
    page.locator(selector).evaluate((element, property) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas');
      pen.fillStyle = getComputedStyle(element)[property];
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
      return (red + green + blue) / 765;
    }, property);
  for (const [theme, canvas, text] of [
    ['Light', 0.97, 0.15],
    ['Dark', 0.06, 0.93],
  ] as const) {
    await page.getByRole('combobox', { name: 'Theme' }).selectOption(theme);
    await expect.poll(() => lightness('body', 'backgroundColor')).toBeCloseTo(canvas, 1);
    await expect.poll(() => lightness('h1', 'color')).toBeCloseTo(text, 1);
    await page.getByRole('button', { name: 'Open a dialog' }).click();
    await expect.poll(() => lightness('dialog', 'backgroundColor')).toBeCloseTo(canvas, 0);
    await page.keyboard.press('Escape');
  }
});

test('only a real user event presses a consent button', async () => {
  await open();
  const allow = page.getByRole('button', { name: /^Allow/ });
  await allow.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  await expect(allow).toHaveText('Allow (0)');
  await allow.click();
  await expect(allow).toHaveText('Allow (1)');
});

test('tabs, menus, lists and toasts work by keyboard', async () => {
  await open();
  await page.getByRole('tab', { name: 'Apple' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Pear' })).toBeFocused();
  await expect(page.getByRole('tabpanel')).toHaveText('Pear');
  await page.getByRole('button', { name: 'More' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add one' }).first().press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Add one' }).first()).toBeFocused();
  await expect(page.locator('[data-state="failed"]').getByRole('alert')).toHaveText(
    'The server closed the connection.',
  );
  await page.getByRole('button', { name: 'With undo' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Deleted Pear.' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Deleted Pear.' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Open a palette' }).press('Enter');
  await page.keyboard.type('qu');
  await expect(page.getByRole('dialog').getByRole('option')).toHaveText(['Quince']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
