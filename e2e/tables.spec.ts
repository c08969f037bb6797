// Rows of a CSV: one grid to sort, filter and sum; SQL queries by the page, a model's tool and Lua.
import { readFileSync } from 'node:fs';
import { expect, testOnOnePage as test, test as testOnOwnPage } from './support/test.ts';

const CITIES = ['Oslo', 'Bergen', 'Narvik'];
const ROWS = Array.from(
  { length: 3000 },
  (_, i) => `FM-${i},${CITIES[i % 3]},"${(i % 50) + 0.5}",2026-0${(i % 6) + 1}-15`,
);
const CSV = `Order,City,Price,Date\n${ROWS.join('\n')}\n`;

let id = '';
test.beforeEach(async ({ app }) => {
  await app.goto('./#/chat');
  id = await app.evaluate(async (csv) => {
    const { knowledge } = window.perilune;
    const file = new File([csv], 'sales.csv', { type: 'text/csv' });
    const { ids } = await knowledge.add([file]);
    return ids[0] ?? (await knowledge.search('FM-1', { source: 'files' })).results[0]!.id;
  }, CSV);
});

test('a CSV opens as one grid, sorted, filtered and summed', async ({ app }) => {
  await app.goto(`./#/library/${id}`);
  const table = app.getByRole('table');
  await expect(table).toHaveCount(1);
  await expect(table).toHaveAttribute('aria-rowcount', '3001');
  await expect(app.getByText('3,000 rows')).toBeVisible();
  await expect(table.getByRole('row', { name: /FM-0 / })).toContainText('Oslo');
  // Of thousands, only the rows in view are rendered.
  expect(await table.getByRole('row').count()).toBeLessThan(100);

  await table.getByRole('button', { name: 'Price' }).click();
  await table.getByRole('button', { name: 'Price' }).click();
  await expect(table.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending');
  await expect(table.getByRole('row').nth(1)).toContainText('49.5');
  await app.getByRole('searchbox', { name: 'Filter rows' }).fill('narvik');
  await expect(app.getByText('1,000 of 3,000 rows')).toBeVisible();
  await expect(table.locator('tfoot')).toContainText('25,');

  await app.getByRole('searchbox', { name: 'Filter rows' }).fill('');
  await table.getByRole('button', { name: 'Price' }).click();
  const rows = app.getByRole('region', { name: 'Rows' });
  await rows.evaluate((node) => node.scrollTo(0, node.scrollHeight));
  await expect(table.getByRole('row', { name: /FM-2999 / })).toBeVisible();

  await app.getByRole('tab', { name: 'Text' }).click();
  await expect(table.first()).toContainText('FM-0');
  await expect(app.getByRole('region', { name: 'Rows' })).toHaveCount(0);
});

test('a citation scrolls to its row in the grid', async ({ app }) => {
  const passage = await app.evaluate(async (document) => {
    const { chunks } = await window.perilune.knowledge.get(document);
    return chunks.find(({ text }) => text.includes('FM-2345'))!.index;
  }, id);
  await app.goto(`./#/library/${id}?passage=${passage}`);
  await expect(app.locator('tr.marked').filter({ hasText: 'FM-2345' })).toBeVisible();
});

test('tools and scripts compute with the rows, and can only read them', async ({ app }) => {
  const answer = await app.evaluate(() =>
    window.perilune.tools.call('query_table', {
      document: 'sales.csv',
      sql: "SELECT City, count(*) AS n, sum(Price) AS total FROM data WHERE Date < '2026-02-01' GROUP BY City ORDER BY City",
    }),
  );
  const row = (city: string) => {
    const mine = Array.from({ length: 3000 }, (_, i) => i).filter(
      (i) => i % 6 === 0 && CITIES[i % 3] === city,
    );
    return { City: city, n: mine.length, total: mine.reduce((sum, i) => sum + (i % 50) + 0.5, 0) };
  };
  expect(answer).toEqual({
    result: { columns: ['City', 'n', 'total'], rows: [row('Oslo')], truncated: false },
  });
  const tables = await app.evaluate(() => window.perilune.tools.call('query_table', {}));
  expect(tables).toMatchObject({
    result: {
      tables: [
        { name: 'sales', rows: 3000, columns: [{}, {}, { name: 'Price', type: 'number' }, { type: 'date' }] },
      ],
    },
  });
  const inLua = await app.evaluate(async () => {
    const source = `tool = { name = "dearest", description = "x" }
function tool.execute()
  local answer = context.query("SELECT max(Price) AS most FROM sales")
  local ok, problem = pcall(context.query, "DELETE FROM data", { document = "sales.csv" })
  return { most = answer.rows[1].most, ok = ok, problem = tostring(problem) }
end`;
    await window.perilune.tools.install(source, { policy: 'allow' });
    return window.perilune.tools.call('dearest', {});
  });
  expect(inLua).toMatchObject({ result: { most: 49.5, ok: false } });
  expect(JSON.stringify(inLua)).toContain('only a single SELECT is allowed');
});

testOnOwnPage('an endless query is terminated, and the next one answered', async ({ app }) => {
  // In this worker, the ten seconds of a query pass in one.
  await app.route('**/tables-worker-*.js', async (route) => {
    const response = await route.fetch();
    const faster = 'const now = performance.now.bind(performance); performance.now = () => now() * 10;';
    await route.fulfill({ response, body: `{ ${faster} }\n${await response.text()}` });
  });
  const ask = (sql: string) =>
    app.evaluate(
      (text) => window.perilune.tools.call('query_table', { document: 'sales.csv', sql: text }),
      sql,
    );
  const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
  expect(await ask(endless)).toMatchObject({ error: { code: 'timeout' } });
  expect(await ask('SELECT 1 AS one')).toMatchObject({ result: { rows: [{ one: 1 }] } });
});

test('without a model, a question for a figure is computed, with its SQL and its table', async ({ app }) => {
  await app.goto('./#/chat');
  await app.getByRole('textbox', { name: /ask/i }).fill('What is the total price by city?');
  await app.keyboard.press('Enter');
  const answer = app.getByRole('article', { name: 'Answer' });
  await expect(answer.getByRole('row')).toHaveCount(1 + CITIES.length);
  for (const city of CITIES) {
    const sum = Array.from({ length: 3000 }, (_, i) => i)
      .filter((i) => CITIES[i % 3] === city)
      .reduce((all, i) => all + (i % 50) + 0.5, 0);
    await expect(answer.getByRole('row').filter({ hasText: city })).toContainText(sum.toLocaleString('en'));
  }
  const chart = answer.getByRole('img', { name: /^Bar chart of .* by city: 3 values from/i });
  await expect(chart).toBeVisible();
  await expect(chart.locator('g[aria-label="bar"] path, g[aria-label="bar"] rect')).toHaveCount(
    CITIES.length,
  );
  const saved = app.waitForEvent('download');
  await answer.getByRole('button', { name: 'Save the chart as PNG' }).click();
  const picture = readFileSync(await (await saved).path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.length).toBeGreaterThan(5000);
  await answer.getByText('query_table').click();
  await expect(answer).toContainText('GROUP BY');
  await answer.getByRole('button', { name: /^Source 1/ }).click();
  await expect(app).toHaveURL(new RegExp(`library/${id}`));
});
