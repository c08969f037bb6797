// Chats that branch, break off, are temporary, or are imported.
import type { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright/test';
import { connectModel, startModel } from './support/model.ts';
import { expect, test } from './support/test.ts';

let model: LLMock;
test.beforeEach(async () => {
  model = await startModel();
});
test.afterEach(() => model.stop());

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: /ask/i }).fill(question);
  await page.keyboard.press('Enter');
}

const answers = (page: Page) => page.getByRole('article', { name: 'Answer' });
const again = (page: Page) => page.getByRole('button', { name: 'Ask again', exact: true });

test('an edited question starts a branch, and both stay', async ({ app }) => {
  model.onMessage(/mars/, { content: 'Mars has two moons.' });
  model.onMessage(/earth/, { content: 'Earth has one.' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'Of earth');
  await expect(again(app)).toBeVisible();
  await app.getByRole('button', { name: 'Edit and ask again' }).focus();
  await app.keyboard.press('Enter');
  await app.getByRole('textbox', { name: 'Edit the question' }).fill('Of mars');
  await app.keyboard.press('Enter');
  await expect(answers(app)).toContainText('Mars has two moons.');
  await expect(app.getByRole('textbox', { name: 'Ask your documents' })).toBeFocused();
  const question = app.getByRole('article', { name: 'Question' });
  const before = question.getByRole('button', { name: 'Version before' });
  await expect(before).toBeEnabled();
  await before.click();
  await expect(answers(app)).toContainText('Earth has one.');
  await expect(before).toBeFocused();
  await app.reload();
  await expect(answers(app)).toContainText('Earth has one.');
  await expect(app.getByRole('group', { name: 'Versions of this question' })).toContainText('Version 1 of 2');
});

test('an answer interrupted by closing the page says so, and can be resumed', async ({ app }) => {
  model.onMessage(/broke off/, { content: 'And here it ends.' });
  model.onMessage(/tides/, { content: 'The moon pulls. '.repeat(400) }, { latency: 30 });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'Tell me of tides');
  await expect(answers(app)).toContainText('The moon pulls.');
  await expect(app).toHaveURL(/#\/chat\/./);
  await app.reload();
  await expect(answers(app)).toContainText('The page was closed before this answer was complete.');
  // The last saved state may end in the middle of a word.
  await expect(answers(app)).toContainText('The moon');
  await app.getByRole('button', { name: 'Continue' }).click();
  await expect(answers(app)).toContainText('And here it ends.');
  await expect(answers(app)).toContainText('The moon');
  await expect(answers(app)).not.toContainText('The page was closed before this answer was complete.');
});

test('a temporary chat is never stored', async ({ app }) => {
  await app.getByRole('button', { name: 'More for chats' }).first().click();
  await app.getByRole('menuitem', { name: /New temporary chat/ }).click();
  await ask(app, 'What leaves my device?');
  await expect(answers(app)).toContainText(/leaves (?:the|your) device/i);
  await expect(again(app)).toBeVisible();
  await expect(app.getByRole('link', { name: 'temporary What leaves my device?' })).toBeVisible();
  const kept = await app.evaluate(
    () =>
      new Promise<number>((done) => {
        const opening = indexedDB.open('perilune');
        opening.onsuccess = () => {
          const tx = opening.result.transaction(['conversations', 'messages']);
          const counts = (['conversations', 'messages'] as const).map((name) => tx.objectStore(name).count());
          tx.oncomplete = () => {
            opening.result.close();
            done(counts.reduce((sum, { result }) => sum + result, 0));
          };
        };
      }),
  );
  expect(kept).toBe(0);
  await app.reload();
  await expect(app.getByText('This chat isn’t on this device.')).toBeVisible();
});

test("another app's chats are imported with their branches, and found by their text", async ({ app }) => {
  const node = (id: string, parent: string | null, role: string, text: string) => [
    id,
    { id, parent, message: { author: { role }, content: { content_type: 'text', parts: [text] } } },
  ];
  const mapping = Object.fromEntries([
    node('q', null, 'user', 'Why are there tides?'),
    node('a', 'q', 'assistant', 'Because of the moon.'),
    node('b', 'q', 'assistant', 'Gravity.'),
  ]) as Record<string, unknown>;
  const file = JSON.stringify([
    { conversation_id: 'c', title: 'Sea', create_time: 1, current_node: 'b', mapping },
  ]);
  const choose = async (): Promise<void> => {
    const chooser = app.waitForEvent('filechooser');
    await app.getByRole('button', { name: 'More for chats' }).first().click();
    await app.getByRole('menuitem', { name: /Import chats/ }).click();
    const chosen = { name: 'conversations.json', mimeType: 'application/json', buffer: Buffer.from(file) };
    await (await chooser).setFiles(chosen);
  };
  await choose();
  await expect(app.getByText('1 chat with 3 messages came from ChatGPT.').first()).toBeVisible();
  await choose();
  await expect(app.getByText('1 chat was already here').first()).toBeVisible();
  await app.getByRole('searchbox', { name: 'Search chats' }).first().fill('because moon');
  await app.getByRole('list', { name: 'Chats found' }).getByRole('link').click();
  await expect(answers(app)).toContainText('Because of the moon.');
  await app.getByRole('button', { name: 'Version after' }).click();
  await expect(answers(app)).toContainText('Gravity.');
});

test.describe('without the connection', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('a question that needs a missing part is queued, and asked later', async ({ app }) => {
    await app.route(/make-answer/, (route) => route.abort());
    await app.getByRole('textbox', { name: /ask/i }).fill('What leaves my device?');
    await app.keyboard.press('Enter');
    const waiting = app.getByRole('group', { name: 'Queued questions' });
    await expect(waiting).toContainText('What leaves my device?');
    await app.unroute(/make-answer/);
    await waiting.getByRole('button', { name: 'Ask now' }).click();
    await expect(app.getByRole('article', { name: /answer/i })).toContainText(/leaves (?:the|your) device/i);
  });
});

