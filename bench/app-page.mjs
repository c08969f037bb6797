// The built app in a real Chromium, for benchmarks of its interface. It is served unless an address is given.
import { resolve } from 'node:path';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { findBrowser } from '../scripts/browser.mjs';

/** @param {string} [given] address of a served build */
export async function openAppPage(given) {
  const root = resolve(import.meta.dirname, '..');
  const served = given ? undefined : await preview({ root, preview: { port: 0 } });
  const address = given ?? served.resolvedUrls.local[0];
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  // Without the embedding model, which would take part of the CPU.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  await page.goto(address);
  await page.evaluate(() => window.perilune.ready);
  const close = async () => {
    await browser.close();
    await served?.close();
  };
  return { page, address, close };
}
