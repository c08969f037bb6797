// Formulas and footnotes in answers and documents: typeset on first use, and invalid ones stay as written.
import type { Page } from 'playwright/test';
import { expect, testOnOnePage as test } from './support/test.ts';

async function open(app: Page, text: string): Promise<void> {
  const id = await app.evaluate(
    async (body) => (await window.perilune.knowledge.add([new File([body], `${Math.random()}.md`)])).ids[0],
    text,
  );
  await app.goto(`./#/library/${id}`);
}

test('typesets formulas with MathML for screen readers, and leaves prices alone', async ({ app }) => {
  await open(app, '# F\n\nThe area is $\\pi r^2$, for $5 and $10.\n\n$$\n\\frac{a}{b}\n$$\n');
  await expect(app.locator('tex-inline math msup')).toHaveCount(1);
  await expect(app.locator('tex-block math[display="block"] mfrac')).toHaveCount(1);
  await expect(app.locator('.katex-html').first()).toHaveAttribute('aria-hidden', 'true');
  await expect(app.locator('.rendered').first()).toContainText('for $5 and $10.');
  // Its fonts are files of the app.
  await expect
    .poll(() =>
      app.evaluate(() =>
        [...document.fonts].some(({ family, status }) => family === 'KaTeX_Main' && status === 'loaded'),
      ),
    )
    .toBe(true);
});

test('shows an invalid formula as written', async ({ app }) => {
  await open(app, '# G\n\nWrong: $\\frac{1}{$ and right: $x_1$.\n');
  await expect(app.locator('tex-inline .katex')).toHaveCount(1);
  await expect(app.locator('tex-inline.unread')).toHaveText('$\\frac{1}{$');
});

test('keeps formulas from loading, linking or leaving their box', async ({ app }) => {
  await open(
    app,
    '# H\n\n' +
      'a $\\href{javascript:window.pwned=1}{x}$ b $\\includegraphics{http://127.0.0.1:9/x.png}$ c ' +
      '$\\htmlId{main}{x}$ d $\\kern-400em\\text{Allow once}$ e $\\rule{4000em}{4000em}$ f $x_1$ end\n',
  );
  await expect(app.locator('tex-inline .katex').first()).toBeAttached();
  const found = await app
    .locator('.rendered')
    .first()
    .evaluate((root) => ({
      ids: root.querySelectorAll('[id]').length,
      links: root.querySelectorAll('a, img').length,
      clipped: [...root.querySelectorAll('tex-inline > span')].every(
        (box) => getComputedStyle(box).overflowX === 'clip',
      ),
      wide: [...root.querySelectorAll('tex-inline > span')].every(
        (box) => box.clientWidth <= root.clientWidth,
      ),
    }));
  expect(found).toEqual({ ids: 0, links: 0, clipped: true, wide: true });
});

test('numbers footnotes, and links to them and back', async ({ app }) => {
  await open(
    app,
    '# N\n\nFirst[^b], second[^a], first again[^b], and no note[^none].\n\n[^a]: The note of a.\n[^b]: The note of b.\n',
  );
  const text = app.locator('.rendered').first();
  await expect(text.getByRole('button', { name: 'Footnote 1', exact: true })).toHaveCount(2);
  await expect(text).toContainText('and no note[^none].');
  await text.getByRole('button', { name: 'Footnote 2', exact: true }).click();
  const back = text.getByRole('button', { name: 'Back to footnote 2 in the text' });
  await expect(back).toBeFocused();
  await back.press('Enter');
  await expect(text.getByRole('button', { name: 'Footnote 2', exact: true })).toBeFocused();
});

test('gives tasks a checkbox instead of a bullet', async ({ app }) => {
  await open(app, '# T\n\n- [x] done\n- [ ] open\n- plain\n');
  await expect(app.locator('li.task')).toHaveText(['☑ done', '☐ open']);
});
