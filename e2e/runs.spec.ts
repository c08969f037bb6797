// The run log: calls appear in it, a run is viewed, replayed and repeated, and the log is exported.
import { readFile } from 'node:fs/promises';
import { seriousProblems } from './support/axe.ts';
import { startWebServer } from './support/web-server.ts';
import { CANARY } from './support/secrets.ts';
import { expect, test } from './support/test.ts';

test('a result that reports a failure is shown as one, in the studio and among the runs', async ({ app }) => {
  await app.evaluate(() =>
    window.perilune.tools.install(
      `tool = {name="opener", version="1.0"}
       function tool.execute() return {success=false, error="repository not found"} end`,
    ),
  );
  await app.goto('./#/studio/opener');
  await app.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.getByRole('status').filter({ hasText: /Failed\s*after/ })).toBeVisible();
  await expect(app.getByText('Repository not found.')).toBeVisible();
  await expect(app.getByLabel('Result')).toContainText('"success": false');
  await app.goto('./#/runs');
  const rows = app.getByRole('table', { name: 'Runs' }).locator('tbody').getByRole('row');
  await expect(rows).toContainText(/opener\s*.*You\s*Failed/);
  await app.getByLabel('Outcome').selectOption('ok');
  await expect(rows).toHaveCount(0);
  await app.getByLabel('Outcome').selectOption('failed');
  await app.getByRole('link', { name: 'opener' }).click();
  await expect(app.getByRole('definition').filter({ hasText: /^\s*Failed\s*$/ })).toBeVisible();
  await expect(app.getByRole('definition').filter({ hasText: 'My tools' })).toBeVisible();
});

test('calls from the page and from a form are listed, replayed, repeated and exported, without a secret', async ({
  app,
}) => {
  const server = await startWebServer();
  await app.evaluate(
    async ([origin, host, secret]) => {
      const { tools, secrets } = window.perilune;
      await secrets.set('API_TOKEN', secret as string);
      const { error } = await tools.install(
        `tool = {name="teller", version="1.0", parameters={{name="what"}}}
         function tool.execute(p)
           log.info("told", p.what) log.debug("with", env.get("API_TOKEN"))
           local r = http.get("${origin}/echo?what=" .. p.what, {headers={["X-Token"]=env.get("API_TOKEN")}})
           return {status=r.status, chance=math.random(), sum=tools.calculator{expression="1+2"}.result}
         end`,
        { hosts: [host as string], config: { token: '${API_TOKEN}' } },
      );
      if (error) throw new Error(error.message);
      await tools.call('teller', { what: 'tides' });
      await tools.call('echo', {});
    },
    [server.origin, server.host, CANARY],
  );

  await app.goto('./#/studio/echo');
  await app.getByRole('textbox', { name: 'message' }).fill('from a form');
  await app.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(
    app
      .getByRole('tabpanel')
      .or(app.getByRole('group', { name: 'Test' }))
      .getByLabel('Result'),
  ).toBeVisible();

  await app.getByRole('link', { name: 'Runs', exact: true }).click();
  const rows = app.getByRole('table', { name: 'Runs' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText(/echo\s*.*You\s*Done/);
  await expect(rows.nth(1)).toContainText(/echo\s*.*This page\s*Wrong arguments/);
  await expect(rows.nth(2)).toContainText(/calculator\s*.*teller, for this page\s*Done/);

  await app.getByLabel('Outcome').selectOption('failed');
  await expect(rows).toHaveCount(1);
  await app.getByLabel('Outcome').selectOption('');
  await app.getByLabel('Tool').fill('teller');
  await expect(rows).toHaveCount(1);
  await app.getByRole('link', { name: 'teller' }).click();

  await expect(app.getByRole('heading', { name: 'teller' })).toBeVisible();
  await expect(app.getByLabel('Arguments')).toContainText('tides');
  const told = app.getByRole('region', { name: 'Console' });
  await expect(told).toContainText('[secret API_TOKEN]');
  await told.getByRole('button', { name: 'Log 1' }).click();
  await expect(told.getByRole('listitem')).toHaveText([/told tides/]);
  await told.getByRole('button', { name: 'All', exact: true }).click();
  await told.getByLabel('Filter the console').fill('calculator');
  await expect(told.getByRole('listitem')).toHaveText([/tool\.call/]);
  const bars = app.getByRole('toolbar', { name: 'Host calls over time' }).getByRole('button');
  await expect(bars.first()).toHaveAccessibleName(
    new RegExp(`took .*http.request GET ${server.origin}/echo`),
  );
  await bars.first().click();
  await expect(app.getByLabel('Request', { exact: true })).toContainText('[secret API_TOKEN]');
  await expect(app.getByRole('table', { name: 'Calls to other tools' })).toContainText('calculator');

  const asked = server.requests.length;
  await app.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(app.getByText('Same result and log as recorded.')).toBeVisible();
  expect(server.requests).toHaveLength(asked);
  await app.getByRole('button', { name: 'Run again' }).click();
  await expect(app.getByRole('link', { name: 'Open the new run' })).toBeVisible();
  expect(server.requests.length).toBeGreaterThan(asked);
  expect(await seriousProblems(app)).toEqual([]);
  expect(await app.evaluate(() => document.documentElement.outerHTML)).not.toContain(CANARY);

  await app.getByRole('link', { name: 'Runs', exact: true }).first().click();
  await expect(rows).toHaveCount(3);
  const saving = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Export filtered' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.jsonl$/);
  const text = await readFile(await file.path(), 'utf8');
  const records = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { tool: { name: string } });
  expect(records.map(({ tool }) => tool.name)).toEqual(['teller', 'teller', 'teller']);
  expect(text).not.toContain(CANARY);
  await server.stop();
});

test('the overview counts runs by tool, and follows the filters', async ({ app }) => {
  await app.evaluate(async () => {
    for (let i = 0; i < 3; i += 1) await window.perilune.tools.call('echo', { message: 'a' });
    await window.perilune.tools.call('calculator', { expression: '1 + (' });
  });
  await app.goto('./#/runs');
  await app.getByText('Overview').click();
  const tools = app.getByRole('table', { name: 'Figures by tool' });
  await expect(tools.locator('tbody').getByRole('row')).toHaveCount(2);
  await expect(tools.getByRole('row', { name: /echo\s+3\s+0/ })).toBeVisible();
  await expect(tools.getByRole('row', { name: /calculator\s+1\s+1/ })).toBeVisible();
  await expect(app.getByText('25%')).toBeVisible();

  await app.getByLabel('Outcome').selectOption('failed');
  await expect(tools.locator('tbody').getByRole('row')).toHaveCount(1);
  await expect(app.getByText('100%')).toBeVisible();
  await app.getByLabel('Outcome').selectOption('');

  // A new run is counted.
  await app.evaluate(() => window.perilune.tools.call('echo', { message: 'b' }));
  await expect(tools.getByRole('row', { name: /echo\s+4\s+0/ })).toBeVisible();
  await tools.getByRole('button', { name: 'echo' }).click();
  await expect(app.getByRole('table', { name: 'Runs', exact: true }).getByRole('row')).toHaveCount(5);
  await expect(tools.locator('tbody').getByRole('row')).toHaveCount(1);
});
