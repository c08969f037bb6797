// Scripts on the page press every control that gives consent: nothing is run, installed, restored, granted, stored,
// added or deleted. Then a real user event presses one of them, so that a control without effect fails here, too.
import { zipSync } from 'fflate';
import type { Page } from 'playwright/test';
import { modernServer } from '../src/mcp/real-servers.test-support.ts';
import { install, outcome, questions, start } from './support/approvals.ts';
import { dropFiles } from './support/files.ts';
import { fillByScript, pressByScript } from './support/made-up-events.ts';
import { connectModel, startModel } from './support/model.ts';
import { startOAuthServer } from './support/oauth-server.ts';
import { expect, test } from './support/test.ts';
import { startWebServer } from './support/web-server.ts';

const CAREFUL = `tool = { name = "careful", approve = true, hosts = { "api.example.com", "other.example.com" }, parameters = { { name = "n" } } }
function tool.execute(p) return "ran " .. tostring(p.n) end`;

/** Everything that these presses could change. */
const stateOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { tools, secrets, knowledge, feeds, runs, bundles } = window.perilune;
    const all = await Promise.all([
      tools.list({ includeDisabled: true }),
      Promise.all((await tools.list({ includeDisabled: true })).map(({ name }) => tools.get(name))),
      bundles.list({ deleted: true }),
      secrets.list(),
      knowledge.sources(),
      feeds.list(),
      runs.list(),
      (await indexedDB.databases()).map(({ name }) => name),
    ]);
    return JSON.stringify(all, null, 1);
  });

test.beforeEach(async ({ app }) => {
  const names = await app.evaluate(async () => {
    await window.perilune.ready;
    return (await window.perilune.tools.list()).map(({ name }) => name);
  });
  expect(names).toContain('show');
});

test('a script presses approvals, imports, grants, switches and runs in the studio', async ({ app }) => {
  await app.goto('./#/studio');
  await install(app, CAREFUL, { config: { key: '${BANK_KEY}' } });
  await app.evaluate(() =>
    window.perilune.secrets.set('BANK_KEY', 'hunter2-hunter2', { hosts: ['api.example.com'] }),
  );

  await test.step('an approval of any scope', async () => {
    const asked = await start(app, 'careful', { n: '1' });
    await expect(questions(app).getByRole('button', { name: 'Deny' })).toHaveAttribute(
      'aria-disabled',
      'false',
    );
    const before = await stateOf(app);
    await pressByScript(questions(app).getByRole('button', { name: /Allow|Always|Deny/ }));
    await expect(questions(app)).toHaveCount(1);
    expect(await stateOf(app)).toBe(before);
    await questions(app).getByRole('button', { name: 'Allow once' }).click();
    expect(await outcome(app, asked)).toEqual({ result: 'ran 1' });
    // The approval also granted its host.
    await app.evaluate(() => window.perilune.tools.configure('careful', { hosts: [] }));
  });

  const dialog = app.getByRole('dialog');
  await test.step('a dropped script and a bundle: their checkboxes and buttons', async () => {
    const before = await stateOf(app);
    await dropFiles(app, [{ name: 'careful.lua', content: CAREFUL.replace('ran', 'stranger') }]);
    await expect(dialog.getByRole('button', { name: 'Replace', exact: true })).toBeEnabled();
    await pressByScript(dialog.getByRole('checkbox'));
    for (const box of await dialog.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
    await pressByScript(dialog.getByRole('button', { name: 'Replace', exact: true }));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const files = {
      'kit/a.lua': new TextEncoder().encode(CAREFUL),
      'kit/b.lua': new TextEncoder().encode(CAREFUL.replace('careful', 'b')),
    };
    await dropFiles(app, [{ name: 'kit.zip', content: [...zipSync(files)] }]);
    await expect(dialog.getByRole('button', { name: 'Install' })).toBeEnabled();
    await pressByScript(dialog.getByRole('button', { name: 'Install' }));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await stateOf(app)).toBe(before);
  });

  await test.step('grants, policy, switches, limits, a run and a removal on the tool’s page', async () => {
    await app.goto('./#/studio/careful');
    await expect(app.getByRole('region', { name: 'Missing setup' })).toBeVisible();
    const before = await stateOf(app);
    await pressByScript(
      app.getByRole('region', { name: 'Missing setup' }).getByRole('button', { name: /^Grant/ }),
    );
    await app.getByRole('textbox', { name: 'n' }).fill('2');
    await pressByScript(app.getByRole('button', { name: 'Run', exact: true }));
    await pressByScript(app.getByRole('textbox', { name: 'n' }));
    await pressByScript(app.getByRole('button', { name: 'Remove', exact: true }));
    await app.getByRole('tab', { name: 'Settings' }).click();
    const settings = app.locator('.settings');
    await expect(settings.getByRole('heading', { name: 'Permissions' })).toBeVisible();
    await settings.getByLabel('Another host').fill('evil.example.com');
    await pressByScript(settings.getByRole('button', { name: 'Add', exact: true }));
    await pressByScript(settings.getByRole('button', { name: 'Grant api.example.com' }));
    await pressByScript(settings.getByRole('switch'));
    await pressByScript(settings.getByRole('radio'));
    const key = settings.getByRole('group', { name: 'key', exact: true });
    await fillByScript(key.getByRole('textbox', { name: 'Value of key' }), 'evil');
    await fillByScript(key.getByRole('combobox'), '');
    await pressByScript(key.getByRole('button', { name: 'Remove key' }));
    await fillByScript(settings.getByRole('textbox', { name: 'Memory' }), '64');
    expect(await stateOf(app)).toBe(before);
    await app.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => stateOf(app)).not.toBe(before);
  });
});

