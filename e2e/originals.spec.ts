// Original files: kept with their documents, downloaded as they came, counted, switched off and deleted.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { dropFiles } from './support/files.ts';
import { expect, test } from './support/test.ts';

const FIXTURES = new URL('../src/knowledge/extract/fixtures/', import.meta.url);
const bytesOf = (name: string): Buffer => readFileSync(fileURLToPath(new URL(name, FIXTURES)));

async function open(app: Page, title: RegExp): Promise<void> {
  await app.goto('./#/library');
  await app.getByRole('link', { name: title }).first().click();
}

async function dropFile(app: Page, name: string, content: string | Buffer): Promise<void> {
  await dropFiles(app, [{ name, content: typeof content === 'string' ? content : [...content] }]);
  await expect(app.getByText(/1 document added/i).first()).toBeVisible();
}

const downloadButton = (app: Page) => app.getByRole('button', { name: 'Download original' });

async function download(app: Page): Promise<{ name: string; bytes: Buffer }> {
  const coming = app.waitForEvent('download');
  await downloadButton(app).click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('a file is downloaded as it came, also after a reload', async ({ app }) => {
  const word = bytesOf('kestrel.docx');
  await dropFile(app, 'kestrel.docx', word);
  await open(app, /kestrel/i);
  const first = await download(app);
  expect(first.name).toBe('kestrel.docx');
  expect(first.bytes.equals(word)).toBe(true);
  await app.reload();
  expect((await download(app)).bytes.equals(word)).toBe(true);
});

test('a page with a script is handed over as mere bytes, and never opened', async ({ app }) => {
  const html =
    '<!doctype html><title>Trap</title><p>Read me.</p><script>parent.caught = document.domain</script>';
  await dropFile(app, 'trap.html', html);
  await open(app, /Trap/);
  const types = await app.evaluateHandle(() => {
    const seen: string[] = [];
    const original = URL.createObjectURL;
    URL.createObjectURL = (blob) => (seen.push((blob as Blob).type), original.call(URL, blob));
    return seen;
  });
  const { name, bytes } = await download(app);
  expect(name).toBe('trap.html');
  expect(bytes.toString()).toBe(html);
  expect(await types.jsonValue()).toEqual(['application/octet-stream']);
  expect(app.context().pages()).toHaveLength(1);
  expect(await app.evaluate(() => 'caught' in window)).toBe(false);
});

test('originals are counted, deleted, and not kept while they are switched off', async ({ app }) => {
  const pdf = bytesOf('kestrel.pdf');
  await dropFile(app, 'kestrel.pdf', pdf);
  await app.goto('./#/settings/storage');
  await expect(app.getByText('Original files').first()).toBeVisible();
  await expect(app.getByText(/^1 file, /)).toBeVisible();
  await app.getByRole('button', { name: 'Delete all original files' }).click();
  await app.getByRole('button', { name: 'Delete original files' }).click();
  await expect(app.getByText(/^1 file, /)).toHaveCount(0);
  await open(app, /kestrel/i);
  await expect(app.getByRole('button', { name: /^Ask about/ })).toBeVisible();
  await expect(downloadButton(app)).toHaveCount(0);
  expect(
    await app.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('originals');
      let files = 0;
      for await (const _ of folder.keys()) files += 1;
      return files;
    }),
  ).toBe(0);

  await app.goto('./#/settings/storage');
  const keep = app.getByRole('switch', { name: 'Keep original files' });
  await keep.click();
  await expect(keep).not.toBeChecked();
  await dropFile(app, 'second.md', '# Second\n\nThe owl sits in the barn.');
  await open(app, /Second/);
  await expect(app.getByRole('button', { name: /^Ask about/ })).toBeVisible();
  await expect(downloadButton(app)).toHaveCount(0);
});

test('a new version brings its file, and a deletion that is undone keeps it', async ({ app }) => {
  await dropFile(app, 'walk.md', '# Walk\n\nWalk north.');
  await app.getByRole('button', { name: 'Close report' }).click();
  await dropFile(app, 'walk.md', '# Walk\n\nWalk south.');
  await open(app, /Walk/);
  expect((await download(app)).bytes.toString()).toContain('Walk south.');
  await app
    .getByRole('button', { name: /^delete/i })
    .first()
    .click();
  await app.getByRole('button', { name: 'Undo' }).click();
  await open(app, /Walk/);
  expect((await download(app)).bytes.toString()).toContain('Walk south.');
});
