// <perilune-chat> on a site's pages, under a policy without inline styles: from a hotkey to a marked word and away
// again.
import { expect, test } from 'playwright/test';
import { policyProblems } from './support/policy-problems.ts';
import { SCRIPT, startWidgetSite, STRICT } from './support/widget-site.ts';

const ELEMENT = '<perilune-chat pack="/docs/perilune/"></perilune-chat>';

test('a reader searches a static site: nothing before a hotkey, results by section, marks on arrival, nothing left behind', async ({
  page,
}) => {
  const site = await startWidgetSite();
  const problems = policyProblems(page);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    for (const name of ['ready', 'open', 'close', 'results', 'select', 'error']) {
      document.addEventListener(`perilune:${name}`, (event) => {
        const { directive } = (event as CustomEvent<{ directive?: string }>).detail;
        seen.push(directive ? `${name} ${directive}` : name);
      });
    }
  });
  const seen = (): Promise<string[]> => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const field = page.getByRole('combobox');
  const rows = page.getByRole('option');
  try {
    await test.step('before any interaction, a button and two small files', async () => {
      site.page('home.html', `<p>Home</p><div id="later"></div>${ELEMENT}${SCRIPT}`);
      await page.goto(`${site.url}home.html`);
      await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
      expect(site.requests.filter((path) => /^(widget|perilune)\//.test(path)).length).toBe(2);
    });

    await test.step('a hotkey opens it; a typo is tolerated; rows are navigated', async () => {
      await page.keyboard.press('/');
      await expect(field).toBeFocused();
      await page.keyboard.type('grnat a host');
      await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
      await expect(rows.first().locator('mark').first()).toBeVisible();
      // The list may replace its rows meanwhile, and a removed one has no style.
      const inherited = (): Promise<string[]> =>
        rows.first().evaluate((row) => {
          Object.assign(document.body.style, {
            wordSpacing: '9px',
            textIndent: '20px',
            textShadow: '0 0 9px red',
          });
          const { wordSpacing, textIndent, textShadow } = getComputedStyle(row);
          return [wordSpacing, textIndent, textShadow];
        });
      await expect.poll(inherited).toEqual(['0px', '0px', 'none']);
      // Announced once nothing changes any more.
      await expect(page.getByRole('status')).toHaveText(/^\d+ pages?$/);
      await page.keyboard.press('ArrowDown');
      await expect(field).toHaveAttribute('aria-activedescendant', 'option-1');
      await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
    });

    await test.step('the page goes dark and the element moves: the search stays unchanged', async () => {
      await page.evaluate(() => {
        document.documentElement.classList.add('dark');
        document.querySelector('#later')?.append(document.querySelector('perilune-chat') as Element);
      });
      await expect(field).toHaveValue('grnat a host');
      await expect(page.locator('perilune-chat .frame')).toHaveClass(/dark/);
      await page.getByRole('button', { name: /^Tools/ }).click();
      await expect(page.getByRole('button', { name: /^Tools/ })).toHaveAttribute('aria-pressed', 'true');
    });

    await test.step('Escape closes, the hotkey opens again, Enter opens the section with its words marked', async () => {
      await page.keyboard.press('Escape');
      await expect(field).toBeHidden();
      await page.keyboard.press('Control+k');
      await expect(field).toHaveValue('grnat a host');
      await field.fill('grant host exactly');
      await expect(rows.first()).toContainText('grant');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\.html#s\d+$/);
      const marks = () => page.evaluate(() => CSS.highlights.get('perilune')?.size ?? 0);
      await expect.poll(marks).toBeGreaterThan(1);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('option', { name: 'grant host exactly' })).toBeVisible();
      await page.keyboard.press('Escape');
      expect(problems).toEqual([]);
    });

    await test.step('a missing file is reported, and retried', async () => {
      site.breakPack(true);
      await page.goto(`${site.url}home.html`);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('lua');
      await expect(page.getByRole('alert')).toContainText('Couldn’t load the search');
      await expect(field).toHaveValue('lua');
      site.breakPack(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(rows.first()).toBeVisible();
      expect(await seen()).toEqual(['ready', 'open', 'error', 'results']);
    });

    await test.step('ten more elements come and go, and leave nothing behind', async () => {
      await page.evaluate(async () => {
        document.querySelector('perilune-chat')?.remove();
        const gone: WeakRef<Element>[] = [];
        for (let round = 0; round < 10; round++) {
          const element = document.createElement('perilune-chat') as HTMLElement & {
            open(options: object): Promise<void>;
            search(query: string): Promise<unknown>;
            destroy(): void;
          };
          element.setAttribute('pack', '/docs/perilune/');
          document.body.append(element);
          await element.open({ query: 'lua' });
          await element.search('lua tool');
          element.destroy();
          gone.push(new WeakRef(element));
        }
        Object.assign(window, { gone });
      });
      await expect
        .poll(async () => {
          await page.requestGC();
          return page.evaluate(
            () =>
              (window as unknown as { gone: WeakRef<Element>[] }).gone.filter((each) => each.deref()).length,
          );
        })
        .toBe(0);
      const left = await page.evaluate(() => [
        document.adoptedStyleSheets.length,
        document.querySelectorAll('perilune-chat, [data-perilune-layer], dialog').length,
      ]);
      expect(left).toEqual([0, 0]);
    });

    await test.step('a page that blocks fetching is named as the reason', async () => {
      site.page('shut.html', `${ELEMENT}${SCRIPT}`, {
        policy: STRICT.replace("connect-src 'self'", "connect-src 'none'"),
      });
      await page.goto(`${site.url}shut.html`);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('lua');
      await expect(page.getByRole('alert')).toContainText('connect-src');
      expect(await seen()).toContain('error connect-src');
    });
  } finally {
    await site.stop();
  }
});

