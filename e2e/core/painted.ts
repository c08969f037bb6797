// What an engine paints, read from a screenshot.
import type { EnginePage } from './engine-page.ts';

/** Returns the color near the left edge of a field, and the one its style asks for. The field must be in view. */
export async function paintedBackground(
  page: EnginePage,
  field: string,
): Promise<{ painted: string; wanted: string }> {
  const screenshot = Buffer.from(await page.screenshot()).toString('base64');
  return page.evaluate(
    async (selector, base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const element = document.querySelector(selector)!;
      const { left, top, height } = element.getBoundingClientRect();
      const scale = picture.width / innerWidth;
      const pen = document.createElement('canvas').getContext('2d')!;
      const color = () => pen.getImageData(0, 0, 1, 1).data.join(' ');
      pen.drawImage(picture, -(left + 4) * scale, -(top + height / 2) * scale);
      const painted = color();
      pen.fillStyle = getComputedStyle(element).backgroundColor;
      pen.fillRect(0, 0, 1, 1);
      return { painted, wanted: color() };
    },
    field,
    screenshot,
  );
}
