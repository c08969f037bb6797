// Isolation with the worst case inside: arbitrary JavaScript in the worker, as if Lua and its engine were already
// broken. Chromium reports each blocked connection in the console; only those messages are expected here.
import type { Page } from 'playwright/test';
import { BREAK_OUT, startListener, type Listener } from './support/break-out.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors:
    /Content Security Policy|settings blocked the loading|Permissions policy|sandboxed|Failed to load|navigate|uncaught: undefined/,
});

const WAYS_IN = ['attribute', 'header'] as const;
/** An empty WebAssembly module, which the frame requires. */
const NO_WASM = [0, 97, 115, 109, 1, 0, 0, 0];

let listener: Listener;
test.beforeEach(async () => void (listener = await startListener()));
test.afterEach(() => listener.stop());

/** Opens the real frame as the page does, starts this worker in it, and resolves with its first message. */
function runHostile(page: Page, opaqueBy: (typeof WAYS_IN)[number], worker: string): Promise<unknown> {
  return page.evaluate(
    async ([how, source, wasm]) => {
      if (how === 'header') await navigator.serviceWorker.ready;
      document.querySelector('iframe[name=hostile]')?.remove();
      const frame = document.createElement('iframe');
      if (how === 'attribute') frame.setAttribute('sandbox', 'allow-scripts');
      frame.name = 'hostile';
      frame.src = './sandbox.html';
      const greeting = new Promise<unknown>((resolve) =>
        addEventListener('message', function hear(event) {
          if (event.source !== frame.contentWindow) return;
          removeEventListener('message', hear);
          resolve([event.origin, event.data]);
        }),
      );
      document.body.append(frame);
      const [origin, said] = (await greeting) as [string, { sandbox: string }];
      if (origin !== 'null' || said.sandbox !== 'ready') throw new Error(JSON.stringify([origin, said]));
      const control = new MessageChannel();
      const talk = new MessageChannel();
      const parts = { worker: source, wasm: new Uint8Array(wasm).buffer };
      frame.contentWindow?.postMessage(parts, '*', [control.port2]);
      const answer = new Promise<unknown>((resolve, reject) => {
        talk.port1.onmessage = ({ data }) => resolve(data);
        control.port1.onmessage = ({ data }) => reject(new Error(JSON.stringify(data)));
      });
      control.port1.postMessage({ type: 'spawn', id: 1 }, [talk.port2]);
      return answer;
    },
    [opaqueBy, worker, NO_WASM] as const,
  );
}

function hostileWorker(own: string): string {
  return `${BREAK_OUT}
    self.onmessage = async ({ ports: [port] }) => {
      const seen = await breakOut(${JSON.stringify(own)}, ${JSON.stringify(listener.url)});
      port.postMessage(seen);
    }`;
}

/** Responses of the app's own server that only an escape can get. */
function watchOwn(page: Page): string[] {
  const seen: string[] = [];
  page.context().on('response', (response) => {
    if (/\?(fetch|xhr|import|scripts|worker)$/.test(response.url())) seen.push(response.url());
  });
  return seen;
}

const reached = (seen: unknown): string[] =>
  Object.entries(seen as Record<string, string>)
    .filter(([, end]) => end === 'reached')
    .map(([way]) => way);

test('hostile JavaScript in the worker cannot escape (A17)', async ({ app }) => {
  for (const opaqueBy of WAYS_IN) {
    const own = watchOwn(app);
    // Until it is active, the service worker fills its own cache.
    await app.evaluate(() => navigator.serviceWorker.ready);
    const before = await storedNames(app);
    const seen = await runHostile(app, opaqueBy, hostileWorker(new URL('./', app.url()).href));
    expect(Object.keys(seen as object).length).toBeGreaterThan(50);
    expect(reached(seen), opaqueBy).toEqual([]);
    expect(listener.heard).toEqual([]);
    expect(own).toEqual([]);
    expect(await storedNames(app)).toEqual(before);
  }
});

