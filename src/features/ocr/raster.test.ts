// Preparing an image for OCR.
import { expect, test } from 'vitest';
import { isBlank, MOST_POINTS, sizeToRead, toGrey, toPgm } from './raster.ts';

test('enlarges small images, shrinks large ones, and keeps others', () => {
  expect(sizeToRead(800, 600)).toEqual({ width: 1600, height: 1200 });
  expect(sizeToRead(2000, 2000)).toEqual({ width: 2000, height: 2000 });
  const { width, height } = sizeToRead(8000, 8000);
  expect(width).toBe(height);
  expect(width * height).toBeLessThanOrEqual(MOST_POINTS / 7);
  expect(sizeToRead(1, 60_000_000)).toMatchObject({ width: 1 });
});

test('converts to perceived grey, with white for transparency', () => {
  const rgba = new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255]);
  const { points } = toGrey(rgba, 2, 2);
  expect([...points]).toEqual([255, 0, 255, 76]);
});

test('detects a blank page by its lack of contrast', () => {
  const grey = (points: number[]) => ({ width: points.length, height: 1, points: new Uint8Array(points) });
  expect(isBlank(grey([250, 240, 245]))).toBe(true);
  expect(isBlank(grey([250, 240, 30]))).toBe(false);
});

test('writes a PGM file', () => {
  const file = toPgm({ width: 2, height: 1, points: new Uint8Array([7, 9]) });
  expect(new TextDecoder('latin1').decode(file)).toBe('P5\n2 1\n255\n\x07\x09');
});