test("a script presses Replace on a model's proposal", async ({ app }) => {
  const model = await startModel();
  try {
    await install(app, CAREFUL);
    const proposal = { source: CAREFUL.replace('ran', 'changed'), reason: 'Because.', replaces: 'careful' };
    model.on(
      { userMessage: /mend/i, hasToolResult: false },
      { toolCalls: [{ id: 'a', name: 'propose_tool', arguments: JSON.stringify(proposal) }] },
    );
    model.on({ userMessage: /mend/i, hasToolResult: true }, { content: 'Look at it in the studio.' });
    await connectModel(app, { baseUrl: `${model.url}/v1` });
    await app.getByRole('textbox', { name: /ask/i }).fill('Mend the tool');
    await app.keyboard.press('Enter');
    const answer = app.getByRole('article', { name: /answer/i });
    await expect(answer).toContainText('Look at it in the studio.');
    await answer.getByText('propose_tool').first().click();
    await answer.getByRole('link', { name: 'Open in the studio' }).click();
    const replace = app.getByRole('main').getByRole('button', { name: 'Replace careful' });
    await expect(replace).toBeEnabled();
    const before = await stateOf(app);
    await pressByScript(replace);
    expect(await stateOf(app)).toBe(before);
    await replace.click();
    await expect.poll(() => stateOf(app)).toContain('changed');
  } finally {
    await model.stop();
  }
});

test('a script presses secrets, servers, feeds, restores and deletions', async ({ app }) => {
  const server = await modernServer();
  try {
    await app.evaluate(async () => {
      await window.perilune.secrets.set('KEPT', 'hunter2-hunter2');
      await window.perilune.knowledge.add([
        { title: 'Lighthouse', body: 'The lamp turns.', source: 'coast' },
      ]);
    });
    const backup = await app.evaluate(async () => {
      const { backup, tools } = window.perilune;
      await tools.install('tool = { name = "gone" }\nfunction tool.execute() return 1 end');
      const file = await backup.export({});
      await tools.remove('gone');
      return [...new Uint8Array(await file.arrayBuffer())];
    });
    await app.goto('./#/settings/secrets');
    const before = await stateOf(app);

    await test.step('a new secret, another value, and a removal', async () => {
      const section = app.getByRole('region', { name: 'Secrets' });
      await section.getByRole('button', { name: 'Add a secret' }).click();
      await section.getByLabel('Name').fill('NEW');
      await section.getByLabel('Value', { exact: true }).fill('typed-by-a-person');
      await pressByScript(section.getByRole('button', { name: /^Save/ }));
      await pressByScript(section.getByLabel('Name'));
      await section.getByRole('button', { name: 'Cancel' }).click();
      await section.getByRole('button', { name: 'Remove KEPT' }).click();
      await pressByScript(section.getByRole('button', { name: 'Remove KEPT' }));
      await section.getByRole('button', { name: 'Keep it' }).click();
      expect(await stateOf(app)).toBe(before);
    });

    await test.step('a server', async () => {
      await app.goto('./#/settings/servers');
      const section = app.getByRole('region', { name: 'MCP servers' });
      await section.getByRole('button', { name: 'Add a server' }).click();
      await section.getByLabel('Address').fill(server.url);
      await section.getByLabel('Name').fill('weather');
      await pressByScript(section.getByRole('button', { name: 'Add', exact: true }));
      await pressByScript(section.getByLabel('Address'));
      await expect(section).not.toContainText('Connected');
      expect(server.requests).toEqual([]);
      await section.getByLabel('Address').press('Enter');
      await expect(section).toContainText('Connected');
      const called = await stateOf(app);
      await pressByScript(section.getByRole('switch', { name: 'Use weather' }));
      await pressByScript(section.getByRole('button', { name: 'Remove', exact: true }));
      expect(await stateOf(app)).toBe(called);
    });

    await test.step("a stranger's backup, and deleting everything", async () => {
      await app.goto('./#/settings/storage');
      await app.getByLabel('Backup file').setInputFiles({
        name: 'a.backup',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(backup),
      });
      const restore = app.getByRole('button', { name: 'Restore', exact: true });
      await expect(restore).toBeEnabled();
      const held = await stateOf(app);
      await pressByScript(app.getByRole('radio', { name: /Delete my existing data/ }));
      await expect(app.getByRole('radio', { name: /Keep mine/ })).toBeChecked();
      await pressByScript(restore);
      await app.getByLabel(/^Type/).fill('delete everything');
      await pressByScript(app.getByRole('button', { name: 'Delete everything' }));
      await pressByScript(app.getByLabel(/^Type/));
      const storage = app.getByRole('list', { name: 'Storage by kind' });
      await storage.getByRole('button', { name: 'Empty' }).first().click();
      await pressByScript(storage.getByRole('group').getByRole('button').first());
      expect(await stateOf(app)).toBe(held);
    });

    await test.step('a feed, and documents', async () => {
      await app.goto('./#/library/connectors');
      const held = await stateOf(app);
      await app.getByRole('button', { name: 'Add a feed' }).click();
      await app.getByRole('list', { name: 'Connectors' }).getByRole('button').last().click();
      await pressByScript(app.getByRole('button', { name: 'Add and scan' }));
      await app.goto('./#/library');
      await app.getByRole('row').filter({ hasText: 'Lighthouse' }).getByRole('checkbox').check();
      await pressByScript(app.getByRole('button', { name: 'Delete', exact: true }));
      expect(await stateOf(app)).toBe(held);
      await app.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect.poll(() => stateOf(app)).not.toBe(held);
    });
  } finally {
    await server.close();
  }
});

