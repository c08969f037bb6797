// A call needs a host without a grant: the question says so and one click grants it, or a refused call is repeated.
import type { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright/test';
import { connectModel, startModel } from './support/model.ts';
import { expect, test } from './support/test.ts';
import { startWebServer, type WebServer } from './support/web-server.ts';

let model: LLMock;
let server: WebServer;
test.beforeAll(async () => (server = await startWebServer()));
test.afterAll(() => server.stop());
test.beforeEach(async () => {
  model = await startModel();
});
test.afterEach(() => model.stop());

async function askToFetch(app: Page, policy: 'ask' | 'allow') {
  const source = `tool = { name = "fetcher", version = "1.0.0", description = "Reads a page", hosts = { "${server.host}" } }
function tool.execute()
  return http.get("http://${server.host}/text", { params = { body = "good news" } }).body
end`;
  await app.evaluate(([text, how]) => window.perilune.tools.install(text, { policy: how }), [
    source,
    policy,
  ] as const);
  model.on(
    { userMessage: /news/, hasToolResult: false },
    { toolCalls: [{ id: 'c', name: 'fetcher', arguments: '{}' }] },
  );
  model.on({ userMessage: /news/, hasToolResult: true }, { content: 'That is all.' });
  // The question finds it, so the model has read untrusted text.
  await app.evaluate(() =>
    window.perilune.knowledge.add([{ title: 'News', body: 'The news of today: the tide is high.' }]),
  );
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await app.getByRole('textbox', { name: /ask/i }).fill('What is the news?');
  await app.keyboard.press('Enter');
  return app.getByRole('article', { name: 'Answer' });
}

const hostsOf = (app: Page) =>
  app.evaluate(async () => (await window.perilune.tools.list()).find((t) => t.name === 'fetcher')?.hosts);

test('one click allows the call and grants its hosts', async ({ app }) => {
  const answer = await askToFetch(app, 'ask');
  await expect(answer).toContainText(`It asks to reach ${server.host}, which you haven’t allowed yet.`);
  await expect(answer).toContainText('This device.');
  const allow = answer.getByRole('button', { name: `Allow once and let it reach ${server.host}` });
  // A script's click grants nothing.
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await allow.evaluate((button: HTMLElement) => button.click());
  await expect(allow).toBeVisible();
  expect(await hostsOf(app)).toEqual([]);

  await allow.click();
  // The model has read documents, so the outgoing data is shown as well.
  await expect(answer).toContainText(`wants to send this to ${server.host}`);
  await answer.getByRole('button', { name: 'Allow once', exact: true }).click();
  await expect(answer).toContainText('That is all.');
  expect(await hostsOf(app)).toEqual([server.host]);
  const card = answer.locator('[data-tool="fetcher"]');
  await card.getByRole('button', { name: /fetcher/ }).click();
  await expect(card).toContainText('good news');
});

test('a call refused for lack of a grant is granted and repeated in place', async ({ app }) => {
  const answer = await askToFetch(app, 'allow');
  await expect(answer).toContainText('That is all.');
  const card = answer.locator('[data-tool="fetcher"]').first();
  await expect(card).toContainText('isn’t allowed to reach');
  await card.getByRole('button', { name: `Allow fetcher to reach ${server.host}` }).click();
  await card.getByRole('button', { name: 'Run again' }).first().click();
  await expect(answer.locator('[data-tool="fetcher"]').last()).toContainText('good news');
});
