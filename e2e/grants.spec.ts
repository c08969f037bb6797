// What a tool may use: requested, refused, granted with one click, revoked; config with secrets; its files; its
// modules.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright/test';
import { seriousProblems } from './support/axe.ts';
import { enterText } from './support/enter-text.ts';
import { dropFiles, dropFolder } from './support/files.ts';
import { expect, test } from './support/test.ts';
import { startWebServer, type WebServer } from './support/web-server.ts';

/** A script that requests a host and reads a page of it. */
function fetcher(host: string): string {
  return `tool = {
  name = "fetcher",
  version = "1.0.0",
  description = "Reads a page",
  hosts = { "${host}" },
}

function tool.execute()
  context.emit("asking")
  local answer = http.get("http://${host}/text", { params = { body = "good news" } })
  return { text = answer.body, key = env.get("API_TOKEN") ~= nil }
end
`;
}

async function openFetcher(app: Page, server: WebServer): Promise<void> {
  await app.evaluate((source) => window.perilune.tools.install(source), fetcher(server.host));
  await app.goto('./#/studio/fetcher');
  await expect(app.getByRole('heading', { name: 'fetcher' })).toBeVisible();
}

/** The note at the top of the page. */
const lacking = (app: Page) => app.getByRole('region', { name: 'Missing setup' });

async function openSettings(app: Page) {
  await app.getByRole('tab', { name: 'Settings' }).click();
  return app.getByRole('tabpanel', { name: 'Settings' });
}

test.describe('a tool that requests a host', () => {
  let server: WebServer;
  test.beforeAll(async () => (server = await startWebServer()));
  test.afterAll(() => server.stop());

  test('reaches nothing before the grant, says what it needs, and works after one click', async ({ app }) => {
    await app.goto('./#/studio');
    await dropFiles(app, [{ name: 'fetcher.lua', content: fetcher(server.host) }]);
    const dialog = app.getByRole('dialog');
    const box = dialog.getByRole('checkbox', { name: `Allow it to reach ${server.host}` });
    await expect(box).not.toBeChecked();
    await expect(dialog).toContainText('This device.');
    await expect(dialog).toContainText('API_TOKEN');
    expect(await seriousProblems(app)).toEqual([]);
    await dialog.getByRole('button', { name: 'Install' }).click();

    const pane = app.getByRole('group', { name: 'Test' });
    await expect(lacking(app)).toContainText(`It asks to reach ${server.host}`);
    await pane.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(pane).toContainText('this tool may not reach it');
    await expect(pane.getByLabel('Output')).toHaveText('asking');
    expect(server.requests).toHaveLength(0);
    expect(await seriousProblems(app)).toEqual([]);

    await pane.getByRole('button', { name: `Allow fetcher to reach ${server.host}` }).click();
    await expect(lacking(app)).toHaveCount(0);
    await pane.getByRole('button', { name: 'Run again' }).click();
    await expect(pane.getByLabel('Result', { exact: true })).toContainText('good news');

    const settings = await openSettings(app);
    await settings.getByRole('switch', { name: `Allow ${server.host}` }).uncheck();
    await expect(lacking(app)).toContainText(`It asks to reach ${server.host}`);
    await lacking(app).getByRole('button', { name: 'Grant', exact: true }).click();
    await expect(settings.getByRole('switch', { name: `Allow ${server.host}` })).toBeChecked();
  });

  test('keeps its grants when its user edits the script; a new host is not among them', async ({ app }) => {
    await openFetcher(app, server);
    await lacking(app).getByRole('button', { name: 'Grant', exact: true }).click();
    await app.locator('.cm-content').click();
    await app.keyboard.press('ControlOrMeta+a');
    await app.keyboard.insertText(
      fetcher(server.host).replace('hosts = {', 'hosts = { "news.example.org",').replace('1.0.0', '1.1.0'),
    );
    await app.keyboard.press('ControlOrMeta+s');
    await expect(lacking(app)).toContainText('It asks to reach news.example.org');
    const hosts = () =>
      app.evaluate(async () => (await window.perilune.tools.list()).find((t) => t.name === 'fetcher')?.hosts);
    expect(await hosts()).toEqual([server.host]);
  });

  test('gets another host by name, and an invalid one is reported at the field', async ({ app }) => {
    await openFetcher(app, server);
    await openSettings(app);
    const field = app.getByLabel('Another host');
    await field.fill('https://api.example.com/v1');
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription('Enter only the host, without a path: api.example.com.');
    await field.fill('api.example.com');
    await field.press('Enter');
    await expect(app.getByRole('list', { name: 'Hosts' })).toContainText('api.example.com');
    await app.getByRole('button', { name: 'Revoke api.example.com' }).click();
    await expect(app.getByRole('list', { name: 'Hosts' })).not.toContainText('api.example.com');
  });

  test('shows whether a secret is set, and never its value', async ({ app }) => {
    await openFetcher(app, server);
    const settings = await openSettings(app);
    await settings.getByRole('button', { name: 'API_TOKEN' }).click();
    await expect(settings.getByRole('list', { name: 'Secrets' })).toContainText('not set');
    await expect(lacking(app)).toContainText('which is not set');
    await app.evaluate(() => window.perilune.secrets.set('API_TOKEN', 'canary-8141'));
    await expect(settings.getByRole('list', { name: 'Secrets' })).toHaveText(/API_TOKEN\}\s*set/);
    await app.evaluate(() => window.perilune.secrets.setPassphrase('a long passphrase'));
    await app.evaluate(() => window.perilune.secrets.lock());
    await expect(settings.getByRole('list', { name: 'Secrets' })).toContainText('locked');
    expect(await app.content()).not.toContain('canary-8141');
    expect(await seriousProblems(app)).toEqual([]);
  });

  test("runs within the user's limits, and back within the defaults", async ({ app }) => {
    await openFetcher(app, server);
    const settings = await openSettings(app);
    const calls = settings.getByLabel('Host calls', { exact: true });
    await enterText(calls, '0');
    await expect(settings).toContainText('1 changed');
    await settings.getByRole('switch', { name: `Allow ${server.host}` }).check();
    const pane = app.getByRole('group', { name: 'Test' });
    await pane.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(pane).toContainText('a run may make 0 host calls');
    await settings.getByRole('button', { name: 'Reset Host calls to 1000' }).click();
    await expect(settings).toContainText('default');
    await pane.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(pane.getByLabel('Result', { exact: true })).toContainText('good news');
    await enterText(settings.getByLabel('Memory', { exact: true }), '9999');
    await expect(settings).toContainText('At most 256 MiB.');
  });
});

