// Bundles: created, filled by a drop, turned off, deleted and restored, exported; and finding tools among many.
import { readFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright/test';
import { dropFiles } from './support/files.ts';
import { expect, test } from './support/test.ts';

const script = (name: string, description: string) =>
  `tool = { name = "${name}", version = "1.0.0", description = "${description}", hosts = { "api.example.com" } }
function tool.execute() return "${name} ran" end`;

const ZIP = [
  ...zipSync({
    'forecast/tool.lua': strToU8(script('forecast', 'Tells how warm it will be')),
    'skills/legacy.skill': strToU8('---\nname: legacy\ndescription: Old\nruntime: python\n---\nprint(1)\n'),
  }),
];

/** Calls a tool, and returns its result or its error's code. */
const call = (page: Page, name: string) =>
  page.evaluate(async (tool) => {
    const { result, error } = await window.perilune.tools.call(tool);
    return error ? error.code : result;
  }, name);

test('a bundle is created, filled, turned off, deleted, restored, exported and imported again', async ({
  app,
}) => {
  await app.goto('./#/studio');
  await app.getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: /^Bundle/ }).click();
  await app.getByRole('textbox', { name: 'Name', exact: true }).fill('Mountain weather');
  await expect(app.getByRole('textbox', { name: 'Short name' })).toHaveValue('mountain-weather');
  await app.getByRole('button', { name: 'Create', exact: true }).click();
  const bundle = app.getByRole('region', { name: 'Mountain weather' });
  await expect(bundle).toContainText('0 tools');

  await dropFiles(app, [{ name: 'kit.zip', content: ZIP }], '[data-bundle=mountain-weather]');
  const dialog = app.getByRole('dialog');
  await expect(dialog).toContainText('They ask before each call and have no grants until you add some.');
  await expect(dialog).toContainText('Asks to reach api.example.com');
  await expect(dialog).toContainText(/only Lua runs here.* It stays switched off\./);
  await expect(dialog.getByRole('combobox', { name: 'Put into' })).toHaveValue('mountain-weather');
  await dialog.getByRole('button', { name: 'Install' }).click();
  await expect(dialog.getByRole('status')).toContainText('Installed 2 tools into Mountain weather');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(bundle).toContainText('2 tools');
  await expect(bundle.getByRole('listitem').filter({ hasText: 'forecast' })).toContainText(
    'Needs api.example.com',
  );
  await app.evaluate(() => window.perilune.tools.configure('forecast', { policy: 'allow' }));
  expect(await call(app, 'forecast')).toBe('forecast ran');

  await bundle.getByRole('switch', { name: 'Mountain weather is on' }).click();
  await expect(bundle).toContainText('switched off');
  expect(await call(app, 'forecast')).toBe('disabled');
  await expect(bundle.getByRole('switch', { name: 'forecast is on' })).toBeDisabled();
  await bundle.getByRole('switch', { name: 'Mountain weather is on' }).click();

  const more = bundle.getByRole('button', { name: 'More for Mountain weather' });
  await more.click();
  await app.getByRole('menuitem', { name: 'Export' }).click();
  const download = app.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save Bundle (ZIP)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('mountain-weather.zip');
  const exported = [...(await readFile(await file.path()))];
  await dialog.getByRole('button', { name: 'Close' }).click();

  await more.click();
  await app.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Remove its 2 tools too' }).check();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(bundle).toHaveCount(0);
  expect(await call(app, 'forecast')).toBe('not_found');
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(bundle).toContainText('2 tools');
  expect(await call(app, 'forecast')).toBe('forecast ran');

  await app.evaluate(async () => {
    await window.perilune.tools.remove('forecast');
    await window.perilune.tools.remove('legacy');
  });
  await expect(bundle).toContainText('0 tools');
  await dropFiles(app, [{ name: 'again.zip', content: exported }]);
  await dialog.getByRole('button', { name: 'Install' }).click();
  await expect(dialog.getByRole('status')).toContainText('Installed 2 tools into Mountain weather');
  await app.keyboard.press('Escape');
  // It stays apart from the bundle of that name, and imported tools ask, whatever the original was allowed.
  const policies = () =>
    app.evaluate(async () =>
      (await window.perilune.tools.list({ bundle: 'mountain-weather-2' })).map((t) => t.policy),
    );
  expect(await policies()).toEqual(['ask']);
});

test('tools are found by purpose and filtered, and invalid ones are refused with a sentence', async ({
  app,
}) => {
  await app.evaluate(
    async (sources) => {
      await window.perilune.bundles.create({ slug: 'many', displayName: 'Many' });
      for (const source of sources) await window.perilune.tools.install(source, { bundle: 'many' });
      // Requests are read without the sandbox, so hundreds take a moment.
      const tools = Array.from({ length: 300 }, (_, n) => {
        const name = `call_${String(n).padStart(3, '0')}`;
        const text = { name, version: '1', request: { url: `https://example.com/${n}` }, tags: ['bulk'] };
        return { path: `bulk/${name}.http.json`, text: JSON.stringify(text) };
      });
      const { error } = await window.perilune.tools.import(tools, { install: true });
      if (error) throw new Error(error.message);
    },
    [script('forecast', 'Tells how warm it will be outside')],
  );
  await app.goto('./#/studio');
  const bulk = app.getByRole('region', { name: 'bulk' });
  await expect(bulk).toContainText('300 tools');
  await expect(bulk.getByRole('listitem')).toHaveCount(30);
  await bulk.getByRole('button', { name: /^Show 30 more/ }).click();
  await expect(bulk.getByRole('listitem')).toHaveCount(60);

  await app.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Script' });
  await expect(bulk).toHaveCount(0);
  await app.getByRole('combobox', { name: 'Origin' }).selectOption({ label: 'Yours' });
  await expect(app.getByRole('switch')).toHaveCount(2);
  await app.getByRole('button', { name: 'Switched off' }).click();
  await expect(app.getByText('No tools match these filters.')).toBeVisible();
  await app.getByRole('button', { name: 'Clear' }).click();

  const found = app.getByRole('list', { name: 'Tools found' }).getByRole('listitem');
  const search = app.getByRole('searchbox', { name: 'Find a tool' });
  await search.fill('is it warm outside');
  await expect(found.first()).toContainText('forecast');
  await search.fill('call_29');
  await expect(found.first()).toContainText('call_290');
  await search.fill('');

  const before = await app.evaluate(async () => (await window.perilune.tools.list()).length);
  await dropFiles(app, [{ name: 'broken.zip', content: ZIP.slice(0, -30) }]);
  await expect(app.getByRole('dialog').getByRole('alert')).toHaveText(/^broken\.zip is damaged.+\.$/);
  await app.keyboard.press('Escape');
  expect(await app.evaluate(async () => (await window.perilune.tools.list()).length)).toBe(before);
});
