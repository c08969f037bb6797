// Approvals of a run's actions: nothing happens before the yes, and exactly what was shown happens after it.
import type { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright/test';
import { seriousProblems } from './support/axe.ts';
import { answer, call, install, outcome, questions, start } from './support/approvals.ts';
import { connectModel, startModel } from './support/model.ts';
import { expect, test, testOnOnePage } from './support/test.ts';
import { startWebServer, type WebServer } from './support/web-server.ts';

const NOTES = `tool = {name="notes", parameters={{name="text"},{name="read", type="boolean"},{name="delete", type="boolean"}}}
function tool.execute(params)
  if params.read then return fs.read("notes/a.txt") end
  if params.delete then fs.delete("notes/a.txt") return "deleted" end
  fs.write("notes/a.txt", params.text)
  return "written"
end`;

test.describe('files', () => {
  testOnOnePage('writing asks, and a no leaves nothing written', async ({ app }) => {
    await install(app, NOTES);
    const asked = await start(app, 'notes', { text: 'first line\nsecond' });
    await expect(questions(app)).toContainText('notes wants to write notes/a.txt');
    await expect(questions(app)).toContainText('Called by a script on this page.');
    await expect(app.getByLabel('File contents')).toHaveText('first line\nsecond');
    await expect(app).toHaveTitle(/^\(1\) Waiting for you/);
    await answer(app, 'Deny');
    expect(await outcome(app, asked)).toMatchObject({ error: { code: 'denied' } });
    expect(await call(app, 'notes', { read: true })).toMatchObject({ error: { code: 'not_found' } });
    await expect(questions(app)).toHaveCount(0);
  });

  testOnOnePage(
    'after a yes, the file exists for the next run, and deleting it asks again',
    async ({ app }) => {
      await install(app, NOTES);
      const asked = await start(app, 'notes', { text: 'kept' });
      await answer(app, 'Allow once');
      expect(await outcome(app, asked)).toEqual({ result: 'written' });
      expect(await call(app, 'notes', { read: true })).toEqual({ result: 'kept' });
      const deleting = await start(app, 'notes', { delete: true });
      await expect(questions(app)).toContainText('notes wants to delete notes/a.txt');
      await answer(app, 'Deny');
      expect(await outcome(app, deleting)).toMatchObject({ error: { code: 'denied' } });
      expect(await call(app, 'notes', { read: true })).toEqual({ result: 'kept' });
    },
  );

  testOnOnePage('a run from the studio asks there', async ({ app }) => {
    await install(app, NOTES);
    await app.goto('./#/studio/notes');
    await app.getByRole('textbox', { name: 'text' }).fill('from the studio');
    await app.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(questions(app)).toContainText('You started it.');
    await answer(app, 'Allow once');
    await expect(app.getByRole('group', { name: 'Test' }).getByLabel('Result')).toContainText('written');
  });

  testOnOnePage('a tool with a grant to write does not ask', async ({ app }) => {
    await install(app, NOTES);
    await app.evaluate(() => window.perilune.tools.grant('notes', { writes: true }));
    expect(await call(app, 'notes', { text: 'kept' })).toEqual({ result: 'written' });
    expect(await call(app, 'notes', { read: true })).toEqual({ result: 'kept' });
  });
});

test.describe('the question (F68)', () => {
  const CAREFUL = `tool = {name="careful", approve=true, version="1", parameters={{name="what"}}}
    function tool.execute(p) return #p.what end`;

  testOnOnePage('the safe choice has the focus, and a held key does not answer', async ({ app }) => {
    await install(app, CAREFUL);
    await start(app, 'careful', { what: 'x' });
    const deny = questions(app).getByRole('button', { name: 'Deny' });
    await expect(deny).toBeFocused();
    // A click within the first half second, then a repeating key: neither answers.
    await deny.dispatchEvent('click');
    await expect(deny).toHaveAttribute('aria-disabled', 'false');
    await app.keyboard.down('Enter');
    await expect(questions(app)).toHaveCount(0);
    await app.keyboard.up('Enter');
    await start(app, 'careful', { what: 'x' });
    await app.keyboard.down('Enter');
    await app.waitForTimeout(700);
    await app.keyboard.down('Enter');
    await app.keyboard.down('Enter');
    await expect(questions(app)).toHaveCount(1);
    await app.keyboard.up('Enter');
    await answer(app, 'Deny');
  });

  testOnOnePage('a double click answers one question, and not the next one in its place', async ({ app }) => {
    await install(app, CAREFUL);
    await start(app, 'careful', { what: 'first' });
    await expect(questions(app)).toHaveCount(1);
    const second = await start(app, 'careful', { what: 'second' });
    await expect(questions(app)).toHaveCount(2);
    const allow = questions(app).first().getByRole('button', { name: 'Allow once' });
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await allow.dblclick();
    await expect(questions(app)).toHaveCount(1);
    await app.waitForTimeout(300);
    await expect(questions(app)).toContainText('second');
    await expect(questions(app).getByRole('button', { name: 'Deny' })).toBeFocused();
    await answer(app, 'Deny');
    expect(await outcome(app, second)).toMatchObject({ error: { code: 'denied' } });
  });

  testOnOnePage('an aborted question disappears, and the other one can be answered', async ({ app }) => {
    await install(app, CAREFUL);
    await app.evaluate(() => {
      const abort = new AbortController();
      Object.assign(window, { abort });
      void window.perilune.tools.call('careful', { what: 'goes' }, { signal: abort.signal });
    });
    const stays = await start(app, 'careful', { what: 'stays' });
    await expect(questions(app)).toHaveCount(2);
    await app.evaluate(() => (window as unknown as { abort: AbortController }).abort.abort());
    await expect(questions(app)).toHaveCount(1);
    await expect(questions(app)).toContainText('stays');
    await answer(app, 'Allow once');
    expect(await outcome(app, stays)).toEqual({ result: 5 });
  });

  testOnOnePage(
    'shows ten thousand characters, including those that hide or reverse text',
    async ({ app }) => {
      await install(app, CAREFUL);
      await app.setViewportSize({ width: 390, height: 844 });
      const what = `pay\u202Eevil\u200B\u001B[2K${'long words '.repeat(1000)}the end`;
      const asked = await start(app, 'careful', { what });
      const shown = app.getByLabel('Arguments');
      await expect(shown).toContainText('payU+202EevilU+200B');
      await expect(shown).toContainText('the end');
      await expect(questions(app).getByRole('button', { name: 'Allow once' })).toBeInViewport();
      expect(await app.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
        0,
      );
      await answer(app, 'Allow once');
      // Three bytes each for the two non-ASCII characters.
      expect(await outcome(app, asked)).toEqual({ result: what.length + 4 });
      await app.setViewportSize({ width: 1280, height: 800 });
    },
  );

  testOnOnePage('a nested tool names its caller', async ({ app }) => {
    await install(app, CAREFUL);
    await install(
      app,
      'tool = {name="outer"}\nfunction tool.execute() return tools.careful{what="inner"} end',
    );
    const asked = await start(app, 'outer');
    await expect(questions(app)).toContainText(
      'outer, which a script on this page called, asks to run careful',
    );
    await answer(app, 'Allow once');
    expect(await outcome(app, asked)).toEqual({ result: 5 });
  });
});

test.describe('the scope of an approval', () => {
  /** @param answer differs per version, so that the text does, too. */
  const asking = (version: string, answer: string): string =>
    `tool = {name="careful", approve=true, version="${version}"} function tool.execute() return "${answer}" end`;

  test('always covers this version with these hosts, also after a reload; anything else asks again', async ({
    app,
  }) => {
    await install(app, asking('1', 'first'));
    const asked = await start(app, 'careful');
    await expect(questions(app)).toContainText('version 1');
    await expect(questions(app)).toContainText('It can’t reach any host. It uses no secrets.');
    await expect(questions(app)).toContainText('If any of these change, Perilune asks again.');
    await expect(questions(app).getByRole('button', { name: 'Allow in this chat' })).toHaveCount(0);
    await answer(app, 'Always allow this version');
    expect(await outcome(app, asked)).toEqual({ result: 'first' });
    expect(await call(app, 'careful')).toEqual({ result: 'first' });
    await app.reload();
    await app.evaluate(() => window.perilune.ready);
    expect(await call(app, 'careful')).toEqual({ result: 'first' });

    await app.evaluate(() => window.perilune.tools.configure('careful', { hosts: ['api.example.com'] }));
    const reaching = await start(app, 'careful');
    await expect(questions(app)).toContainText('It may reach api.example.com.');
    await answer(app, 'Always allow this version');
    expect(await outcome(app, reaching)).toEqual({ result: 'first' });

    await install(app, asking('2', 'second'));
    const newer = await start(app, 'careful');
    await expect(questions(app)).toContainText('version 2');
    await answer(app, 'Deny');
    expect(await outcome(app, newer)).toMatchObject({ error: { code: 'denied' } });
  });

  test('in this chat asks no more there, but asks in another chat', async ({ app }) => {
    const model = await startModel();
    await install(app, asking('1', 'done'));
    let calls = 0;
    model.on({ userMessage: /go on/, hasToolResult: true }, { content: 'That is all.' });
    model.on({ userMessage: /go on/, hasToolResult: false }, () => ({
      toolCalls: [{ id: `call_${++calls}`, name: 'careful', arguments: '{}' }],
    }));
    await connectModel(app, { baseUrl: `${model.url}/v1` });
    const ask = async (): Promise<void> => {
      await app.getByRole('textbox', { name: /ask/i }).fill('go on');
      await app.keyboard.press('Enter');
    };
    const answers = app.getByRole('article', { name: /answer/i });
    await ask();
    await expect(questions(app)).toContainText('The model asks to run careful');
    await answer(app, 'Allow in this chat');
    await expect(answers.last()).toContainText('That is all.');
    await ask();
    await expect(answers).toHaveCount(2);
    await expect(answers.last()).toContainText('That is all.');
    await expect(questions(app)).toHaveCount(0);
    await app.getByRole('button', { name: 'New chat' }).click();
    await ask();
    await expect(questions(app)).toContainText('The model asks to run careful');
    await answer(app, 'Deny');
    await expect(answers.last()).toContainText('That is all.');
    await model.stop();
  });
});

test.describe('sending what was read (H78)', () => {
  let model: LLMock;
  let server: WebServer;
  test.beforeEach(async () => {
    [model, server] = await Promise.all([startModel(), startWebServer()]);
  });
  test.afterEach(() => Promise.all([model.stop(), server.stop()]));

  /** A tool that reads the library and posts the result, as a model that obeys a document would call it. */
  const poster = (): string =>
    `tool = {name="poster"}
    function tool.execute()
      local found = context and context.search("add documents", {source="guide"}) or {}
      local r = http.post("${server.origin}/echo?from=poster", {found=#found, text="what I read"},
        {headers={["X-Note"]="a header"}})
      return r.status
    end`.replace('execute()', 'execute(params, context)');

  async function askForIt(page: Page, tool: string): Promise<void> {
    model.on(
      { userMessage: /send it/, hasToolResult: false },
      { toolCalls: [{ id: 'call_p', name: tool, arguments: '{}' }] },
    );
    model.on({ userMessage: /send it/, hasToolResult: true }, { content: 'That is all.' });
    await connectModel(page, { baseUrl: `${model.url}/v1` });
    await page.getByRole('textbox', { name: /ask/i }).fill('send it');
    await page.keyboard.press('Enter');
  }

  test('asks the user, shows all of it, and sends exactly that', async ({ app }) => {
    await install(app, poster(), { hosts: [server.host] });
    await askForIt(app, 'poster');
    const question = app.getByRole('article', { name: /answer/i }).locator('.approval');
    await expect(question).toContainText(`poster wants to send this to ${server.host}`);
    await expect(question).toContainText('It has read your documents; check that this contains nothing');
    await expect(question.getByLabel('Address')).toHaveText(`POST ${server.origin}/echo?from=poster`);
    await expect(question.getByLabel('Headers')).toContainText(/x-note: a header/i);
    const body = (await question.getByLabel('Body').textContent()) ?? '';
    expect(body).toContain('what I read');
    expect(await seriousProblems(app)).toEqual([]);
    expect(server.requests).toEqual([]);
    await answer(app, 'Allow once');
    await expect(app.getByRole('article', { name: /answer/i })).toContainText('That is all.');
    const sent = server.requests.filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toBe('/echo?from=poster');
    expect(sent[0]?.headers['x-note']).toBe('a header');
    expect(sent[0]?.body.toString()).toBe(body);
  });

  test('sends nothing after a no, and tells the model', async ({ app }) => {
    await install(app, poster(), { hosts: [server.host] });
    await askForIt(app, 'poster');
    await answer(app, 'Deny');
    await expect(app.getByRole('article', { name: /answer/i })).toContainText('That is all.');
    expect(server.requests).toEqual([]);
    expect(JSON.stringify(model.getLastRequest()?.body)).toContain('denied');
  });

  test("a nested tool's question appears at the call in the chat", async ({ app }) => {
    await install(app, poster(), { hosts: [server.host] });
    await install(app, 'tool = {name="outer"}\nfunction tool.execute() return tools.poster{} end');
    await askForIt(app, 'outer');
    const question = app.getByRole('article', { name: /answer/i }).locator('.approval');
    await expect(question).toContainText('Called by outer, which the model called.');
    await expect(questions(app)).toHaveCount(1);
    // Outside the chat it is in the tray, with a link back.
    await app.evaluate(() => (location.hash = '#/library'));
    await expect(app.getByRole('complementary', { name: /waiting/i }).locator('.approval')).toHaveCount(1);
    await app.getByRole('link', { name: 'Open chat' }).click();
    await expect(question).toBeVisible();
    await answer(app, 'Deny');
    expect(server.requests).toEqual([]);
  });

  test('a request with a secret shows its name, never its value', async ({ app }) => {
    await app.evaluate(() => window.perilune.secrets.set('API_TOKEN', 'canary-4711-value'));
    await install(app, poster().replace('"a header"', 'env.get("API_TOKEN")'), {
      hosts: [server.host],
      config: { token: '${API_TOKEN}' },
    });
    await askForIt(app, 'poster');
    await expect(questions(app)).toContainText('It includes the secret API_TOKEN');
    expect(await app.evaluate(() => document.documentElement.innerHTML)).not.toContain('canary-4711');
    await answer(app, 'Allow once');
    await expect(app.getByRole('article', { name: /answer/i })).toContainText('That is all.');
    expect(server.requests.find(({ method }) => method === 'POST')?.headers['x-note']).toBe(
      'canary-4711-value',
    );
  });
});
