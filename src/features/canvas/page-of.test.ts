// A block of HTML or SVG becomes a page; a whole page stays what it is.
import { expect, it } from 'vitest';
import { pageOf, titleOf } from './page-of.ts';

it('leaves a whole page as it is', () => {
  const page = '<!DOCTYPE html>\n<html><title>Clock</title></html>';
  expect(pageOf(page, 'html', 'dark')).toBe(page);
  expect(titleOf(page)).toBe('Clock');
});

it('gives a fragment a page in the colours of the app', () => {
  expect(pageOf('<p>x', 'html', 'dark')).toMatch(/^<!doctype html>.*color-scheme:dark.*<p>x$/);
  expect(pageOf('<svg/>', 'svg', 'light')).toMatch(/place-items:center.*<svg\/>$/);
  expect(titleOf('<p>x')).toBeUndefined();
});
