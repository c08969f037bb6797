// Connecting a model by tiles: OpenRouter by signing in, a service by a checked key, then the menu and the second
// answer.
import type { Page, Route } from 'playwright/test';
import { expect, openApp, test } from './support/test.ts';

const NAMES = [
  'gpt-9',
  'gpt-9-mini',
  ...Array.from({ length: 12 }, (_, i) => `other-${i}`),
  'text-embedding-9',
];
const KEY = 'sk-or-v1-0123456789abcdef';

test.use({ expectedErrors: /Failed to load resource|net::ERR_|request to a foreign host|uncaught/ });

const json = (route: Route, body: unknown, status = 200): Promise<void> =>
  route.fulfill({
    status,
    json: body,
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' },
  });

/** A service that accepts one key and writes one sentence. */
async function serve(page: Page, host: string, key: string, sentence: string): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`https://${host}/**`, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.method() === 'OPTIONS') return json(route, {});
    const sent = request.headers()['authorization'];
    asked.push(`${request.method()} ${pathname} ${sent ?? 'no key'}`);
    if (sent !== `Bearer ${key}`) return json(route, { error: { message: 'Wrong key' } }, 401);
    if (pathname.endsWith('/key')) return json(route, { data: {} });
    if (pathname.endsWith('/models')) return json(route, { data: NAMES.map((id) => ({ id })) });
    const delta = pathname.endsWith('/responses')
      ? `data: ${JSON.stringify({ type: 'response.output_text.delta', delta: sentence, item_id: 'm', output_index: 0, content_index: 0 })}\n\ndata: ${JSON.stringify({ type: 'response.completed', response: { id: 'r', status: 'completed', output: [], usage: { input_tokens: 1, output_tokens: 1 } } })}\n\n`
      : `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: sentence }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'content-type': 'text/event-stream' },
      body: delta,
    });
  });
  return asked;
}

const answer = (page: Page) => page.getByRole('article', { name: /answer/i }).last();

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: /ask/i }).fill(question);
  await page.keyboard.press('Enter');
}

test('signing in with OpenRouter returns a key, and asks the last question again', async ({ app }) => {
  const asked = await serve(app, 'openrouter.ai', KEY, 'A model wrote this.');
  let exchanged: Record<string, string> | undefined;
  let challenge = '';
  await app.route('https://openrouter.ai/auth?**', (route) => {
    const address = new URL(route.request().url());
    challenge = address.searchParams.get('code_challenge') ?? '';
    const back = new URL(address.searchParams.get('callback_url') ?? '');
    back.searchParams.set('code', 'the-code');
    return route.fulfill({ status: 302, headers: { location: back.href } });
  });
  await app.route('https://openrouter.ai/api/v1/auth/keys', (route) => {
    if (route.request().method() === 'OPTIONS') return json(route, {});
    exchanged = route.request().postDataJSON() as Record<string, string>;
    return json(route, { key: KEY });
  });
  await ask(app, 'How do I add my own documents?');
  await expect(answer(app)).toContainText('Answered without a model');
  await answer(app).getByRole('link', { name: 'Connect a model' }).click();
  await app.getByRole('button', { name: /Sign in with OpenRouter/ }).click();
  await expect(answer(app)).toContainText('A model wrote this.');
  await expect(answer(app).getByText('2 of 2').or(answer(app).getByText('2 / 2')).first()).toBeVisible();
  expect(exchanged).toMatchObject({ code: 'the-code', code_challenge_method: 'S256' });
  const verifier = exchanged?.['code_verifier'] ?? '';
  const hash = await app.evaluate(async (text) => {
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
    return btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '');
  }, verifier);
  expect(challenge).toBe(hash);
  expect(app.url()).not.toMatch(/code=|sign-in=/);
  expect(asked.some((line) => line.startsWith('POST /api/v1/chat/completions'))).toBe(true);
  expect(
    await app.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(KEY);
});

test('a model at another address answers the last question again, too', async ({ app }) => {
  await serve(app, 'models.example', 'a-key', 'A model wrote this.');
  await ask(app, 'How do I add my own documents?');
  await answer(app).getByRole('link', { name: 'Connect a model' }).click();
  await app.getByRole('link', { name: /Other endpoint/ }).click();
  await app.getByLabel('Base URL').fill('https://models.example/v1');
  await app.getByLabel(/^key/i).fill('a-key');
  await app.getByLabel('Model', { exact: true }).fill('gpt-9');
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(answer(app)).toContainText('A model wrote this.');
});

test('a return from a sign-in that was never started is ignored, and removed from the address bar', async ({
  app,
}) => {
  const sent: string[] = [];
  await app.route('https://openrouter.ai/**', (route) => {
    sent.push(route.request().url());
    return route.abort();
  });
  for (const query of ['?code=evil', '?sign-in=evil&code=evil', '?sign-in=&code=evil']) {
    await openApp(app, `./${query}#/chat`);
    await expect(app).toHaveURL(/\/#\/chat$/);
    await expect(app.getByRole('textbox', { name: /ask/i })).toBeVisible();
  }
  await app.evaluate(() =>
    sessionStorage.setItem(
      'perilune:sign-in',
      JSON.stringify({ state: 'mine', verifier: 'v', begun: Date.now() }),
    ),
  );
  await openApp(app, './?sign-in=yours&code=evil#/chat');
  await expect(app).toHaveURL(/\/#\/chat$/);
  expect(sent).toEqual([]);
});

