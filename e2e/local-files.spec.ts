// A folder of the user's editor: opened, reviewed, installed, followed as it changes, written by a save, and watched
// after a reload.
import type { Page } from 'playwright/test';
import { expect, test } from './support/test.ts';

const script = (answer: string, more = '') =>
  `tool = { name = "greet", version = "1.0.0", description = "Greets"${more} }
local words = require("lib.words")
function tool.execute() return words.hello .. ${answer} end
`;

/** Writes a file as an editor does: the browser's private file system stands in for a folder on disk. */
const put = (page: Page, path: string, text: string) =>
  page.evaluate(
    async ([path, text]) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('greetings', { create: true });
      const [name = '', inside] = path.split('/').reverse();
      const at = inside ? await folder.getDirectoryHandle(inside, { create: true }) : folder;
      const stream = await (await at.getFileHandle(name, { create: true })).createWritable();
      await stream.write(text);
      await stream.close();
    },
    [path, text] as const,
  );

const read = (page: Page, name: string) =>
  page.evaluate(async (name) => {
    const root = await navigator.storage.getDirectory();
    const file = await (await root.getDirectoryHandle('greetings')).getFileHandle(name);
    return (await file.getFile()).text();
  }, name);

const call = (page: Page) =>
  page.evaluate(async () => {
    const { result, error } = await window.perilune.tools.call('greet');
    return error ? error.code : result;
  });

test('an opened folder is followed from then on: changed, broken, fixed, saved to, and after a reload', async ({
  app,
}) => {
  await put(app, 'greet.lua', script('"1"', ', hosts = { "api.example.com" }'));
  await put(app, 'lib/words.lua', 'return { hello = "Hello " }');
  await app.evaluate(() => {
    const pick = async () =>
      (await navigator.storage.getDirectory()).getDirectoryHandle('greetings', { create: true });
    Object.assign(window, { showDirectoryPicker: pick, showOpenFilePicker: pick });
  });
  await app.goto('./#/studio');
  await app.getByRole('button', { name: 'Import', exact: true }).click();
  await app.getByRole('menuitem', { name: /^Open a folder/ }).click();
  const dialog = app.getByRole('dialog');
  await expect(dialog).toContainText('Asks to reach api.example.com');
  await expect(dialog).toContainText('They stay linked to greetings');
  await dialog.getByRole('button', { name: 'Install' }).click();
  await dialog.getByRole('link', { name: 'greet' }).click();
  const line = app.getByRole('region', { name: 'Linked file' });
  await expect(line).toContainText('Linked to greetings/greet.lua · watching');
  await app.evaluate(() => window.perilune.tools.configure('greet', { policy: 'allow' }));
  expect(await call(app)).toBe('Hello 1');

  await put(app, 'greet.lua', script('"2"', ', hosts = { "api.example.com", "evil.example" }'));
  await expect.poll(() => call(app)).toBe('Hello 2');
  await expect(app.getByRole('region', { name: 'Missing setup' })).toContainText('evil.example');
  const editor = app.locator('.cm-content');
  await expect(editor).toContainText('words.hello .. "2"');
  await put(app, 'lib/words.lua', 'return { hello = "Hi " ');
  await expect(line).toContainText(/lib\/words\.lua, line 1[\s\S]*The previous version stays in use\./);
  expect(await call(app)).toBe('Hello 2');
  await put(app, 'lib/words.lua', 'return { hello = "Hi " }');
  await expect(line).not.toContainText('stays in use');

  await editor.press('Control+End');
  await app.keyboard.type('-- mine');
  await put(app, 'greet.lua', script('"3"'));
  await expect(line).toContainText('greet.lua changed, and you have unsaved changes here.');
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toContainText('Nothing is saved yet.');
  await expect(dialog).toContainText('-- mine');
  expect(await read(app, 'greet.lua')).toBe(script('"3"'));
  await dialog.getByRole('button', { name: 'Overwrite the file' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await read(app, 'greet.lua')).toContain('-- mine');
  expect(await call(app)).toBe('Hi 2');

  await app.reload();
  await expect(line).toContainText('watching');
  await put(app, 'greet.lua', script('"4"'));
  await expect.poll(() => call(app)).toBe('Hi 4');
  await line.getByRole('button', { name: 'Unlink' }).click();
  await expect(line).toHaveCount(0);
});
