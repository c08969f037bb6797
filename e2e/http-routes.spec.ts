// HTTP access: scripts of the app's own address call its tools with fetch, through the service worker. Off until a
// person switches it on; refused for everything that a foreign page or a document can cause.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, questions } from './support/approvals.ts';
import { expect, test } from './support/test.ts';

// Refused requests appear in the console.
test.use({ serviceWorkers: 'allow', expectedErrors: /Failed to load resource|ERR_|api\// });

test('scripts of this address call tools over HTTP once it is switched on, and nobody else does', async ({
  app,
  context,
  browserName,
}) => {
  await app.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await app.evaluate(() => window.perilune.ready);
  const ask = (page: typeof app, path: string, init: RequestInit = {}) =>
    page.evaluate(
      async ([where, options]) => {
        const response = await fetch(where, options);
        return [response.status, await response.json()] as [number, object];
      },
      [path, init] as const,
    );
  const error = (code: string) => ({ error: { code, message: expect.any(String) as unknown } });
  const api = new URL('./api/', app.url()).href;
  expect(await ask(app, `${api}health`)).toEqual([423, error('disabled')]);

  await app.goto('./#/settings/http');
  await app.getByRole('switch', { name: 'HTTP routes for scripts' }).click();
  await expect(app.getByText("fetch('")).toBeVisible();
  expect(await ask(app, `${api}health`)).toMatchObject([200, { status: 'ok' }]);

  // A page of the guide is another page of the same address.
  const guide = await context.newPage();
  await guide.goto(new URL('./demo-docs/index.html', app.url()).href);
  await guide.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const post = (name: string, args: object) =>
    ask(guide, `${api}tools/${name}`, { method: 'POST', body: JSON.stringify(args) });
  expect(await post('calculator', { expression: '6 * 7' })).toMatchObject([200, { result: { result: 42 } }]);
  await app.evaluate(() =>
    window.perilune.knowledge.add([{ title: 'Tides', body: 'The perigean spring tide is the highest.' }]),
  );
  expect(await post('search', { query: 'highest tide' })).toMatchObject([
    200,
    { result: { results: [{ title: 'Tides' }] } },
  ]);
  expect(await post('calculator', {})).toEqual([400, error('bad_request')]);
  expect(await post('nothing', {})).toEqual([404, error('not_found')]);
  expect(await ask(guide, `${api}tools/list`, { method: 'PATCH' })).toEqual([405, error('bad_request')]);
  expect(await ask(guide, `${api}agents/list`)).toMatchObject([200, { agents: [] }]);
  expect((await ask(guide, `${api}tools/sources`))[0]).toBe(200);
  const { runs } = await app.evaluate(() => window.perilune.runs.list({ tool: 'calculator', limit: 3 }));
  expect(runs?.map(({ caller }) => caller.kind)).toContain('http');

  // A tool that asks waits for a person, for longer than one step.
  await app.evaluate(() => window.perilune.tools.configure('calculator', { policy: 'ask' }));
  const asked = post('calculator', { expression: '1 + 1' });
  await expect(questions(app)).toContainText('script over HTTP');
  await answer(app, 'Allow once');
  expect(await asked).toMatchObject([200, { result: { result: 2 } }]);

  // A caller that disconnects ends its call.
  const stopped = guide.evaluate(async (where) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 1500);
    return fetch(where, { method: 'POST', body: '{"expression":"1"}', signal: stop.signal }).then(
      ({ status }) => String(status),
      (problem: Error) => problem.name,
    );
  }, `${api}tools/calculator`);
  await expect(questions(app)).toContainText('script over HTTP');
  expect(await stopped).toBe('AbortError');
  // Firefox keeps following the redirects of a request that is aborted after the first one.
  if (browserName === 'firefox') await answer(app, 'Deny');
  await expect(questions(app)).toHaveCount(0, { timeout: 10_000 });

  // The app's own frame with an opaque origin, in which tools run.
  const sandbox = app.frames().find((frame) => frame.url().includes('sandbox.html'))!;
  const inFrame = await sandbox.evaluate(
    (where) =>
      fetch(where).then(
        (response) => response.text(),
        () => 'refused',
      ),
    `${api}tools/list`,
  );
  expect(inFrame).not.toContain('calculator');

  // A page of another origin: fetch, no-cors, a form, a frame and a picture.
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<form method="post" action="${api}tools/calculator" enctype="text/plain"><input name="a"></form>
      <img src="${api}tools/list">`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const before = await app.evaluate(
      async () => (await window.perilune.runs.list({ limit: 1 })).runs?.[0]?.id,
    );
    const foreign = await context.newPage();
    await foreign.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    for (const mode of ['cors', 'no-cors'] as const) {
      const read = await foreign.evaluate(
        ([where, how]) =>
          fetch(where, { method: 'POST', mode: how, body: '{}' }).then(
            (r) => r.text(),
            () => 'refused',
          ),
        [`${api}tools/calculator`, mode] as const,
      );
      expect(read).not.toContain('result');
    }
    await foreign.evaluate(() => document.forms[0]!.submit());
    await foreign.waitForURL(`${api}**`);
    expect(await foreign.locator('body').innerText()).toContain('denied');
    await foreign.goto(`${api}tools/list`);
    expect(await foreign.locator('body').innerText()).toContain('denied');
    const after = await app.evaluate(
      async () => (await window.perilune.runs.list({ limit: 1 })).runs?.[0]?.id,
    );
    expect(after).toBe(before);
    await expect(questions(app)).toHaveCount(0);
    await foreign.close();
  } finally {
    server.close();
  }

  // Without an open tab, and switched off again.
  await app.getByRole('switch', { name: 'HTTP routes for scripts' }).click();
  await expect.poll(() => ask(guide, `${api}tools/list`)).toEqual([423, error('disabled')]);
  await app.getByRole('switch', { name: 'HTTP routes for scripts' }).click();
  await expect.poll(async () => (await ask(guide, `${api}tools/list`))[0]).toBe(200);
  await app.close();
  expect(await ask(guide, `${api}tools/list`)).toEqual([503, error('unavailable')]);
});

test.describe('before the service worker is installed', () => {
  test.use({ serviceWorkers: 'block' });

  test('Settings say when the routes will work', async ({ app }) => {
    await app.goto('./#/settings/http');
    const waits = app.getByText('once the browser has installed the app’s service worker');
    await expect(app.getByRole('switch', { name: 'HTTP routes for scripts' })).toBeVisible();
    await expect(waits).toBeHidden();
    await app.getByRole('switch', { name: 'HTTP routes for scripts' }).click();
    await expect(waits).toBeVisible();
    await expect(app.getByText("fetch('")).toBeVisible();
  });
});
