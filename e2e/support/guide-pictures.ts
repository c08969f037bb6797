// Takes the guide's pictures during the walk, light and dark: GUIDE_PICTURES=1 npx playwright test first-tool.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';

export const TAKES_PICTURES = Boolean(process.env['GUIDE_PICTURES']);
const FOLDER = new URL('../../public/demo-docs/images/', import.meta.url);
/** Text stays sharp, and a picture has some 20 KB. */
const QUALITY = 0.82;

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The rectangle of an element plus a margin in pixels. */
export async function around(target: Locator, pixels: number): Promise<Clip> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
  return { x: x - pixels, y: y - pixels, width: width + 2 * pixels, height: height + 2 * pixels };
}

/**
 * Saves a part of the screen as `NAME.webp`, and in dark colours as `NAME-dark.webp`. Does nothing in an ordinary
 * run.
 */
export async function takePicture(page: Page, name: string, clip: Clip): Promise<void> {
  if (!TAKES_PICTURES) return;
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colours fade. Playwright disables animations by styles, which the sandbox frame forbids.
    await page.waitForTimeout(600);
    const png = await page.screenshot({ clip, caret: 'initial' });
    const file = `${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`;
    writeFileSync(new URL(file, FOLDER), await asWebp(page, png));
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** The browser encodes it in a separate page, since the app's policy forbids what this needs. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const base64 = await blank.evaluate(
    async ([data, quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
    },
    [png.toString('base64'), QUALITY] as const,
  );
  await blank.close();
  return Buffer.from(base64, 'base64');
}