test('a chat becomes a web page that opens anywhere, asks for nothing and runs nothing', async ({
  app,
  context,
}, testInfo) => {
  model.onMessage(/tides/, {
    content:
      '**Tides** come [1] from the moon.\n\n<script>document.title = "run"</script><img src="https://evil.example/a.png">\n\n[a](javascript:alert(1)) [b](https://moon.example/)\n\n| Day | Height |\n|---|---|\n| 1 | 2 m |',
  });
  await app.evaluate(() =>
    window.perilune.knowledge.add([{ title: 'Tide table', body: 'Tides come from the moon.' }]),
  );
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'What are tides?');
  await expect(again(app)).toBeVisible();
  const row = app.getByRole('list', { name: 'Today' }).getByRole('listitem');
  await row.hover();
  await row.getByRole('button', { name: /^More for/ }).click();
  await app.getByRole('menuitem', { name: /Export as a web page/ }).click();
  const dialog = app.getByRole('dialog', { name: 'Export as a web page' });
  await dialog.getByLabel('Names and addresses of sources').uncheck();
  const saved = app.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save page' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.html$/);
  await expect(dialog).toHaveCount(0);

  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const path = testInfo.outputPath('chat.html');
  await file.saveAs(path);
  await page.goto(`file://${path}`);
  await expect(page.getByText('What are tides?').last()).toBeVisible();
  await expect(page.locator('strong')).toHaveText('Tides');
  await expect(page.getByRole('cell', { name: '2 m' })).toBeVisible();
  await expect(page.getByRole('link')).toHaveText(['b']);
  // Numbers of sources go with the sources.
  await expect(page.getByText('Tides come from the moon.')).toBeVisible();
  expect(await page.content()).not.toContain('Tide table');
  expect(await page.title()).not.toBe('run');
  expect(await page.locator('script').count()).toBe(0);
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
});

test('the buttons of code are in sight before the pointer is on it', async ({ app }) => {
  model.onMessage(/page/, { content: 'A page:\n\n```html\n<title>Counter</title><b>0</b>\n```\n' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'Write a page');
  await expect(again(app)).toBeVisible();
  for (const name of ['Run this page', 'Copy code'])
    await expect(answers(app).getByRole('button', { name })).toHaveCSS('opacity', '1');
});
