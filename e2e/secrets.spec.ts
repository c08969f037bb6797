// Secrets: kept in Settings, used by tools, locked by a passphrase, and nowhere to be read.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { connectModel, startModel } from './support/model.ts';
import { expect, test } from './support/test.ts';
import { startWebServer, type WebServer } from './support/web-server.ts';

const CANARY = 'canary-8f3a-do-not-show';
const PASSPHRASE = 'correct horse';

const settings = async (page: Page): Promise<void> => {
  await page.goto('./#/settings');
  await expect(page.getByRole('heading', { name: 'Secrets' })).toBeVisible();
};

async function add(page: Page, name: string, value: string, hosts = ''): Promise<void> {
  await page.getByRole('button', { name: 'Add a secret' }).click();
  const form = page.getByRole('form', { name: 'Add a secret' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Value').fill(value);
  if (hosts) await form.getByLabel('Hosts').fill(hosts);
  await page.keyboard.press('Enter');
}

async function setPassphrase(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set a passphrase' }).click();
  await expect(page.getByText('Nobody can recover a forgotten passphrase.')).toBeVisible();
  await page.getByLabel('New passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabel('New passphrase again').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Lock now' })).toBeVisible();
}

function list(page: Page) {
  return page.getByRole('list', { name: 'Secrets' }).getByRole('listitem');
}

function call(
  page: Page,
  name: string,
): Promise<{ result?: unknown; error?: { code: string; message: string } }> {
  return page.evaluate((name) => window.perilune.tools.call(name, {}), name);
}

function install(page: Page, source: string, options = {}): Promise<void> {
  return page.evaluate(
    async ([source, options]) => {
      const { error } = await window.perilune.tools.install(source, options);
      if (error) throw new Error(error.message);
    },
    [source, options] as const,
  );
}

async function seriousProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Everything in every database of the page, as text; bytes as the text they would be. */
function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const text: string[] = [];
    const say = (value: unknown, depth = 0): void => {
      if (value instanceof ArrayBuffer) text.push(new TextDecoder('latin1').decode(value));
      else if (ArrayBuffer.isView(value)) text.push(new TextDecoder('latin1').decode(value as Uint8Array));
      else if (typeof value === 'object' && value !== null && depth < 20)
        for (const [key, inner] of Object.entries(value)) (text.push(key), say(inner, depth + 1));
      else text.push(String(value));
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error as DOMException);
      });
      for (const store of db.objectStoreNames) {
        const reading = db.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => (reading.onsuccess = resolve));
        say(reading.result);
      }
      db.close();
    }
    for (const storage of [localStorage, sessionStorage]) text.push(JSON.stringify({ ...storage }));
    return text.join('\n');
  });
}

