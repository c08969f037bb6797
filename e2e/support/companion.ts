// Chromium with the companion extension loaded, for its journeys.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page, type Worker } from 'playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { buildExtension } from '../../scripts/build-extension.mjs';
import { saveData } from './test.ts';

export interface WithExtension {
  context: BrowserContext;
  /** The extension's own worker. */
  worker: Worker;
  /** Presses the extension's icon while the tab with this address is in front. */
  press(address: string): Promise<void>;
  /** Opens one of its pages. */
  open(page: string): Promise<Page>;
  close(): Promise<void>;
}

/**
 * @param granted origins that count as granted: a test can't answer the browser's own question
 * @returns undefined when this browser loads no extensions
 */
export async function startWithExtension(
  baseURL: string,
  granted: readonly string[],
): Promise<WithExtension | undefined> {
  const executablePath = findBrowser() as string | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'perilune-extension-'));
  const extension = join(folder, 'extension');
  await buildExtension(extension, (manifest: object) => ({
    ...manifest,
    host_permissions: granted.map((origin) => `${origin}/*`),
  }));
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    // Without an installed browser: Playwright's own, with its windows, since its shell loads no extensions.
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--no-sandbox',
      '--enable-unsafe-extension-debugging',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      '--host-resolver-rules=MAP public.example 127.0.0.1',
    ],
    baseURL,
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
  });
  await context.addInitScript(saveData);
  const close = async (): Promise<void> => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const worker =
    context.serviceWorkers()[0] ??
    (await context.waitForEvent('serviceworker', { timeout: 20_000 }).catch(() => undefined));
  if (!worker) {
    await close();
    return undefined;
  }
  const root = new URL('/', worker.url()).href;
  return {
    context,
    worker,
    async press(address) {
      const session = await context.browser()!.newBrowserCDPSession();
      const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] });
      const { targetId } = targetInfos.find(({ url }) => url === address)!;
      // Newer than Playwright's types.
      const send = session.send.bind(session) as (method: string, params: object) => Promise<unknown>;
      await send('Extensions.triggerAction', { id: new URL(root).host, targetId });
      await session.detach();
    },
    async open(name) {
      const page = await context.newPage();
      await page.goto(root + name);
      return page;
    },
    close,
  };
}