test('the backdrop covers the gutter of a page without a scrollbar, and nothing moves', async ({ page }) => {
  const site = await startWidgetSite();
  try {
    site.page(
      'gutter.html',
      `<html style="scrollbar-gutter:stable;background:#fff"><body><p>Short</p>${ELEMENT}${SCRIPT}</body></html>`,
    );
    await page.goto(`${site.url}gutter.html`);
    const right = (): Promise<number> => page.evaluate(() => document.body.getBoundingClientRect().right);
    const before = await right();
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox')).toBeFocused();
    expect(await right()).toBe(before);
    const gutter = await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter);
    expect(gutter).toBe('auto');
  } finally {
    await site.stop();
  }
});

test('on pages with hotkeys, collapsed menus and tables of contents: keys stay inside, the assistant is styled, only content is marked', async ({
  page,
}) => {
  const site = await startWidgetSite();
  try {
    const body = '<ul class="menu"><li>lantern</li></ul><main>A lantern and its oil</main>';
    site.page('keys.html', `${body}<div id="menu" hidden>${ELEMENT}</div>${SCRIPT}`);
    await page.goto(`${site.url}keys.html?perilune=lantern`);
    const marks = (): Promise<number> => page.evaluate(() => CSS.highlights.get('perilune')?.size ?? 0);
    await expect.poll(marks).toBe(1);
    await page.evaluate(() => {
      const keys: string[] = [];
      Object.assign(window, { keys });
      document.addEventListener('keydown', ({ key }) => keys.push(key));
    });
    await page.keyboard.press('Control+i');
    const question = page.getByRole('textbox');
    await expect(question).toBeFocused();
    await page.keyboard.type('next', { delay: 1 });
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Home');
    await expect(question).toHaveValue('next');
    // The widget's own hotkeys still reach it, also from its fields.
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('prev');
    const seen = await page.evaluate(() => (window as unknown as { keys: string[] }).keys);
    expect(seen.filter((key) => key !== 'Control')).toEqual(['i', 'k']);
    await page.keyboard.press('Control+i');
    const style = await question.evaluate((field) => getComputedStyle(field).borderStyle);
    expect(style).toBe('none');
  } finally {
    await site.stop();
  }
});
