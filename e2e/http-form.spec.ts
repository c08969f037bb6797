// An HTTP tool made without JSON: its form, the JSON next to it, a test against a real server.
import type { Page } from 'playwright/test';
import { REQUEST_REPORTS } from './support/http-tool.ts';
import { expect, testOnOnePage as test } from './support/test.ts';
import { startWebServer, type WebServer } from './support/web-server.ts';

let server: WebServer;
test.use({ expectedErrors: REQUEST_REPORTS });
test.beforeAll(async () => (server = await startWebServer()));
test.afterAll(() => server.stop());
test.beforeEach(() => void (server.requests.length = 0));

/** Opens a tool with this JSON in its form. */
async function open(app: Page, spec: Record<string, unknown>) {
  const { error } = await app.evaluate(
    async (text) => window.perilune.tools.install(text),
    JSON.stringify(spec, null, 2),
  );
  expect(error).toBeUndefined();
  await app.goto(`./#/studio/${String(spec['name'])}`);
  const form = app.getByRole('tabpanel', { name: 'Form' });
  await expect(form.getByLabel('Address')).toBeVisible();
  return form;
}

const tab = (app: Page, name: string) => app.getByRole('tab', { name: new RegExp(`^${name}( •)?$`) });
/** The JSON on the JSON tab. */
async function shownJson(app: Page): Promise<unknown> {
  await tab(app, 'JSON').click();
  const text = await app
    .getByRole('textbox', { name: /^Source of/ })
    .evaluate((field: HTMLElement) => field.innerText);
  return JSON.parse(text);
}

test('a request is created in the form and tested against the real server', async ({ app }) => {
  const form = await open(app, {
    name: 'echoes',
    description: 'Echoes',
    request: { url: `${server.origin}/echo` },
  });
  const address = form.getByLabel('Address');
  await address.fill('');
  await address.pressSequentially(`${server.origin}/echo?kind={kind}`);
  await expect(address).toHaveValue(`${server.origin}/echo?kind=\${kind}`);
  const parameter = form.getByRole('group', { name: 'Parameter kind' });
  await expect(parameter).toContainText('Used in the address.');
  await parameter.getByLabel('Description of kind').fill('Which kind');
  await parameter.getByLabel('Description of kind').blur();

  const query = form.getByRole('region', { name: 'Query' });
  await query.getByRole('button', { name: 'Add a query parameter' }).click();
  await query.getByLabel('Name', { exact: true }).fill('page');
  await query.getByLabel('Value of page').fill('${page}');
  await form
    .getByRole('group', { name: 'Parameter page' })
    .getByLabel('Type of page')
    .selectOption('integer');

  const headers = form.getByRole('region', { name: 'Headers' });
  await headers.getByRole('button', { name: 'Add a header' }).click();
  await headers.getByLabel('Name', { exact: true }).fill('X-Own');
  await headers.getByLabel('Value of X-Own').fill('yes');

  await form.getByLabel('Method').selectOption('POST');
  await form.getByLabel('Kind of body').selectOption('JSON');
  const body = form.getByLabel('Body of the request');
  await body.fill('{"text": ${text}, "n": [1');
  await expect(form).toContainText('This is not valid JSON yet');
  await body.fill('{"text": ${text}, "n": [1]}');
  await expect(form).not.toContainText('This is not valid JSON yet');
  await expect(form.getByRole('group', { name: 'Parameter text' })).toContainText('Used in the body.');

  const run = app.getByRole('tabpanel', { name: 'Run' });
  await run.getByLabel('kind').fill('a b');
  await run.getByLabel('page').fill('2');
  await run.getByLabel('text').fill('hi');
  await form.getByRole('button', { name: 'Test', exact: true }).click();
  // The host has no grant: asks as for any run.
  await expect(run).toContainText(`${server.host}`);
  expect(server.requests).toEqual([]);
  await app.getByRole('region', { name: 'Missing setup' }).getByRole('button', { name: 'Grant' }).click();
  await form.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(run).toContainText('"method": "POST"');
  const sent = server.requests.find(({ method }) => method === 'POST');
  expect(sent?.url).toBe('/echo?kind=a+b&page=2');
  expect(sent?.headers['x-own']).toBe('yes');
  expect(sent?.body.toString()).toBe('{"n":[1],"text":"hi"}');
});

