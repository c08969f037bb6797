// Secrets: stored in Settings, used by tools, and readable nowhere.
import { seriousProblems } from './support/axe.ts';
import {
  add,
  call,
  CANARY,
  install,
  list,
  PASSPHRASE,
  setPassphrase,
  settings,
  stored,
} from './support/secrets.ts';
import { pasteText } from './support/paste.ts';
import { expect, test } from './support/test.ts';
import { startWebServer, type WebServer } from './support/web-server.ts';

test.describe('the list', () => {
  test('adds, replaces and removes, and reports errors at the field', async ({ app }) => {
    await settings(app);
    await expect(app.getByText('You have no secrets yet.')).toBeVisible();
    await add(app, '1ST', CANARY);
    const form = app.getByRole('form', { name: 'Add a secret' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/not starting with a digit/);
    await form.getByLabel('Name').fill('API_TOKEN');
    await form.getByLabel('Value').fill('abc');
    await form.getByRole('button', { name: 'Save secret' }).click();
    await expect(form.getByLabel('Value')).toHaveAccessibleDescription(/at least 4 characters/);
    await form.getByLabel('Value').fill(CANARY);
    await form.getByLabel('Hosts').fill('https://api.example.com/path');
    await form.getByRole('button', { name: 'Save secret' }).click();
    await expect(form.getByLabel('Hosts')).toHaveAccessibleDescription(/is not a host/);
    await form.getByLabel('Hosts').fill('api.example.com localhost:8080');
    await form.getByRole('button', { name: 'Save secret' }).click();
    await expect(list(app)).toHaveText(/API_TOKEN\s*only to api.example.com, localhost:8080/);
    await expect(app.getByRole('button', { name: 'Add a secret' })).toBeFocused();

    await add(app, 'API_TOKEN', 'another');
    await expect(app.getByText('A secret called API_TOKEN already exists.')).toBeVisible();
    await app.getByRole('button', { name: 'Cancel' }).click();

    await app.getByRole('button', { name: 'Replace API_TOKEN' }).click();
    const replace = app.getByRole('form', { name: 'Replace API_TOKEN' });
    await expect(replace.getByLabel('New value')).toHaveValue('');
    await replace.getByLabel('New value').fill('another value');
    await replace.getByLabel('Hosts').fill('');
    await replace.getByRole('button', { name: 'Replace value' }).click();
    await expect(list(app)).toHaveText(/to any host that is granted/);

    await app.getByRole('button', { name: 'Remove API_TOKEN' }).click();
    await expect(app.getByText('Removing API_TOKEN cannot be undone')).toBeVisible();
    await expect(app.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(list(app)).toHaveCount(1);
    await app.getByRole('button', { name: 'Remove API_TOKEN' }).click();
    await app.getByRole('button', { name: 'Remove API_TOKEN' }).click();
    await expect(app.getByText('You have no secrets yet.')).toBeVisible();
    expect(await app.evaluate(() => window.perilune.secrets.list())).toEqual([]);
  });

  test('a value can be shown while typed, and keeps its line breaks', async ({ app }) => {
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
    await pasteText(value, '-----BEGIN-----\nabc\n-----END-----\n');
    await expect(value).toHaveValue('-----BEGIN-----\nabc\n-----END-----\n');
    await expect(value).toBeFocused();
    await form.getByLabel('Name').fill('PEM');
    await form.getByRole('button', { name: 'Save secret' }).click();
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

test.describe('a used value', () => {
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
    // The name is stored, so the search below looks in the right places.
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

  test('when locked, a run fails with a sentence, and works after unlocking there (I88)', async ({ app }) => {
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
