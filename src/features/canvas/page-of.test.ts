// Turns a block of HTML or SVG into a page; a complete page stays unchanged.
import { expect, it } from 'vitest';
import { pageOf, titleOf } from './page-of.ts';

it('leaves a complete page unchanged', () => {
  const page = '<!DOCTYPE html>\n<html><title>Clock</title></html>';
  expect(pageOf(page, 'html', 'dark')).toBe(page);
  expect(titleOf(page)).toBe('Clock');
});

it("wraps a fragment in a page with the app's colours", () => {
  expect(pageOf('<p>x', 'html', 'dark')).toMatch(/^<!doctype html>.*color-scheme:dark.*<p>x$/);
  expect(pageOf('<svg/>', 'svg', 'light')).toMatch(/place-items:center.*<svg\/>$/);
  expect(titleOf('<p>x')).toBeUndefined();
});