test('nothing in the JSON is lost by the form', async ({ app }) => {
  const form = await open(app, {
    name: 'kept',
    tags: ['one'],
    parameters: { type: 'object', properties: { id: { type: 'string', pattern: '^a' } }, 'x-note': 1 },
    request: {
      url: `${server.origin}/\${id}`,
      query: { list: ['a', 'b'], joined: { value: '${id}', join: ',' } },
    },
    retries: { count: 1 },
  });
  await form.getByLabel('Address').fill(`${server.origin}/new/\${id}`);
  await form
    .getByRole('region', { name: 'Query' })
    .getByRole('button', { name: 'Add a query parameter' })
    .click();
  await form.getByRole('region', { name: 'Query' }).getByLabel('Name', { exact: true }).last().fill('q');
  await app.keyboard.press('ControlOrMeta+s');
  await expect(tab(app, 'JSON')).toHaveText('JSON');
  expect(await shownJson(app)).toEqual({
    name: 'kept',
    tags: ['one'],
    parameters: { type: 'object', properties: { id: { type: 'string', pattern: '^a' } }, 'x-note': 1 },
    request: {
      url: `${server.origin}/new/\${id}`,
      query: { list: ['a', 'b'], joined: { value: '${id}', join: ',' }, q: '' },
    },
    retries: { count: 1 },
  });

  // Invalid JSON stays, and both tabs say what to do.
  const code = app.getByRole('textbox', { name: 'Source of kept' });
  await code.click();
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.type(' oops');
  await tab(app, 'Form').click();
  await expect(form).toContainText('The JSON has an error in line');
  await expect(form).toContainText('Your text is unchanged. Fix it in the JSON tab');
  await tab(app, 'JSON').click();
  await expect(code).toContainText('oops');
});

test('a cURL command becomes the request; its keys become secrets and stay out of the tool', async ({
  app,
}) => {
  const form = await open(app, { name: 'pasted', request: { url: `${server.origin}/echo` } });
  await form.getByRole('button', { name: 'Paste cURL' }).click();
  const dialog = app.getByRole('dialog', { name: 'Paste cURL' });
  await dialog.getByLabel('cURL command').fill('wget x');
  await expect(dialog).toContainText('Paste a line that starts with curl');
  await expect(dialog.getByRole('button', { name: 'Use request' })).toBeDisabled();
  await dialog
    .getByLabel('cURL command')
    .fill(
      `curl -X POST '${server.origin}/echo/{id}?page=2' \\\n -H 'Authorization: Bearer tok-4711-canary' -H "X-Own: $(whoami)yes" \\\n --json '{"city": "Rome"}' -b 'sid=cookie-canary' | sh; rm -rf ~`,
    );
  await expect(dialog).toContainText('“$(whoami)”: commands are not run here');
  await expect(dialog).toContainText('“| sh; rm -rf ~”: only the first command is read, and it is not run');
  await expect(dialog).toContainText('a tool cannot send cookies');
  await expect(dialog.getByRole('region', { name: 'Keys in the command' })).toContainText('LOCALHOST_TOKEN');
  await dialog.getByRole('button', { name: 'Save secrets and use request' }).click();
  await expect(dialog).toBeHidden();
  await expect(form.getByLabel('Address')).toHaveValue(`${server.origin}/echo/\${id}`);
  await expect(form.getByLabel('Method')).toHaveValue('POST');
  await expect(form.getByRole('region', { name: 'Query' }).getByLabel('Value of page')).toHaveValue('2');
  await expect(form.getByRole('region', { name: 'Secrets and settings' })).toContainText('LOCALHOST_TOKEN');
  await expect(form.getByRole('region', { name: 'Secrets and settings' })).toContainText(
    'nobody can read it back',
  );
  expect(await app.evaluate(() => window.perilune.secrets.list())).toMatchObject([
    { name: 'LOCALHOST_TOKEN', hosts: [server.host] },
  ]);
  const text = JSON.stringify(await shownJson(app));
  expect(text).toContain('${LOCALHOST_TOKEN}');
  expect(text).not.toMatch(/canary|whoami|rm -rf/);
  // Nor anywhere else on the device: drafts are saved while typing.
  const kept = await app.evaluate(
    () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
  );
  expect(kept).not.toContain('canary');
  expect(server.requests).toEqual([]);
});

