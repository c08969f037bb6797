// Turns a block of HTML or SVG into a page; a complete page stays unchanged.
import { expect, it } from 'vitest';
import { pageOf, titleOf, withResult } from './page-of.ts';

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

it('gives a page the result without letting its text end the script', () => {
  const page = withResult('<!DOCTYPE html>\n<html>', { text: '</script><b>' });
  expect(page).toBe(
    '<!DOCTYPE html><script>self.result = {"text":"\\u003c/script>\\u003cb>"};</script>\n<html>',
  );
  expect(withResult('<p>x', [1])).toMatch(/^<script>self\.result = \[1\];<\/script><p>x$/);
});
