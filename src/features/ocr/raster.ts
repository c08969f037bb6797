// Prepares an image for Tesseract: greyscale, at a size it reads well. Pure.

/** Maximum pixels of an image: each takes four bytes while decoding. */
export const MOST_POINTS = 64_000_000;
/** Pixels given to Tesseract: more take longer without better results. An A4 page at 300 dpi has 8.7 million. */
const READ_POINTS = 9_000_000;
/** Smaller images are mostly screenshots, whose letters are half as high as Tesseract needs. */
const SMALL_POINTS = 2_500_000;
const ENLARGED = 2;
/** If no two pixels differ by more than this (of 255), the page is blank. */
const BLANK = 24;

/** The size for OCR. */
export function sizeToRead(width: number, height: number): { width: number; height: number } {
  const points = width * height;
  const scale = points > READ_POINTS ? Math.sqrt(READ_POINTS / points) : points < SMALL_POINTS ? ENLARGED : 1;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export interface GreyPicture {
  width: number;
  height: number;
  /** One byte per pixel. */
  points: Uint8Array;
}

/** @param rgba four bytes per pixel, as in a canvas; transparent pixels become white */
export function toGrey(rgba: Uint8ClampedArray, width: number, height: number): GreyPicture {
  const points = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < points.length; i++, at += 4) {
    const light = (rgba[at]! * 77 + rgba[at + 1]! * 150 + rgba[at + 2]! * 29) >> 8;
    const alpha = rgba[at + 3]!;
    points[i] = alpha === 255 ? light : (light * alpha + 255 * (255 - alpha)) / 255;
  }
  return { width, height, points };
}

export function isBlank({ points }: GreyPicture): boolean {
  let [least, most] = [255, 0];
  for (const point of points) {
    if (point < least) least = point;
    if (point > most) most = point;
  }
  return most - least <= BLANK;
}

/** Encodes as PGM. */
export function toPgm({ width, height, points }: GreyPicture): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + points.length);
  file.set(head);
  file.set(points, head.length);
  return file;
}
