// Decodes an image file to greyscale with the browser's own decoders. Runs in a worker.
import { imageSize } from 'image-size';
import { Failure } from '../../core/errors.ts';
import { type GreyPicture, MOST_POINTS, sizeToRead, toGrey } from './raster.ts';

/** Bytes to search for the size, which follows a photo's camera metadata. */
const HEAD = 512 * 1024;

/** @throws Failure `bad_request` */
export async function decodePicture(file: Blob): Promise<GreyPicture> {
  await checkSize(file);
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new Failure(
      'bad_request',
      'the picture is damaged, or this browser can’t read its format; save it as PNG or JPEG',
    );
  }
  try {
    checkPoints(bitmap.width, bitmap.height);
    return greyOf(bitmap);
  } finally {
    bitmap.close();
  }
}

/** Scaled to the size for OCR. @throws Failure `unavailable` when the browser can't draw in a worker */
export function greyOf(picture: ImageBitmap | OffscreenCanvas): GreyPicture {
  const { width, height } = sizeToRead(picture.width, picture.height);
  const context = canvasOf(width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const grey = toGrey(context.getImageData(0, 0, width, height).data, width, height);
  context.canvas.width = context.canvas.height = 0;
  return grey;
}

/** @throws Failure `unavailable` when the browser can't draw in a worker */
export function canvasOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context =
    typeof OffscreenCanvas === 'undefined'
      ? null
      : new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context) return context;
  throw new Failure(
    'unavailable',
    'this browser cannot draw pictures for text recognition; update it, or use another one',
  );
}

/** Before the browser decodes it. */
async function checkSize(file: Blob): Promise<void> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  let size: { width: number; height: number };
  try {
    size = imageSize(head);
  } catch {
    return; // The browser may support more formats.
  }
  checkPoints(size.width, size.height);
}

function checkPoints(width: number, height: number): void {
  if (width * height <= MOST_POINTS) return;
  const [is, most] = [width * height, MOST_POINTS].map((points) => Math.round(points / 1_000_000));
  throw new Failure(
    'bad_request',
    `the picture is too large: it has ${is} megapixels, and ${most} at most can be read; save it smaller`,
  );
}
