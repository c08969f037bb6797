// A connected model: streamed answers, tool calls, citations, and everything that can go wrong.
import type { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright/test';
import { connectModel, saveSettings, startFaulty, startModel } from './support/model.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

let model: LLMock;
test.beforeEach(async () => {
  model = await startModel();
});
test.afterEach(() => model.stop());

// The browser's own console messages when an endpoint responds with an error.
test.use({
  expectedErrors: /Failed to load resource|has been blocked by CORS|net::ERR_|Same Origin Policy disallows/,
});

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: /ask/i }).fill(question);
  await page.keyboard.press('Enter');
}

function answer(page: Page) {
  return page.getByRole('article', { name: /answer/i }).last();
}

test('streams an answer whose citations lead to the passage', async ({ app }) => {
  model.onMessage(/back|add|documents/i, {
    content: 'Drop files anywhere in the window [1]. Not so sure about [97].',
  });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'How do I add documents?');
  await expect(answer(app)).toContainText('Drop files anywhere in the window');
  const citation = answer(app)
    .getByRole('button', { name: /source 1\b|^1$/i })
    .first();
  await expect(citation).toBeVisible();
  await citation.click();
  await expect(app).toHaveURL(/#\/library\/.+passage=/);
});

test('rewrites an answer on click: shorter, explained, continued', async ({ app }) => {
  model.onMessage(/tides/i, { content: 'The moon pulls the sea, and the sea follows it.' });
  model.onMessage(/shorter/i, { content: 'The moon pulls the sea.' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'Why are there tides?');
  await expect(answer(app)).toContainText('and the sea follows it');
  for (const name of ['Shorter', 'Explain', 'Continue']) {
    await expect(answer(app).getByRole('button', { name, exact: true })).toBeVisible();
  }
  await answer(app).getByRole('button', { name: 'Shorter' }).click();
  await expect(app.getByText('Make that shorter.', { exact: true })).toBeVisible();
  await expect(answer(app)).toHaveText(/^\s*The moon pulls the sea\./);
  // Only the last answer offers them.
  await expect(app.getByRole('button', { name: 'Shorter' })).toHaveCount(1);
});

test('runs two tool calls of one turn, shows each as a card, and returns the results in order', async ({
  app,
}) => {
  model.on(
    { userMessage: /two sums/, hasToolResult: false },
    {
      toolCalls: [
        { id: 'call_a', name: 'calculator', arguments: '{"expression":"2+2"}' },
        { id: 'call_b', name: 'calculator', arguments: '{"expression":"10*10"}' },
      ],
    },
  );
  model.on({ userMessage: /two sums/, hasToolResult: true }, { content: 'The sums are 4 and 100.' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'Please do two sums');
  await expect(answer(app)).toContainText('The sums are 4 and 100.');
  await expect(answer(app).getByText('calculator', { exact: true })).toHaveCount(2);
  const body = JSON.stringify(model.getLastRequest()?.body);
  expect(body.indexOf('call_a')).toBeGreaterThan(-1);
  expect(body.lastIndexOf('call_b')).toBeGreaterThan(body.lastIndexOf('call_a'));
});

test('uses the Responses API when configured', async ({ app }) => {
  model.on(
    { userMessage: /sum please/, hasToolResult: false },
    { toolCalls: [{ id: 'call_r', name: 'calculator', arguments: '{"expression":"3*3"}' }] },
  );
  model.on({ userMessage: /sum please/, hasToolResult: true }, { content: 'It is 9.' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await app.goto('./#/settings');
  await app.getByText('Wire format and headers').click();
  await app.getByLabel('Wire format').selectOption({ label: 'Responses' });
  await saveSettings(app);
  await app.goto('./#/chat');
  await ask(app, 'A sum please');
  await expect(answer(app)).toContainText('It is 9.');
  expect(model.getRequests().some(({ path }) => path?.includes('/responses'))).toBe(true);
});

test('asks before a tool call, and reports a refusal to the model', async ({ app }) => {
  model.on(
    { userMessage: /careful/, hasToolResult: false },
    { toolCalls: [{ id: 'call_c', name: 'careful', arguments: '{"what":"this"}' }] },
  );
  model.on({ userMessage: /careful/, hasToolResult: true }, { content: 'Understood, I will not.' });
  await app.evaluate(() =>
    window.perilune.tools.install(
      'tool = {name="careful", approve=true, parameters={{name="what"}}}\nfunction tool.execute(p) return p.what end',
    ),
  );
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'be careful');
  await expect(answer(app)).toContainText('"this"');
  await answer(app).getByRole('button', { name: /deny/i }).click();
  await expect(answer(app)).toContainText('Understood, I will not.');
  expect(JSON.stringify(model.getLastRequest()?.body)).toContain('denied');
});

test('Esc stops an answer and keeps its text', async ({ app }) => {
  model.onMessage(/long/, { content: 'word '.repeat(400) }, { latency: 40, chunkSize: 5 });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'a long timeline');
  await expect(answer(app)).toContainText('word word word');
  await app.keyboard.press('Escape');
  await expect(app.getByRole('button', { name: /^stop/i })).toHaveCount(0);
  await app.reload();
  await expect(answer(app)).toContainText('word word');
});

test('keeps the text of a broken stream, says that it broke, and goes on with it', async ({ app }) => {
  model.onMessage(/broke off/, { content: ' And here it ends.' });
  model.onMessage(
    /cut/,
    { content: 'This sentence will not be fini'.repeat(20) },
    { truncateAfterChunks: 25, latency: 40 },
  );
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'cut me off');
  await expect(answer(app)).toContainText('This sentence');
  await expect(answer(app)).toContainText(/cut off|ended early|broke off/i);
  await answer(app).getByRole('button', { name: 'Continue' }).click();
  await expect(answer(app)).toContainText('And here it ends.');
  await expect(answer(app)).toContainText('This sentence');
  await expect(answer(app)).not.toContainText('cut off');
});

const FAULTS = [
  { name: 'a wrong key', status: 401, body: '{"error":{"message":"bad key"}}', says: /key/i },
  {
    name: 'too many requests',
    status: 429,
    body: '{"error":{"message":"slow down"}}',
    says: /too many|limit|later/i,
  },
  { name: 'a broken server', status: 500, body: '{"error":{"message":"oh"}}', says: /server|500/i },
  {
    name: 'a web page',
    status: 200,
    body: '<!doctype html><html>hi</html>',
    says: /web page/i,
    type: 'text/html',
  },
  {
    name: 'garbage',
    status: 200,
    body: '%%% not json %%%',
    says: /isn’t from a model endpoint/i,
  },
];

test('explains any faulty response of an endpoint in a sentence, and the chat continues', async ({ app }) => {
  let fault = FAULTS[0];
  const server = await startFaulty((response) => {
    const { status = 0, type = 'application/json', body = '' } = fault ?? {};
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await connectModel(app, { baseUrl: server.baseUrl });
  const answers = app.getByRole('article', { name: /answer/i });
  for (const [index, next] of FAULTS.entries()) {
    fault = next;
    const question = `Hello, what of ${next.name}?`;
    await ask(app, question);
    await expect(answers, next.name).toHaveCount(index + 1);
    await expect(answer(app).getByRole('alert'), next.name).toContainText(next.says, { timeout: 30_000 });
    // A question sent before the answer has ended would be queued.
    await expect(app.getByRole('button', { name: 'Ask', exact: true })).toBeVisible();
    await expect(app.getByText(question).first()).toBeVisible();
  }
  await server.stop();
});

test('announces silence of the model, which can be stopped', async ({ app }) => {
  let isAsked = false;
  const server = await startFaulty(() => void (isAsked = true));
  await connectModel(app, { baseUrl: server.baseUrl });
  await app.clock.install();
  await ask(app, 'Anyone there?');
  await expect.poll(() => isAsked).toBe(true);
  await app.clock.fastForward('00:15');
  await expect(answer(app)).toContainText(/not answered|still waiting/i, { timeout: 60_000 });
  await app.keyboard.press('Escape');
  await expect(app.getByRole('button', { name: /^stop/i })).toHaveCount(0);
  await server.stop();
});

test('the connection test tells a CORS refusal from an unreachable address', async ({ app }) => {
  const closed = await startFaulty((response) => response.end('{"data":[]}'), { cors: false });
  await app.goto('./#/settings');
  await app.getByLabel('Base URL').fill(closed.baseUrl);
  await app.getByLabel('Model', { exact: true }).fill('any');
  await app.getByRole('button', { name: /test/i }).click();
  await expect(app.getByText(/CORS/).first()).toBeVisible();
  await closed.stop();
  await app.getByLabel('Base URL').fill('http://127.0.0.1:9/v1');
  await app.getByRole('button', { name: /test/i }).click();
  await expect(app.getByText(/nothing answers/i).first()).toBeVisible({
    timeout: 60_000,
  });
});

test.describe('hostile markup', () => {
  // The browser reports inline event handlers blocked by its policy while the sanitiser parses them.
  test.use({
    expectedErrors: /Executing inline event handler|script-src-attr inline|'TrustedScript' assignment/,
  });

  test('an answer never fetches anything from elsewhere, and none of its markup runs', async ({ app }) => {
    const seen: string[] = [];
    const server = await startFaulty((response, path) => {
      seen.push(path);
      response.end('x');
    });
    const url = server.baseUrl.replace('/v1', '');
    model.onMessage(/pictures/, {
      content: [
        `![a](${url}/md) ![b][r] <img src="${url}/img"> <img srcset="${url}/srcset 1x">`,
        `<video poster="${url}/poster" src="${url}/video"></video><audio src="${url}/audio" autoplay></audio>`,
        `<div style="background:url(${url}/style)">x</div><table background="${url}/table"><tr><td>t</td></tr></table>`,
        `<svg><image href="${url}/svg"/></svg><link rel="stylesheet" href="${url}/css"><iframe src="${url}/frame"></iframe>`,
        `<meta http-equiv="refresh" content="0;url=${url}/meta"><script>window.pwned = 1</script>`,
        `<a href="javascript:window.pwned=2">link</a> <img src=x onerror="window.pwned=3"> <form action="${url}/form"><input type="image" src="${url}/input"></form>`,
        ``,
        `[r]: ${url}/reference`,
        ``,
        `The end of it.`,
      ].join('\n'),
    });
    await connectModel(app, { baseUrl: `${model.url}/v1` });
    await ask(app, 'show me pictures');
    await expect(answer(app)).toContainText('The end of it.');
    await app.waitForTimeout(500);
    expect(seen).toEqual([]);
    expect(await app.evaluate(() => (window as unknown as { pwned?: number }).pwned)).toBeUndefined();
    expect(app.url()).toContain('#/chat');
    await server.stop();
  });
});
