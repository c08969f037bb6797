// The web in a chat: a search service set up in Settings, a page read as Markdown, one approval per host, citations by address.
import type { LLMock } from '@copilotkit/aimock';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { connectModel, startModel } from './support/model.ts';
import { expect, test } from './support/test.ts';

// The browser reports a page that may not be read as a console error.
test.use({
  expectedErrors: /Failed to load resource|has been blocked by CORS|net::ERR_|Same Origin Policy disallows/,
});

const PAGE = `<!doctype html><title>Green tea</title><nav><a href="/">Home</a></nav>
<main><h1>Green tea</h1><p>Steep for <b>three minutes</b>, see <a href="/water">water</a>.</p></main>`;

let model: LLMock;
let web: Server;
let host: string;
const arrived: { url: string; key: string | undefined }[] = [];

test.beforeAll(async () => {
  web = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://server');
    if (!url.pathname.startsWith('/closed')) {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', '*, authorization');
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    arrived.push({ url: request.url ?? '', key: request.headers.authorization });
    if (url.pathname === '/search') {
      const results = [{ title: 'Green tea', url: `http://${host}/tea`, content: 'All about green tea.' }];
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ results }));
    }
    if (url.pathname === '/forbidden') return void response.writeHead(403).end('no');
    response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(web.address() as AddressInfo).port}`;
});
test.afterAll(() => new Promise<void>((resolve) => void web.close(() => resolve())));
test.beforeEach(async () => {
  arrived.length = 0;
  model = await startModel();
});
test.afterEach(() => model.stop());

const answerOf = (app: Page) => app.getByRole('article', { name: 'Answer' }).last();

async function ask(app: Page, question: string): Promise<void> {
  await app.getByRole('textbox', { name: /ask/i }).fill(question);
  await app.keyboard.press('Enter');
}

async function setUpSearch(app: Page): Promise<void> {
  await app.goto('./#/settings/web');
  const form = app.getByRole('form', { name: 'Web search' });
  await form.getByLabel('Service').selectOption('SearXNG');
  await form.getByLabel(/^Address/).fill(`http://${host}`);
  await form.getByLabel(/^Key/).fill('search-key-1');
  await form.getByRole('button', { name: 'Use this service' }).click();
  await expect(form.getByRole('status')).toHaveText('It works: SearXNG found 1 page.');
}

test('a configured service answers searches, and its results are cited by address', async ({ app }) => {
  await setUpSearch(app);
  expect(arrived.at(-1)).toEqual({ url: '/search?format=json&q=Perilune', key: 'Bearer search-key-1' });

  model.on(
    { userMessage: /steep/, hasToolResult: false },
    { toolCalls: [{ id: 'c', name: 'web_search', arguments: '{"query":"green tea"}' }] },
  );
  model.on({ userMessage: /steep/, hasToolResult: true }, { content: 'Three minutes [1-20].' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'How long does green tea steep?');
  const answer = answerOf(app);
  // After reading something, nothing is sent without being shown.
  const send = answer.getByRole('button', { name: 'Allow once', exact: true });
  await send.or(answer.getByText('Three minutes')).first().waitFor();
  if (await send.isVisible()) await send.click();
  await expect(answer).toContainText('Three minutes');
  const source = app
    .getByRole('complementary', { name: /Sources/ })
    .getByRole('link')
    .filter({ hasText: 'Green tea' });
  await expect(source).toContainText(host);
  await expect(source).toHaveAttribute('href', `http://${host}/tea`);
  const popup = app.waitForEvent('popup');
  await source.click();
  // Firefox reports the tab before it has an address.
  await (await popup).waitForURL(`http://${host}/tea`);
});

test('a page of a new host asks, is read as Markdown, and its host is remembered', async ({ app }) => {
  model.on(
    { userMessage: /page/, hasToolResult: false },
    { toolCalls: [{ id: 'c', name: 'read_page', arguments: JSON.stringify({ url: `http://${host}/tea` }) }] },
  );
  model.on({ userMessage: /page/, hasToolResult: true }, { content: 'It says three minutes [1].' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'What does the page say?');
  const answer = answerOf(app);
  expect(arrived).toEqual([]);
  await answer.getByRole('button', { name: `Allow once and let it reach ${host}` }).click();
  const send = answer.getByRole('button', { name: 'Allow once', exact: true });
  await send.or(answer.getByText('It says three minutes')).first().waitFor();
  if (await send.isVisible()) await send.click();
  await expect(answer).toContainText('It says three minutes');
  const told = JSON.stringify(model.getLastRequest()?.body);
  expect(told).toContain('Steep for **three minutes**');
  expect(told).toContain(`[water](http://${host}/water)`);
  expect(told).not.toContain('Home');
  await app.goto('./#/settings/web');
  await expect(app.getByRole('list', { name: 'Hosts' })).toContainText(host);
});

test('a page that forbids reading is explained with an alternative', async ({ app }) => {
  await app.evaluate((name) => window.perilune.tools.configure('read_page', { hosts: [name] }), host);
  const read = (path: string) =>
    app.evaluate(
      async (url) => (await window.perilune.tools.call('read_page', { url })).error?.message,
      `http://${host}${path}`,
    );
  expect(await read('/closed')).toContain(
    'does not let other pages read it (CORS). Open it in the browser, save it',
  );
  expect(await read('/forbidden')).toContain(
    'does not let programs read this page. Open it in the browser, save it',
  );
});

test('a tool turned off in a chat is neither offered nor called there', async ({ app }) => {
  model.on(
    { userMessage: /tea/, hasToolResult: false },
    { toolCalls: [{ id: 'c', name: 'web_search', arguments: '{"query":"tea"}' }] },
  );
  model.on({ userMessage: /tea/, hasToolResult: true }, { content: 'Without the web, then.' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await app.getByRole('button', { name: /^Model of this chat/ }).click();
  await app.getByRole('menuitem', { name: 'Tools in this chat…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Tools in this chat' });
  await dialog.getByRole('searchbox', { name: 'Filter tools' }).fill('web_s');
  await dialog.getByRole('switch', { name: 'web_search' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(app.getByRole('button', { name: '1 tool off' })).toBeVisible();
  await ask(app, 'What about tea?');
  await expect(answerOf(app)).toContainText('Without the web, then.');
  const offered = model.getRequests()[0]?.body as { tools?: { function?: { name: string } }[] } | undefined;
  expect(offered?.tools?.map((tool) => tool.function?.name)).not.toContain('web_search');
  expect(arrived).toEqual([]);
  await app.reload();
  await expect(app.getByRole('button', { name: '1 tool off' })).toBeVisible();
});
