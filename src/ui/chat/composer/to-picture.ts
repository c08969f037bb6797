// Prepares an image for a question: upright, scaled to what models use, in a format they accept.
import { imageSize } from 'image-size';
import type { Picture } from '../../../core/picture.ts';

/** Pixels of the longer side: models scale down larger images. */
const LONGEST = 1568;
/** Maximum bytes and pixels to open: the browser decodes an image completely. */
const MOST = { bytes: 50_000_000, pixels: 64_000_000 } as const;
/** Bytes. Up to this size, a drawing or screenshot stays sharp as PNG; larger ones are sent as JPEG. */
const MOST_PNG = 600_000;
const QUALITY = 0.85;

/** @throws Error with a sentence that says why and what to do */
export async function toPicture(file: File): Promise<Picture> {
  if (file.size > MOST.bytes)
    throw new Error('It is larger than 50 MB. Save it smaller, then attach it again.');
  const { pixels, isPng } = headOf(new Uint8Array(await file.arrayBuffer()));
  if (pixels > MOST.pixels) {
    const size = Math.round(pixels / 1e6);
    throw new Error(`It has ${size} megapixels, and the limit is 64. Save it smaller, then attach it again.`);
  }
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This browser cannot show it. Save it as JPEG or PNG, then attach it again.');
  });
  try {
    const { blob, width, height } = await scaled(bitmap, isPng);
    const type = blob.type as Picture['type'];
    return {
      ...{ kind: 'picture', id: crypto.randomUUID(), title: file.name || 'Picture', type },
      ...{ data: await base64Of(blob), width, height },
    };
  } finally {
    bitmap.close();
  }
}

/** Reads the size without decoding. Without pixels for an unknown format, where the browser decides. */
function headOf(bytes: Uint8Array): { pixels: number; isPng: boolean } {
  try {
    const { width, height, type } = imageSize(bytes);
    return { pixels: width * height, isPng: type === 'png' };
  } catch {
    return { pixels: 0, isPng: false };
  }
}

async function scaled(
  bitmap: ImageBitmap,
  isSharp: boolean,
): Promise<{ blob: Blob; width: number; height: number }> {
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no memory left for it.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const sharp = isSharp ? await encoded(canvas, 'image/png') : undefined;
  if (sharp && sharp.size <= MOST_PNG) return { blob: sharp, width, height };
  // JPEG has no transparency: transparent areas would be black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return { blob: await encoded(canvas, 'image/jpeg'), width, height };
}

function encoded(canvas: HTMLCanvasElement, type: Picture['type']): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null): void =>
      blob ? resolve(blob) : reject(new Error('The browser has no memory left for it.'));
    canvas.toBlob(done, type, QUALITY);
  });
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error('It could not be read.'));
    reader.readAsDataURL(blob);
  });
}
