// A project folder: a model reads it at once, a person approves its changes as a diff, then the files on disk change.
import type { LLMock } from '@copilotkit/aimock';
import { zipSync, unzipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { connectModel, startModel } from './support/model.ts';
import { expect, test } from './support/test.ts';

let model: LLMock;
test.beforeEach(async () => {
  model = await startModel();
});
test.afterEach(() => model.stop());

const answer = (page: Page) => page.getByRole('article', { name: /answer/i }).last();

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: /ask/i }).fill(question);
  await page.keyboard.press('Enter');
}

function calls(question: RegExp, name: string, args: object, words: string): void {
  const id = `call_${words.length}`;
  model.on(
    { userMessage: question, hasToolResult: false },
    { toolCalls: [{ id, name, arguments: JSON.stringify(args) }] },
  );
  model.on({ userMessage: question, hasToolResult: true }, { content: words });
}

async function openFolder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByText('Project folder').click();
}

test('a folder is read immediately, and changed only after its diff was approved', async ({ app }) => {
  // Files of the origin stand in for a folder on disk: only a person can use the browser's picker.
  await app.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('site', { create: true });
    const file = await folder.getFileHandle('index.html', { create: true });
    const stream = await file.createWritable();
    await stream.write('<h1>Moon</h1>\n');
    await stream.close();
    Object.assign(globalThis, { showDirectoryPicker: async () => folder });
  });
  const onDisk = () =>
    app.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('site');
      return (await (await folder.getFileHandle('index.html')).getFile()).text();
    });
  await openFolder(app);
  await expect(app.getByText(/Opened site with 1 file/)).toBeVisible();
  // The first script of a chat that is not stored yet finds it too.
  await ask(app, '/lua return fs.read("index.html")');
  await expect(answer(app)).toContainText('<h1>Moon</h1>');

  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await app.getByRole('button', { name: 'New chat' }).first().click();
  await openFolder(app);
  await expect(app.getByText(/Opened site with 1 files?/)).toBeVisible();

  calls(/the title/, 'fs_read', { path: 'index.html' }, 'The title is Moon.');
  await ask(app, 'what is the title?');
  await expect(answer(app)).toContainText('The title is Moon.');
  expect(JSON.stringify(model.getLastRequest()?.body)).toContain('<h1>Moon</h1>');

  calls(/change it/, 'fs_write', { path: 'index.html', text: '<h1>Tide</h1>\n' }, 'Changed it, or not.');
  await ask(app, 'please change it');
  await expect(answer(app).getByText('<h1>Tide</h1>', { exact: true })).toBeVisible();
  await expect(answer(app).getByText('<h1>Moon</h1>', { exact: true })).toBeVisible();
  expect(await onDisk()).toBe('<h1>Moon</h1>\n');
  await answer(app).getByRole('button', { name: 'Allow once' }).click();
  await expect(answer(app)).toContainText('Changed it, or not.');
  expect(await onDisk()).toBe('<h1>Tide</h1>\n');

  await ask(app, '/lua return fs.search("tide")[1].path');
  await expect(answer(app)).toContainText('index.html');

  await app.getByRole('button', { name: /^Project folder of this chat/ }).click();
  await app.getByText('Close project folder').click();
  await expect(app.getByRole('button', { name: /^Project folder of this chat/ })).toBeHidden();
});

test('without a folder picker, opens a ZIP and saves it with the change', async ({ app }) => {
  await app.evaluate(() => Object.assign(globalThis, { showDirectoryPicker: undefined }));
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  const choosing = app.waitForEvent('filechooser');
  await openFolder(app);
  const zip = zipSync({ 'notes/a.txt': new TextEncoder().encode('one\n') });
  await (
    await choosing
  ).setFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
  await expect(app.getByText(/Opened notes with 1 files?/)).toBeVisible();
  calls(/patch it/, 'fs_patch', { path: 'a.txt', diff: '@@ -1,1 +1,1 @@\n-one\n+two\n' }, 'Patched.');
  await ask(app, 'patch it');
  await answer(app).getByRole('button', { name: 'Allow once' }).click();
  await expect(answer(app)).toContainText('Patched.');
  await app.reload();
  await app.getByRole('button', { name: /^Project folder of this chat: notes/ }).click();
  const saving = app.waitForEvent('download');
  await app.getByText('Save as ZIP').click();
  const saved = unzipSync(readFileSync(await (await saving).path()));
  expect(new TextDecoder().decode(saved['a.txt'])).toBe('two\n');
});