test.describe('the list', () => {
  test('adds, replaces and removes, and says what is wrong at its field', async ({ app }) => {
    await settings(app);
    await expect(app.getByText('There are no secrets yet.')).toBeVisible();
    await add(app, '1ST', CANARY);
    const form = app.getByRole('form', { name: 'Add a secret' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/beginning with no digit/);
    await form.getByLabel('Name').fill('API_TOKEN');
    await form.getByLabel('Value').fill('abc');
    await form.getByRole('button', { name: 'Keep secret' }).click();
    await expect(form.getByLabel('Value')).toHaveAccessibleDescription(/at least 4 characters/);
    await form.getByLabel('Value').fill(CANARY);
    await form.getByLabel('Hosts').fill('https://api.example.com/');
    await form.getByRole('button', { name: 'Keep secret' }).click();
    await expect(form.getByLabel('Hosts')).toHaveAccessibleDescription(/is no host/);
    await form.getByLabel('Hosts').fill('api.example.com localhost:8080');
    await form.getByRole('button', { name: 'Keep secret' }).click();
    await expect(list(app)).toHaveText(/API_TOKEN\s*only to api.example.com, localhost:8080/);
    await expect(app.getByRole('button', { name: 'Add a secret' })).toBeFocused();

    await add(app, 'API_TOKEN', 'another');
    await expect(app.getByText('There is a secret called API_TOKEN already.')).toBeVisible();
    await app.getByRole('button', { name: 'Cancel' }).click();

    await app.getByRole('button', { name: 'Replace API_TOKEN' }).click();
    const replace = app.getByRole('form', { name: 'Replace API_TOKEN' });
    await expect(replace.getByLabel('New value')).toHaveValue('');
    await replace.getByLabel('New value').fill('another value');
    await replace.getByLabel('Hosts').fill('');
    await replace.getByRole('button', { name: 'Replace value' }).click();
    await expect(list(app)).toHaveText(/to any host that is granted/);

    await app.getByRole('button', { name: 'Remove API_TOKEN' }).click();
    await expect(app.getByText('cannot be undone')).toBeVisible();
    await expect(app.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(list(app)).toHaveCount(1);
    await app.getByRole('button', { name: 'Remove API_TOKEN' }).click();
    await app.getByRole('button', { name: 'Remove API_TOKEN' }).click();
    await expect(app.getByText('There are no secrets yet.')).toBeVisible();
    expect(await app.evaluate(() => window.perilune.secrets.list())).toEqual([]);
  });

  test('a value can be looked at while it is typed, and keeps its line breaks', async ({ app }) => {
    await settings(app);
    await app.getByRole('button', { name: 'Add a secret' }).click();
    const form = app.getByRole('form', { name: 'Add a secret' });
    const value = form.getByLabel('Value');
    await expect(form.getByRole('button', { name: 'Show' })).toHaveCount(0);
    await value.fill('typed');
    await expect(value).toHaveAttribute('type', 'password');
    await form.getByRole('button', { name: 'Show' }).click();
    await expect(value).toHaveAttribute('type', 'text');
    await form.getByRole('button', { name: 'Hide' }).click();
    await expect(value).toHaveAttribute('type', 'password');
    await value.fill('');
    await value.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '-----BEGIN-----\nabc\n-----END-----\n');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(value).toHaveValue('-----BEGIN-----\nabc\n-----END-----\n');
    await expect(value).toBeFocused();
    await form.getByLabel('Name').fill('PEM');
    await form.getByRole('button', { name: 'Keep secret' }).click();
    await install(
      app,
      'tool = {name="lines"}\nfunction tool.execute() return select(2, env.get("PEM"):gsub("\\n", "")) end',
      {
        config: { pem: '${PEM}' },
      },
    );
    expect(await call(app, 'lines')).toEqual({ result: 3 });
  });
});

test.describe('a value that is used', () => {
  let server: WebServer;
  test.beforeEach(async () => void (server = await startWebServer()));
  test.afterEach(() => server.stop());

  test('reaches the granted host, and can be read nowhere else (F67)', async ({ app }) => {
    const told: string[] = [];
    app.on('console', (message) => told.push(message.text()));
    await settings(app);
    await add(app, 'API_TOKEN', CANARY, server.host);
    await expect(list(app)).toHaveCount(1);
    await install(
      app,
      `tool = {name="echo"}
       function tool.execute(params, context)
         print("token", context.config.token) log.warn(env.get("API_TOKEN"))
         local r = http.get("${server.origin}/echo", {headers={Authorization="Bearer " .. context.config.token}})
         return {config=context.config, answered=r.body, reversed=env.get("API_TOKEN")}
       end`,
      { hosts: [server.host], config: { token: '${API_TOKEN}' } },
    );
    await install(
      app,
      `tool = {name="fails"}
       function tool.execute(params, context) error("it was " .. context.config.token) end`,
      { config: { token: '${API_TOKEN}' } },
    );
    const answers = [
      await call(app, 'echo'),
      await call(app, 'fails'),
      await app.evaluate(() => window.perilune.tools.list()),
      await app.evaluate(() => window.perilune.secrets.list()),
    ];
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${CANARY}`);
    expect(answers[0]).toMatchObject({ result: { reversed: '[secret API_TOKEN]' } });
    for (const name of ['echo', 'fails']) {
      await app.goto(`./#/studio/${name}`);
      await app.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(app.getByText(/^(Done|Failed)$/)).toBeVisible();
      expect(await app.evaluate(() => document.documentElement.innerHTML)).not.toContain(CANARY);
    }
    await settings(app);
    // The name is where it belongs, so the search below looks in the right places.
    expect(await stored(app)).toContain('${API_TOKEN}');
    for (const text of [
      JSON.stringify(answers),
      told.join('\n'),
      await stored(app),
      await app.evaluate(() => document.documentElement.innerHTML),
    ]) {
      expect(text).not.toContain(CANARY);
    }
  });

  test('stays away from tools that do not name it, and from hosts it is not for (F66)', async ({ app }) => {
    await app.evaluate(
      ([value]) => window.perilune.secrets.set('API_TOKEN', value, { hosts: ['api.example.com'] }),
      [CANARY] as const,
    );
    await install(
      app,
      `tool = {name="stranger"}
       function tool.execute(params, context)
         http.post("${server.origin}/echo", "${'${API_TOKEN}'} {{API_TOKEN}}")
         return {env=env.get("API_TOKEN"), config=context.config.API_TOKEN}
       end`,
      { hosts: [server.host] },
    );
    const { result } = await call(app, 'stranger');
    expect(result).toEqual({});
    expect(server.requests.at(-1)?.body.toString()).toBe('${API_TOKEN} {{API_TOKEN}}');
    server.requests.length = 0;
    await install(
      app,
      `tool = {name="owner"}
       function tool.execute() return http.post("${server.origin}/echo", env.get("API_TOKEN")).body end`,
      { hosts: [server.host], config: { token: '${API_TOKEN}' } },
    );
    const refused = await call(app, 'owner');
    expect(refused.error?.code).toBe('denied');
    expect(refused.error?.message).toContain('API_TOKEN');
    expect(JSON.stringify(refused)).not.toContain(CANARY);
    expect(server.requests).toEqual([]);
  });

  test('locked, a run fails with a sentence, and works again after unlocking there (I88)', async ({
    app,
  }) => {
    await settings(app);
    await add(app, 'API_TOKEN', CANARY);
    await expect(list(app)).toHaveCount(1);
    await install(app, 'tool = {name="uses"}\nfunction tool.execute() return #env.get("API_TOKEN") end', {
      config: { token: '${API_TOKEN}' },
    });
    await setPassphrase(app);
    expect(await call(app, 'uses')).toEqual({ result: CANARY.length });
    await app.getByRole('button', { name: 'Lock now' }).click();
    await expect(app.getByRole('heading', { name: 'Locked' })).toBeVisible();
    await expect(app.getByRole('button', { name: 'Add a secret' })).toBeDisabled();
    expect(await call(app, 'uses')).toMatchObject({
      error: { code: 'unavailable', message: 'Your secrets are locked. Unlock them in Settings.' },
    });
    await app.goto('./#/studio/uses');
    await app.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(app.getByText('Your secrets are locked.')).toBeVisible();
    await app.getByRole('button', { name: 'Unlock' }).click();
    const dialog = app.getByRole('dialog', { name: 'Unlock your secrets' });
    await expect(dialog.getByLabel('Passphrase')).toBeFocused();
    await app.keyboard.type('wrong horse');
    await app.keyboard.press('Enter');
    await expect(dialog.getByLabel('Passphrase')).toHaveAccessibleDescription(/not the passphrase/);
    expect(await seriousProblems(app)).toEqual([]);
    await dialog.getByLabel('Passphrase').fill(PASSPHRASE);
    await app.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(app.getByRole('button', { name: 'Unlock' })).toHaveCount(0);
    await app.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(app.getByRole('group', { name: 'Test' }).getByLabel('Result')).toContainText(
      String(CANARY.length),
    );
  });
});