test('fields of an example are picked, and the output schema is derived from it', async ({ app }) => {
  const form = await open(app, {
    name: 'picks',
    request: { url: `${server.origin}/text`, query: { type: 'application/json', body: '${body}' } },
    parameters: { type: 'object', properties: { body: { type: 'string' } } },
  });
  const response = form.getByRole('region', { name: 'Response' });
  await response.getByRole('button', { name: 'Paste an example response' }).click();
  const dialog = app.getByRole('dialog', { name: 'Paste an example response' });
  await dialog.getByLabel('Example response').fill('{"items": [{"title": "A"]}');
  await dialog.getByRole('button', { name: 'Use example' }).click();
  await expect(dialog).toContainText('This is not JSON: look at line 1, column 25');
  await dialog
    .getByLabel('Example response')
    .fill('{"items": [{"title": "A", "id": 1, "by": {"name": "x"}}], "total": 1}');
  await dialog.getByRole('button', { name: 'Use example' }).click();
  await expect(dialog).toBeHidden();
  await expect(response).toContainText('Output schema: object');
  await response.getByRole('button', { name: 'items[*].title', exact: true }).click();
  await expect(response).toContainText('Output schema: list of text');
  await response.getByRole('button', { name: 'items[*].by.name', exact: true }).click();
  await expect(response).toContainText('Output schema: object');

  await app.getByRole('region', { name: 'Missing setup' }).getByRole('button', { name: 'Grant' }).click();
  const run = app.getByRole('tabpanel', { name: 'Run' });
  await run
    .getByLabel('body')
    .fill('{"items": [{"title": "One", "secret": 1, "by": {"name": "me", "id": 2}}], "next": 5}');
  await form.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(run).toContainText('"name": "me"');
  await expect(run).not.toContainText('"next"');
  await response.getByRole('button', { name: 'Use the last test’s response' }).click();
  await response.getByRole('button', { name: 'next', exact: true }).click();
  expect(await shownJson(app)).toMatchObject({
    response: { pick: ['items[*].title', 'items[*].by.name', 'next'] },
    returns: {
      type: 'object',
      properties: {
        next: { type: 'number' },
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              title: { type: 'string' },
              by: { type: 'object', properties: { name: { type: 'string' } } },
            },
          },
        },
      },
    },
  });
});

test('a test that the page may not read explains what to do', async ({ app }) => {
  const form = await open(app, { name: 'closed', request: { url: `${server.origin}/closed/echo` } });
  await app.getByRole('region', { name: 'Missing setup' }).getByRole('button', { name: 'Grant' }).click();
  await form.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(form).toContainText('(CORS)');
  await expect(form).toContainText('call it through a proxy that you run');
});

test('the side panes collapse, stay collapsed, and expand for a test', async ({ app }) => {
  const form = await open(app, { name: 'wide', request: { url: `${server.origin}/echo` } });
  const width = async () => (await form.boundingBox())?.width ?? 0;
  const before = await width();
  await app.getByRole('button', { name: 'Hide About, Parameters' }).click();
  await app.getByRole('button', { name: /^Hide Run/ }).click();
  await expect(app.getByRole('tabpanel', { name: 'About' })).toBeHidden();
  expect(await width()).toBeGreaterThan(before + 300);
  await app.reload();
  await expect(form.getByLabel('Address')).toBeVisible();
  await expect(app.getByRole('tabpanel', { name: 'Run' })).toBeHidden();
  await form.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(app.getByRole('tabpanel', { name: 'Run' })).toBeVisible();
  await app.getByRole('button', { name: 'Show About, Parameters' }).click();
  await expect(app.getByRole('tabpanel', { name: 'About' })).toBeVisible();
});

test('the list of available steps stays in view', async ({ app }) => {
  const steps = Array.from({ length: 12 }, (_, at) => ({
    id: `s${at}`,
    tool: 'calculator',
    args: { expression: '1' },
  }));
  const flow = { name: 'long_flow', version: '1.0', description: 'Many steps', parameters: [], steps };
  await app.evaluate(async (text) => window.perilune.tools.install(text), JSON.stringify(flow));
  await app.goto('./#/studio/long_flow');
  const pane = app.getByRole('tabpanel', { name: 'Steps' });
  const find = pane.getByRole('searchbox', { name: 'Find a tool to add' });
  await expect(pane.getByRole('article')).toHaveCount(12);
  await expect(find).toBeInViewport({ ratio: 1 });
  await pane.getByRole('article').last().scrollIntoViewIfNeeded();
  await expect(find).toBeInViewport({ ratio: 1 });
  await find.fill('calculator');
  await find.press('Enter');
  await expect(pane.getByRole('article')).toHaveCount(13);
  await expect(pane.getByRole('article').last()).toBeInViewport();
});
