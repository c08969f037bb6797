// A tool's page: its versions and changes, its problems, its settings, and a request that becomes a script.
import { seriousProblems } from './support/axe.ts';
import { enterText } from './support/enter-text.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

const AGED = (version: string, body: string): string =>
  `tool = { name = "aged", version = "${version}", description = "Grows old", hosts = { "api.example.com" } }

function tool.execute(params, context)
${body}
end
`;

const REQUEST = {
  name: 'releases',
  version: '1.0.0',
  description: 'Looks up releases',
  request: { url: 'https://api.example.com/releases', headers: { Authorization: 'Bearer ${API_TOKEN}' } },
};

test('a version can be compared with another, made current, removed and restored', async ({ app }) => {
  await app.evaluate(
    async ([one, two]) => {
      await window.perilune.tools.install(one);
      await window.perilune.tools.install(two);
    },
    [AGED('1', '  return "young"'), AGED('2', '  return "old"')] as const,
  );
  await app.goto('./#/studio/aged?show=versions');
  const pane = app.getByRole('tabpanel', { name: 'Versions' });
  const changes = pane.getByRole('region', { name: 'Changes in aged.lua' });
  await expect(changes).toContainText('removed:   return "young"');
  await expect(changes).toContainText('added:   return "old"');
  expect(await seriousProblems(app)).toEqual([]);

  // The earlier text becomes a draft, is compared with the installed one, and is undone.
  await pane.getByRole('button', { name: 'Restore version 1 into the draft' }).click();
  await expect(pane.getByLabel('to', { exact: true })).toHaveValue('draft');
  await expect(changes).toContainText('added:   return "young"');
  await pane.getByLabel('From').selectOption({ label: '1' });
  await expect(pane.getByText('No differences.')).toBeVisible();
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(changes).toContainText('removed:   return "young"');

  const versions = pane.getByRole('list', { name: 'Versions' });
  await pane.getByRole('button', { name: 'Use this version: 1' }).click();
  await expect(versions.getByRole('listitem').first()).toContainText(/^1\s*current/);
  expect(await app.evaluate(() => window.perilune.tools.call('aged'))).toEqual({ result: 'young' });
  await expect(pane).toContainText('Version 1 changed by you: version in use');

  await pane.getByRole('button', { name: 'Remove version 2' }).click();
  await expect(versions.getByRole('listitem')).toHaveCount(1);
  await pane.getByRole('button', { name: 'Restore version 2' }).click();
  await expect(versions.getByRole('listitem')).toHaveCount(2);

  const download = app.waitForEvent('download');
  await pane.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('aged.zip');
});

test('problems of a script are listed while typing, and link to their place', async ({ app }) => {
  await app.evaluate((source) => window.perilune.tools.install(source), AGED('3', '  return 1'));
  await app.goto('./#/studio/aged?show=code');
  const editor = app.locator('.cm-content');
  await editor.click();
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.insertText(AGED('4', '  local found = contxt.search("x")\n  return found'));
  const row = app.getByRole('list', { name: 'Problems' }).getByRole('button', { name: /contxt/ });
  await row.click();
  await expect(editor).toBeFocused();
  await expect(app.locator('.cm-activeLine')).toContainText('contxt.search');
  await expect(app.locator('.cm-warning')).toHaveText('contxt.search');
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.insertText('tool = {');
  await expect(app.getByText(/^1 error/)).toBeVisible();
  await app.getByRole('button', { name: 'Revert' }).click();
  await expect(app.getByText(/^1 error/)).toHaveCount(0);
});

test('a secret is set and a host granted on the settings screen', async ({ app }) => {
  await app.evaluate(
    ([source]) => window.perilune.tools.install(source, { config: { token: '${API_TOKEN}' }, replace: true }),
    [AGED('5', '  return #env.get("API_TOKEN")')] as const,
  );
  await app.goto('./#/studio/aged?show=settings');
  const lacks = app.getByRole('region', { name: 'Missing setup' });
  await expect(lacks).toContainText('API_TOKEN');
  const settings = app.getByRole('tabpanel', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Set API_TOKEN' }).click();
  await settings.getByLabel('Value of API_TOKEN').fill('canary-4711');
  await app.keyboard.press('Enter');
  await expect(settings.getByRole('button', { name: 'Replace API_TOKEN' })).toBeVisible();
  await settings.getByRole('button', { name: 'Grant api.example.com' }).click();
  await expect(lacks).toHaveCount(0);
  expect(await app.evaluate(() => document.documentElement.innerHTML)).not.toContain('canary-4711');
  await settings.getByRole('radio', { name: /^Ask/ }).check();
  await settings.getByRole('switch', { name: 'Offered to models' }).uncheck();
  await enterText(settings.getByLabel('Calls per minute'), '7');
  await enterText(settings.getByLabel('Tags'), 'old, wise');
  await expect
    .poll(() =>
      app.evaluate(async () => {
        const { tool } = await window.perilune.tools.get('aged');
        return [tool?.policy, tool?.llmCallable, tool?.maxCallsPerMinute, tool?.tags, tool?.hosts];
      }),
    )
    .toEqual(['ask', false, 7, ['old', 'wise'], ['api.example.com']]);
  expect(await seriousProblems(app)).toEqual([]);
});

test('a request becomes a separate Lua script, without its grants', async ({ app }) => {
  await app.evaluate(
    (source) => window.perilune.tools.install(source, { hosts: ['api.example.com'] }),
    JSON.stringify(REQUEST, null, 2),
  );
  await app.goto('./#/studio/releases?show=code');
  await app.getByRole('button', { name: 'Convert to Lua' }).click();
  await expect(app.getByRole('heading', { name: 'releases_lua' })).toBeVisible();
  await expect(app.locator('.cm-content')).toContainText('name = "releases_lua"');
  const made = await app.evaluate(async () => (await window.perilune.tools.get('releases_lua')).tool);
  expect([made?.kind, made?.hosts]).toEqual(['lua', []]);
  await expect(app.getByRole('region', { name: 'Missing setup' })).toContainText('api.example.com');
});

test('an empty required field is pointed out, and nothing runs', async ({ app }) => {
  await app.evaluate(() =>
    window.perilune.tools.install(
      `tool = { name = "greeter", description = "x", parameters = { { name = "who", required = true } } }
function tool.execute(p) return "Hello " .. p.who end`,
    ),
  );
  await app.goto('./#/studio/greeter');
  const pane = app.getByRole('tabpanel', { name: 'Run' });
  await pane.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(pane).toContainText('This is required.');
  await expect(pane.getByLabel('who')).toBeFocused();
  await app.keyboard.press('ControlOrMeta+Enter');
  await app.keyboard.type('Luna');
  await expect(pane).not.toContainText('This is required.');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(pane).toContainText('Hello Luna');
  const ran = await app.evaluate(async () => (await window.perilune.runs.list()).runs);
  expect(ran?.filter(({ tool }) => tool.name === 'greeter')).toHaveLength(1);
});

test('a long word in the description of a parameter stays within the form', async ({ app }) => {
  const address = `https://api.example.com/${'v'.repeat(90)}`;
  await app.evaluate(
    (text) =>
      window.perilune.tools.install(
        `tool = { name = "wordy", description = "x", parameters = { { name = "id", type = "string", description = "${text}" } } }
function tool.execute(p) return p.id end`,
      ),
    address,
  );
  await app.goto('./#/studio/wordy');
  const pane = app.getByRole('tabpanel', { name: 'Run' });
  const hint = pane.getByText(address);
  await expect(hint).toBeVisible();
  expect(
    await hint.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0);
});