test.describe('the passphrase (I88)', () => {
  test('locks at a reload, and a chat that needs the model’s key offers to unlock', async ({ app }) => {
    const model = await startModel();
    model.onMessage(/hello/, { content: 'Hello to you.' });
    await connectModel(app, { baseUrl: `${model.url}/v1`, key: CANARY });
    await settings(app);
    await setPassphrase(app);
    await app.reload();
    await app.evaluate(() => window.perilune.ready);
    await expect(app.getByRole('heading', { name: 'Locked' })).toBeVisible();
    expect(await app.evaluate(() => window.perilune.secrets.status())).toMatchObject({ locked: true });
    expect(await stored(app)).not.toContain(CANARY);
    await app.goto('./#/chat');
    await app.getByRole('textbox', { name: /ask/i }).fill('hello');
    await app.keyboard.press('Enter');
    const answer = app.getByRole('article', { name: /answer/i }).last();
    await expect(answer.getByRole('alert')).toContainText('Your secrets are locked.');
    await answer.getByRole('button', { name: 'Unlock' }).click();
    await app.getByRole('dialog').getByLabel('Passphrase').fill(PASSPHRASE);
    await app.keyboard.press('Enter');
    await expect(app.getByRole('dialog')).toHaveCount(0);
    await app.getByRole('textbox', { name: /ask/i }).fill('hello');
    await app.keyboard.press('Enter');
    await expect(answer).toContainText('Hello to you.');
    // The scripted model hides what it was sent, and says only that there was a key.
    expect(model.getLastRequest()?.headers['authorization']).toBeDefined();
    await model.stop();
  });

  test('can be changed and removed, and the minutes until it locks can be chosen', async ({ app }) => {
    await settings(app);
    await add(app, 'API_TOKEN', CANARY);
    await setPassphrase(app);
    const minutes = app.getByLabel('Lock after');
    await minutes.fill('0');
    await minutes.press('Enter');
    await expect(minutes).toHaveAccessibleDescription(/whole number of minutes/);
    await minutes.fill('5');
    await minutes.press('Enter');
    await expect
      .poll(() => app.evaluate(() => window.perilune.secrets.status()))
      .toMatchObject({ idleMinutes: 5 });

    await app.getByRole('button', { name: 'Change passphrase' }).click();
    await app.getByLabel('Passphrase now').fill('wrong horse');
    await app.getByLabel('New passphrase', { exact: true }).fill('another horse');
    await app.getByLabel('New passphrase again').fill('another house');
    await app.keyboard.press('Enter');
    await expect(app.getByLabel('New passphrase again')).toHaveAccessibleDescription(/not the same/);
    await app.getByLabel('New passphrase again').fill('another horse');
    await app.keyboard.press('Enter');
    await expect(app.getByLabel('Passphrase now')).toHaveAccessibleDescription(/not the passphrase/);
    await app.getByLabel('Passphrase now').fill(PASSPHRASE);
    await app.keyboard.press('Enter');
    await expect(app.getByText('The passphrase is changed.')).toBeVisible();
    await app.getByRole('button', { name: 'Remove passphrase' }).click();
    await app.getByLabel('Passphrase now').fill('another horse');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('heading', { name: 'No passphrase' })).toBeVisible();
    await expect(list(app)).toHaveCount(1);
  });

  test('that is forgotten leaves a way out, which asks first', async ({ app }) => {
    await settings(app);
    await add(app, 'API_TOKEN', CANARY);
    await setPassphrase(app);
    await app.getByRole('button', { name: 'Lock now' }).click();
    await app.getByRole('button', { name: 'Forgot the passphrase?' }).click();
    await expect(app.getByText('It cannot be undone')).toBeVisible();
    await expect(app.getByRole('button', { name: 'Keep them' })).toBeFocused();
    await app.getByRole('button', { name: 'Forget all secrets' }).click();
    await expect(app.getByText('There are no secrets yet.')).toBeVisible();
    await expect(app.getByRole('heading', { name: 'No passphrase' })).toBeVisible();
    await add(app, 'API_TOKEN', CANARY);
    await expect(list(app)).toHaveCount(1);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in any state, on a phone, ${colorScheme}`, async ({ app }) => {
    await app.emulateMedia({ colorScheme });
    await app.setViewportSize({ width: 390, height: 844 });
    await settings(app);
    const check = async (state: string): Promise<void> => {
      expect(await seriousProblems(app), state).toEqual([]);
      const overflow = await app.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${state} scrolls sideways`).toBeLessThanOrEqual(0);
    };
    await check('empty');
    await add(app, '1ST', CANARY);
    await check('refused');
    await app.getByRole('form').getByLabel('Name').fill('A_NAME_'.repeat(9));
    await app.getByRole('button', { name: 'Keep secret' }).click();
    await app.getByRole('button', { name: /^Remove A_NAME/ }).click();
    await check('removing');
    await setPassphrase(app);
    await check('unlocked');
    await app.getByRole('button', { name: 'Lock now' }).click();
    await app.getByRole('button', { name: 'Forgot the passphrase?' }).click();
    await check('locked');
  });
}