test('even without the seal, origin and policy alone block network, storage and page (A17)', async ({
  app,
}) => {
  for (const opaqueBy of WAYS_IN) {
    const own = watchOwn(app);
    await runHostile(app, opaqueBy, 'self.onmessage = ({ ports: [port] }) => port.postMessage(1)');
    const frame = app.frame('hostile');
    if (!frame) throw new Error('there is no frame');
    const address = new URL('./', app.url()).href;
    const source = `${BREAK_OUT}; breakOut(${JSON.stringify(address)}, ${JSON.stringify(listener.url)}).then(postMessage)`;
    const inWorker = await frame.evaluate(
      (text) =>
        new Promise<unknown>((resolve) => {
          const worker = new Worker(URL.createObjectURL(new Blob([text])));
          worker.onmessage = ({ data }) => resolve(data);
        }),
      source,
    );
    // What a bare worker can still do is the reason to seal each worker: start others, and reach siblings. A beacon
    // blocked by the policy still reports success; the listener below knows better.
    const harmless = ['worker of a blob', 'another context over a channel', 'sendBeacon'];
    expect(reached(inWorker).filter((way) => !harmless.includes(way))).toEqual([]);
    expect(reached(inWorker)).toContain('worker of a blob');
    const inFrame = await frame.evaluate(
      `(${BREAK_OUT})(${JSON.stringify(address)}, ${JSON.stringify(listener.url)})`,
    );
    expect(reached(inFrame).filter((way) => !harmless.includes(way))).toEqual([]);
    expect(listener.heard).toEqual([]);
    expect(own).toEqual([]);
  }
});

test('two workers in one frame cannot reach each other (A17)', async ({ app }) => {
  for (const opaqueBy of WAYS_IN) {
    const worker = `self.onmessage = ({ ports: [port] }) =>
        port.postMessage([typeof BroadcastChannel, typeof SharedWorker, typeof Worker, typeof navigator.locks, typeof Atomics])`;
    expect(await runHostile(app, opaqueBy, worker), opaqueBy).toEqual(Array(5).fill('undefined'));
  }
});

test('without isolation the same JavaScript does escape, so the tests above can fail', async ({ page }) => {
  await page.goto(listener.url);
  const heard = listener.heard.length;
  const seen = await page.evaluate(
    (text) =>
      new Promise<unknown>((resolve) => {
        const worker = new Worker(URL.createObjectURL(new Blob([text])));
        worker.onmessage = ({ data }) => resolve(data);
      }),
    `${BREAK_OUT}; breakOut(${JSON.stringify(listener.url)}, ${JSON.stringify(listener.url)}).then(postMessage)`,
  );
  const open = ['fetch of a stranger', 'XMLHttpRequest', 'import of a blob', 'worker of a blob', 'IndexedDB'];
  expect(reached(seen)).toEqual(expect.arrayContaining([...open, 'caches', 'a lock', 'private files']));
  expect(listener.heard.length - heard).toBeGreaterThan(5);
});

/** Databases and caches of the app, and its address. */
function storedNames(page: Page): Promise<unknown> {
  return page.evaluate(async () => [
    (await indexedDB.databases()).map(({ name }) => name).sort(),
    (await caches.keys()).sort(),
    location.href,
  ]);
}

test('greetings and ports from other windows are ignored: a sibling frame, a popup, the page itself (J94)', async ({
  app,
}) => {
  const [popup] = await Promise.all([
    app.waitForEvent('popup'),
    app.evaluate((url) => {
      const sibling = document.createElement('iframe');
      sibling.setAttribute('sandbox', 'allow-scripts');
      sibling.src = './sandbox.html';
      document.body.append(sibling);
      setInterval(() => {
        postMessage({ sandbox: 'ready' }, '*');
        postMessage({ sandbox: 'refused', reason: 'forged' }, '*');
      }, 2);
      open(url);
    }, listener.url),
  ]);
  await popup.evaluate(() => {
    const page = window.opener as Window;
    const forged = [
      { sandbox: 'ready' },
      { sandbox: 'refused', reason: 'forged' },
      { type: 'reply', id: 1, json: '"forged"', spent: false },
    ];
    setInterval(() => {
      for (const data of forged) page.postMessage(data, '*');
      for (let i = 0; i < page.frames.length; i++) {
        const parts = { worker: 'postMessage(1)', wasm: new ArrayBuffer(8) };
        page.frames[i]?.postMessage(parts, '*', [new MessageChannel().port2]);
      }
    }, 2);
  });
  for (let i = 0; i < 5; i++) {
    const { result, error } = await app.evaluate(
      (n) => window.perilune.tools.call('calculator', { expression: `${n} + 1` }),
      i,
    );
    expect([error, (result as { result: number }).result]).toEqual([undefined, i + 1]);
  }
  await popup.close();
});
