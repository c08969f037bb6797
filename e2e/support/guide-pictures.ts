// Takes the pictures of the guide while it is walked, light and dark: GUIDE_PICTURES=1 npx playwright test first-tool.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';

export const TAKES_PICTURES = Boolean(process.env['GUIDE_PICTURES']);
const FOLDER = new URL('../../public/demo-docs/images/', import.meta.url);
/** Letters stay sharp at this, and a picture comes to some 20 KB. */
const QUALITY = 0.82;

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a thing is, and so many pixels around it. */
export async function around(target: Locator, pixels: number): Promise<Clip> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
  return { x: x - pixels, y: y - pixels, width: width + 2 * pixels, height: height + 2 * pixels };
}

/** A part of the screen as `NAME.webp`, and in dark colours as `NAME-dark.webp`. Does nothing in an ordinary run. */
export async function takePicture(page: Page, name: string, clip: Clip): Promise<void> {
  if (!TAKES_PICTURES) return;
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colours fade. What Playwright can hide, it hides by styles that the sandbox frame forbids.
    await page.waitForTimeout(600);
    const png = await page.screenshot({ clip, caret: 'initial' });
    const file = `${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`;
    writeFileSync(new URL(file, FOLDER), await asWebp(page, png));
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** The browser is the encoder: its own page, since the app forbids what this needs. */
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