// The server refuses clients that are not signed in.
test.describe(() => {
  test.use({ expectedErrors: /status of 40\d/ });

  test('a script presses Install of a link, Update of a bundle and Sign in of a server', async ({ app }) => {
    const oauth = await startOAuthServer();
    const web = await startWebServer();
    const popups: Page[] = [];
    app.on('popup', (popup) => popups.push(popup));
    try {
      await app.goto('./#/studio');
      const hash = await app.evaluate(async (source) => {
        const { tools } = window.perilune;
        await tools.install(source);
        const { link } = (await tools.share('careful')) as { link: string };
        await tools.remove('careful');
        return new URL(link).hash;
      }, CAREFUL);
      const dialog = app.getByRole('dialog');

      await test.step('a link', async () => {
        const before = await stateOf(app);
        await app.evaluate((to) => (location.hash = to), hash);
        await expect(dialog.getByRole('button', { name: 'Install' })).toBeEnabled();
        await pressByScript(dialog.getByRole('button', { name: 'Install' }));
        await expect(dialog.getByRole('status')).toHaveCount(0);
        expect(await stateOf(app)).toBe(before);
        await dialog.getByRole('button', { name: 'Cancel' }).click();
      });

      await test.step("an update from a bundle's address", async () => {
        let source = CAREFUL.replace('"careful"', '"kit"');
        const url = `${web.origin}/kit.lua`;
        await app.route(url, (route) =>
          route.fulfill({ body: source, headers: { 'access-control-allow-origin': '*' } }),
        );
        await app.evaluate((url) => window.perilune.tools.import({ url }, { install: true }), url);
        source = source.replace('ran', 'ran anew').replace('approve', 'version = "2", approve');
        await app.getByRole('button', { name: 'More for kit' }).first().click();
        await app.getByRole('menuitem', { name: 'Check for updates' }).click();
        const update = dialog.getByRole('button', { name: 'Update', exact: true });
        await expect(update).toBeEnabled();
        const before = await stateOf(app);
        await pressByScript(update);
        expect(await stateOf(app)).toBe(before);
        await update.click();
        await expect.poll(() => stateOf(app)).toContain('ran anew');
      });

      await test.step('a sign-in', async () => {
        await app.goto('./#/settings/servers');
        const section = app.getByRole('region', { name: 'MCP servers' });
        await section.getByRole('button', { name: 'Add a server' }).click();
        await section.getByLabel('Address').fill(oauth.url);
        await section.getByLabel('Name').fill('diary');
        await section.getByLabel('Authentication').selectOption('Sign in (OAuth)');
        await section.getByRole('button', { name: 'Add', exact: true }).click();
        const row = section.getByRole('listitem').filter({ hasText: 'diary' }).first();
        await pressByScript(row.getByRole('button', { name: 'Sign in' }));
        expect(popups).toEqual([]);
        const [popup] = await Promise.all([
          app.waitForEvent('popup'),
          row.getByRole('button', { name: 'Sign in' }).click(),
        ]);
        await popup.close();
      });
    } finally {
      await Promise.all([oauth.close(), web.stop()]);
    }
  });
});
