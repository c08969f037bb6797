// Downloads the original file of the document that is open.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';

export const downloadButton = (app: Page) => app.getByRole('button', { name: 'Download original' });

/**
 * Playwright reports downloads in Chromium only; in other engines, the link that starts one shows what would be
 * saved.
 */
const HEARS_DOWNLOADS = (process.env['E2E_BROWSER'] ?? 'chromium') === 'chromium';

export async function download(app: Page): Promise<{ name: string; bytes: Buffer }> {
  if (!HEARS_DOWNLOADS) return caughtDownload(app);
  const coming = app.waitForEvent('download');
  await downloadButton(app).click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

async function caughtDownload(app: Page): Promise<{ name: string; bytes: Buffer }> {
  await app.evaluate(() => {
    const blobs = new Map<string, Blob>();
    const [make, click] = [URL.createObjectURL, HTMLAnchorElement.prototype.click];
    URL.createObjectURL = (blob) => {
      const address = make.call(URL, blob);
      blobs.set(address, blob as Blob);
      return address;
    };
    const saved = new Promise<[string, number[]]>((resolve) => {
      HTMLAnchorElement.prototype.click = function () {
        const { download: name, href } = this;
        void blobs
          .get(href)!
          .arrayBuffer()
          .then((bytes) => resolve([name, [...new Uint8Array(bytes)]]));
      };
    });
    Object.assign(window, {
      saved: saved.finally(() => {
        URL.createObjectURL = make;
        HTMLAnchorElement.prototype.click = click;
      }),
    });
  });
  await downloadButton(app).click();
  const [name, bytes] = await app.evaluate(
    () => (window as unknown as { saved: Promise<[string, number[]]> }).saved,
  );
  return { name, bytes: Buffer.from(bytes) };
}
