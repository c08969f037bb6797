// Rows of a result as a chart: every kind, hostile names, more rows than can be drawn; the rows stay one click away.
import type { Page } from 'playwright/test';
import { expect, testOnOnePage as test } from './support/test.ts';

/** Runs Lua by hand and opens its value as a chart. */
async function chart(app: Page, lua: string) {
  await app.goto('./#/chat');
  await app.getByRole('textbox', { name: /ask/i }).fill(`/lua ${lua}`);
  await app.keyboard.press('Enter');
  const card = app.getByRole('article', { name: 'Answer' }).last();
  await card.getByRole('button', { expanded: false }).first().click();
  await card.getByRole('button', { name: 'Chart', exact: true }).click();
  return card;
}

test('one set of rows can be bars, a line, an area, points, a histogram and a heat map', async ({ app }) => {
  const card = await chart(
    app,
    'local t = {} for i = 1, 24 do t[i] = { day = string.format("2026-03-%02d", i), city = i % 2 == 0 and "Oslo" or "Bergen", n = i, m = i * i } end return t',
  );
  const shown = card.getByRole('img');
  await expect(shown).toHaveAttribute('aria-label', /^Line chart of [nm] by day: 24 values from 1 /);
  for (const [kind, marks] of [
    ['bar', 'g[aria-label="bar"] > *'],
    ['area', 'g[aria-label="area"] path'],
    ['dot', 'g[aria-label="dot"] circle'],
    ['histogram', 'g[aria-label="rect"] rect'],
    ['heat', 'g[aria-label="cell"] rect'],
    ['line', 'g[aria-label="line"] path'],
  ] as const) {
    await card.getByLabel('Kind of chart').selectOption(kind);
    await expect(shown.locator(marks).first()).toBeVisible();
  }
  const saved = app.waitForEvent('download');
  await card.getByRole('button', { name: 'Save the chart as SVG' }).click();
  expect((await saved).suggestedFilename()).toBe('chart.svg');
  await card.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(card.getByRole('row')).toHaveCount(1 + 24);
});

test('names of strangers are text in it, and draw nothing and load nothing', async ({ app }) => {
  const asked: string[] = [];
  app.on('request', (request) => asked.push(request.url()));
  const card = await chart(
    app,
    'return { { name = "<image href=\'https://evil.example/a.png\'/><script>window.hit=1</script>", n = 1 }, { name = "url(https://evil.example/b)", n = 2 }, { name = "\\u{202e}xt", n = -3 } }',
  );
  await expect(card.locator('.chart svg g[aria-label="bar"] > *')).toHaveCount(3);
  await expect(card.locator('.chart :is(image, script, a, foreignObject, use)')).toHaveCount(0);
  expect(await app.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
  expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
});

test('of too many rows and names the largest and the first are drawn, and it says so', async ({ app }) => {
  const names = await chart(
    app,
    'local t = {} for i = 1, 300 do t[i] = { name = "name " .. i, n = i } end return t',
  );
  await expect(names).toContainText('These are the 60 largest of 300.');
  const points = await chart(
    app,
    'local t = {} for i = 1, 12000 do t[i] = { a = i, b = i % 7 } end return t',
  );
  await expect(points).toContainText('These are the first 10,000 of 12,000 rows.');
});
