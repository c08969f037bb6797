// Models' scripts: a read-only one runs at once, another asks, and its variables live on.
import type { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright/test';
import { install } from './support/approvals.ts';
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

function answer(page: Page) {
  return page.getByRole('article', { name: /answer/i }).last();
}

function runs(question: RegExp, source: string, words: string): void {
  const args = JSON.stringify({ source, reason: 'to show it' });
  model.on(
    { userMessage: question, hasToolResult: false },
    { toolCalls: [{ id: `call_${words.length}`, name: 'lua_run_script', arguments: args }] },
  );
  model.on({ userMessage: question, hasToolResult: true }, { content: words });
}

/** The last result the model received. */
function given(): string {
  const body = model.getLastRequest()?.body as { messages: { role: string; content: string }[] };
  return body.messages.findLast(({ role }) => role === 'tool')?.content ?? '';
}

test("a read-only script runs immediately, one with effects asks; the next one finds the previous one's variables", async ({
  app,
}) => {
  await install(
    app,
    'tool = {name="post", description="Posts"}\nfunction tool.execute() return http.get("https://a.example/") end',
    { hosts: ['a.example'] },
  );
  runs(
    /look around/,
    'found = #context.search("documents", { source = "guide" })\nprint("looked")\nreturn found > 0',
    'I looked.',
  );
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'look around');
  await expect(answer(app)).toContainText('I looked.');
  expect(JSON.parse(given())).toEqual({ result: { value: true, printed: 'looked' } });
  const system = JSON.stringify(model.getLastRequest()?.body);
  expect(system).toContain('function tools.post(a) end -- asks');

  runs(/write it/, 'fs.write("found.txt", found) return tools.post{}', 'As you wish.');
  await ask(app, 'write it down');
  await expect(answer(app)).toContainText('to show it');
  await answer(app).getByRole('button', { name: 'Skip' }).click();
  await expect(answer(app)).toContainText('As you wish.');
  expect(JSON.parse(given())).toMatchObject({ error: { code: 'denied' } });

  runs(/what is left/, 'return found, #fs.list()', 'That is left.');
  await ask(app, 'what is left?');
  await expect(answer(app)).toContainText('That is left.');
  const { result } = JSON.parse(given()) as { result: { value: [number, number] } };
  expect(result.value[0]).toBeGreaterThan(0);
  expect(result.value[1]).toBe(0);
});

test("read-only mode refuses a script's requests without asking, until the user switches it off", async ({
  app,
}) => {
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, '/readonly');
  await expect(app.getByText('Read-only mode is on in this chat.')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Read-only' })).toBeVisible();
  runs(/send it/, 'print(1 + 1) http.get("https://a.example/")', 'It was refused.');
  await ask(app, 'send it');
  await expect(answer(app)).toContainText('It was refused.');
  expect(given()).toContain('read-only mode is on in this chat and refuses requests');
  expect(given()).toContain('"printed":"2"');
  expect(JSON.stringify(model.getLastRequest()?.body)).toContain('Read-only mode is on. Tools may read');
  await app.getByRole('button', { name: 'Read-only' }).click();
  await app.getByRole('switch', { name: 'Read-only mode' }).click();
  await app.getByRole('button', { name: 'Done' }).click();
  await expect(app.getByRole('button', { name: 'Read-only' })).toBeHidden();
  runs(/try again/, 'print("once more") http.get("https://a.example/")', 'As you wish.');
  await ask(app, 'try again');
  await answer(app).getByRole('button', { name: 'Skip' }).click();
  await expect(answer(app)).toContainText('As you wish.');

  await app.goto('./#/settings/calls');
  const everywhere = app.getByRole('switch', { name: 'Read-only mode' });
  await everywhere.click();
  // A new switch shows what is stored.
  await app.goto('./#/settings/chats');
  await expect(everywhere).toBeHidden();
  await app.goto('./#/settings/calls');
  await expect(everywhere).toBeChecked();
  const refused = await app.evaluate(() =>
    window.perilune.tools.call('read_page', { url: 'https://a.example/' }),
  );
  expect(refused.error?.message).toContain('read-only mode is on everywhere');
});

test('scripts are not offered to a model once turned off', async ({ app }) => {
  model.onMessage(/hello/, { content: 'Hello.' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await app.goto('./#/settings/scripts');
  await app.getByRole('switch', { name: 'Let models write and run scripts' }).click();
  await app.goto('./#/chat');
  await ask(app, 'hello');
  await expect(answer(app)).toContainText('Hello.');
  const body = JSON.stringify(model.getLastRequest()?.body);
  expect(body).not.toContain('lua_run_script');
  expect(body).toContain('read_output');
});

test('scripts are readable while the model writes them, and their console shows what they did', async ({
  app,
}) => {
  const script = (word: string): string =>
    [
      `-- ${word} begins`,
      ...Array.from({ length: 12 }, (_, i) => `print("${word} ${i}")`),
      `warn("${word} warns")`,
    ]
      .concat('local sources = context.sources()', `return #sources > 0 -- ${word} ends`)
      .join('\n');
  const toolCalls = ['first', 'second'].map((word) => ({
    id: `call_${word}`,
    name: 'lua_run_script',
    arguments: JSON.stringify({ source: script(word), reason: `the ${word} look` }),
  }));
  model.on({ userMessage: /twice/, hasToolResult: false }, { toolCalls }, { latency: 25, chunkSize: 12 });
  model.on({ userMessage: /twice/, hasToolResult: true }, { content: 'I looked twice.' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'look twice');

  const texts = answer(app).getByRole('region', { name: 'Script' });
  await expect(texts.first()).toContainText('first begins');
  await expect(texts.first()).not.toContainText('first ends', { timeout: 1 });
  await expect(texts.first().locator('.comment')).toHaveCount(0);
  await expect(texts.nth(1)).toContainText('second begins');
  const height = (await texts.first().boundingBox())?.height;
  await expect(answer(app)).toContainText('I looked twice.');
  // Coloured now, and as high as before.
  await expect(texts.first()).toContainText('first ends');
  await expect(texts.first().locator('.comment')).toHaveCount(2);
  expect((await texts.first().boundingBox())?.height).toBe(height);

  await answer(app)
    .getByRole('button', { name: /lua_run_script/ })
    .first()
    .click();
  await expect(texts).toHaveCount(2);
  await answer(app).getByText('Console and timeline').click();
  const console = answer(app).getByRole('region', { name: 'Console' });
  await expect(console).toContainText('first 11');
  await expect(console).toContainText('first warns');
  await expect(console).toContainText('context.sources');
});