test('the folder of a tool is shown, read and emptied on its page', async ({ app }) => {
  await app.evaluate(() =>
    window.perilune.tools.install(
      `tool = { name = "keeper" }
       function tool.execute() fs.write("notes/today.txt", "remember the milk") return "kept" end`,
      { policy: 'allow' },
    ),
  );
  await app.goto('./#/studio/keeper');
  await app.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.getByLabel('Result', { exact: true })).toContainText('kept');
  const settings = await openSettings(app);
  await settings.getByRole('button', { name: 'notes/today.txt', exact: true }).click();
  await expect(app.getByRole('dialog')).toContainText('remember the milk');
  await app.keyboard.press('Escape');
  await settings.getByRole('button', { name: 'Delete notes/today.txt' }).click();
  const question = app.getByRole('dialog', { name: 'Delete notes/today.txt?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(settings).toContainText('The folder is empty');
});

test('a run that waits for approval says so', async ({ app }) => {
  await app.evaluate(() =>
    window.perilune.tools.install(
      `tool = { name = "keeper" }
       function tool.execute() fs.write("a.txt", "x") return "kept" end`,
    ),
  );
  await app.goto('./#/studio/keeper');
  await app.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.getByRole('group', { name: 'Test' })).toContainText('Waiting for your approval');
  await app.waitForTimeout(600);
  await app
    .getByRole('button', { name: /^allow/i })
    .first()
    .click();
  await expect(app.getByLabel('Result', { exact: true })).toContainText('kept');
});

test('a folder with modules is one tool; its modules and files are included and editable', async ({
  app,
  browserName,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'kit-'));
  const files = {
    'kit/stats.lua': `tool = { name = "stats", description = "Counts" }
local words = require("lib.words")
function tool.execute() return { words = words.count(fs.read("poem.txt")) } end`,
    'kit/lib/words.lua': `return { count = function(text) local n = 0 for _ in text:gmatch("%S+") do n = n + 1 end return n end }`,
    'kit/poem.txt': 'one two three',
    'kit/more/essay.md': '# An essay\n\nAbout kingfishers.',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await app.goto('./#/library');
  if (browserName === 'firefox') {
    // Its driver chooses no folders.
    await dropFolder(
      app,
      Object.entries(files).map(([path, content]) => ({ path, content })),
    );
  } else await app.getByLabel('Folder to add').setInputFiles(join(folder, 'kit'));
  const dialog = app.getByRole('dialog');
  await expect(dialog).toContainText('lib/words.lua');
  await expect(dialog.getByRole('checkbox', { name: 'Include the 1 file next to it' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Install' }).click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() =>
      app.evaluate(async () => (await window.perilune.knowledge.search('kingfishers')).results.length),
    )
    .toBe(1);
  expect(
    await app.evaluate(async () =>
      (await window.perilune.knowledge.search('one two three poem')).results.map((r) => r.title),
    ),
  ).not.toContain('poem.txt');

  await app.goto('./#/studio/stats');
  await app.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.getByLabel('Result', { exact: true })).toContainText('"words": 3');
  await app.getByLabel('File', { exact: true }).selectOption('lib/words.lua');
  await app.locator('.cm-content').click();
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.insertText('return { count = function()\n  error("counted enough")\nend }');
  await app.getByRole('button', { name: 'Save and run' }).click();
  await expect(app.getByText('lib/words.lua:2: counted enough').first()).toBeVisible();
  await app.getByLabel('File', { exact: true }).selectOption('stats.lua');
  await expect(app.getByText('The last run stopped at line 2 of lib/words.lua.')).toBeVisible();
  rmSync(folder, { recursive: true });
});
