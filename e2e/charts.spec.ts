// Results as charts: every kind, hostile names, too many rows; the table stays one click away.
import type { Page } from 'playwright/test';
import { install } from './support/approvals.ts';
import { connectModel, startModel } from './support/model.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

/** Runs Lua by `/lua` and opens its value as a chart. */
async function chart(app: Page, lua: string) {
  await app.goto('./#/chat');
  await app.getByRole('textbox', { name: /ask/i }).fill(`/lua ${lua}`);
  await app.keyboard.press('Enter');
  const card = app.getByRole('article', { name: 'Answer' }).last();
  await card.getByRole('button', { expanded: false }).first().click();
  await card.getByRole('button', { name: 'Chart', exact: true }).click();
  return card;
}

test('the same rows can be bars, a line, an area, points, a histogram and a heat map', async ({ app }) => {
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
  // The tip is drawn over the line, in the same place, and names the columns.
  await shown.scrollIntoViewIfNeeded();
  const box = (await shown.boundingBox())!;
  await app.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(card.locator('g[aria-label="tip"]')).toContainText(/day\s*Mar 1\d, 2026/);
  const saved = app.waitForEvent('download');
  await card.getByRole('button', { name: 'Save the chart as SVG' }).click();
  expect((await saved).suggestedFilename()).toBe('chart.svg');
  await card.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(card.getByRole('row')).toHaveCount(1 + 24);
});

test('untrusted names stay text, and draw and load nothing', async ({ app }) => {
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

test('too many rows and names are reduced to the largest and first, with a note', async ({ app }) => {
  const names = await chart(
    app,
    'local t = {} for i = 1, 300 do t[i] = { name = "name " .. i, n = i } end return t',
  );
  await expect(names).toContainText('These are the 60 largest of 300.');
  const points = await chart(
    app,
    'local t = {} for i = 1, 12000 do t[i] = { a = i, b = i % 7 } end return t',
  );
  await expect(points).toContainText('Showing the first 10,000 of 12,000 rows.');
});

test('a script requests a chart for its rows, shown in the answer', async ({ app }) => {
  await app.goto('./#/chat');
  await app
    .getByRole('textbox', { name: /ask/i })
    .fill(
      '/lua return view.chart { title = "Visits <b>by</b> day", kind = "area", x = "day", y = "m", rows = { { day = "2026-03-01", n = 1, m = 5 }, { day = "2026-03-02", n = 4, m = 6 } } }',
    );
  await app.keyboard.press('Enter');
  const answer = app.getByRole('article', { name: 'Answer' }).last();
  const chart = answer
    .getByRole('img', { name: /^Visits <b>by<\/b> day: Area chart of m by day: 2 values/ })
    .first();
  await expect(chart).toBeVisible();
  await answer.getByRole('button', { expanded: false }).first().click();
  await answer.getByRole('button', { name: 'Text', exact: true }).click();
  await expect(answer.getByLabel('Value', { exact: true })).toContainText('"kind": "area"');
});

// Last, since it leaves a stopped model connected.
test("a tool declares its result's view for studio and chat, and the value stays one click away", async ({
  app,
}) => {
  const asked: string[] = [];
  app.on('request', (request) => asked.push(request.url()));
  await install(
    app,
    `tool = { name = "trend", view = "chart", parameters = { { name = "rows", type = "boolean", default = true } } }
    function tool.execute(p)
      if not p.rows then return "no rows today" end
      return { { day = "2026-03-01", n = 1 }, { day = "2026-03-02", n = 4 }, { day = "2026-03-03", n = 9 } }
    end`,
  );
  await install(
    app,
    `tool = { name = "report", view = "markdown" }
    function tool.execute() return "Plain ![x](https://evil.example/p.png) <img src='https://evil.example/q.png' alt=''><script>window.hit=1</script>" end`,
  );
  const pane = app.getByRole('group', { name: 'Test' });
  await app.goto('./#/studio/trend');
  await pane.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(pane.getByRole('img', { name: /^Bar chart of n by day/ })).toBeVisible();
  await pane.getByRole('button', { name: 'Text', exact: true }).click();
  await expect(pane.getByLabel('Result', { exact: true })).toContainText('"day": "2026-03-03"');

  await app.goto('./#/studio/report');
  await pane.getByRole('button', { name: 'Run', exact: true }).click();
  const formatted = pane.getByRole('region', { name: 'Result' });
  await expect(formatted).toContainText('Plain');
  await expect(formatted.locator('img')).toHaveCount(0);
  expect(await app.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();

  const model = await startModel();
  try {
    const calls = [{}, { rows: false }].map((args, index) => ({
      id: `c${index}`,
      name: 'trend',
      arguments: JSON.stringify(args),
    }));
    model.on({ userMessage: 'the trend', hasToolResult: false }, { toolCalls: calls });
    model.on({ userMessage: 'the trend', hasToolResult: true }, { content: 'It rises.' });
    await connectModel(app, { baseUrl: `${model.url}/v1` });
    await app.goto('./#/chat');
    await app.getByRole('button', { name: 'New chat' }).click();
    await app.getByRole('textbox', { name: /ask/i }).fill('the trend');
    await app.keyboard.press('Enter');
    const cards = app.getByRole('article', { name: 'Answer' }).last().locator('[data-tool]');
    await expect(cards).toHaveCount(2);
    await cards.first().getByRole('button', { expanded: false }).click();
    await expect(cards.first().getByRole('img', { name: /^Bar chart of n by day/ })).toBeVisible();
    await cards.first().getByRole('button', { name: 'Table', exact: true }).click();
    await expect(cards.first().getByRole('row')).toHaveCount(1 + 3);
    await cards.last().getByRole('button', { expanded: false }).click();
    await expect(cards.last()).toContainText('This result doesn’t fit the tool’s view (Chart).');
    await expect(cards.last().getByLabel('Result', { exact: true })).toHaveText('no rows today');
  } finally {
    await model.stop();
  }
  expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
});