test('a key is checked only with its service, all models are in the menu, and disconnecting keeps the key', async ({
  app,
}) => {
  const openai = await serve(app, 'api.openai.com', 'sk-proj-0123456789abcdef', 'Written.');
  const groq = await serve(app, 'api.groq.com', 'gsk_0123456789abcdef', 'Written.');
  await app.goto('./#/settings/model');
  const tiles = app.getByRole('list', { name: 'Services' });
  await tiles.getByRole('button', { name: 'OpenAI' }).click();
  await app.getByLabel('Key for OpenAI').fill('sk-proj-wrongwrongwrong');
  await expect(app.getByText(/401/)).toBeVisible();

  await app.getByLabel('Key for OpenAI').fill('gsk_0123456789abcdef');
  await expect(app.getByText('This is a key for Groq.')).toBeVisible();
  await expect(app.getByText('The key works. Groq offers 15 models.')).toBeVisible();
  expect(openai.filter((line) => line.includes('gsk_'))).toEqual([]);
  expect(groq.length).toBeGreaterThan(0);

  await tiles.getByRole('button', { name: 'OpenAI' }).click();
  await app.getByLabel('Key for OpenAI').fill('sk-proj-0123456789abcdef');
  await expect(app.getByText('The key works. OpenAI offers 15 models.')).toBeVisible();
  await expect(app.getByLabel('Default model')).toHaveValue('gpt-9-mini');
  await app.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(app.getByText('Chats now ask gpt-9-mini.')).toBeVisible();

  await app.goto('./#/chat');
  await app.getByRole('button', { name: 'Model of this chat: gpt-9-mini' }).click();
  await app.getByLabel('Filter models').fill('other-1');
  await expect(app.getByRole('menuitem', { name: /^other-/ })).toHaveCount(3);
  await app.getByRole('menuitem', { name: /^other-11/ }).click();
  await ask(app, 'What leaves my device?');
  await expect(answer(app)).toContainText('Written.');
  await expect(app.getByRole('button', { name: 'Model of this chat: other-11' })).toBeVisible();

  await app.getByRole('button', { name: 'Model of this chat: other-11' }).click();
  await app.getByRole('menuitem', { name: /^Search only, no model/ }).click();
  await ask(app, 'How do I write a Lua tool?');
  await expect(answer(app)).not.toContainText('Written.');
  await expect(answer(app).getByRole('link').first()).toBeVisible();
  await expect(app.getByRole('button', { name: 'Model of this chat: Search only, no model' })).toBeVisible();

  await app.goto('./#/settings/model');
  await app.getByRole('button', { name: 'Disconnect' }).click();
  await expect(
    app.getByText('The key for api.openai.com is stored on this device but not used.'),
  ).toBeVisible();
  await tiles.getByRole('button', { name: 'OpenAI' }).click();
  await expect(app.getByText('The key works. OpenAI offers 15 models.')).toBeVisible();
  await app.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(app.getByText('gpt-9-mini at api.openai.com')).toBeVisible();
  await app.getByRole('button', { name: 'Disconnect' }).click();
  await app.getByRole('button', { name: 'Delete the key for api.openai.com' }).click();
  await expect(app.getByText('Deleted the key for api.openai.com.')).toBeVisible();
});
