// Only the guide shows images, and only those next to it.
import { expect, it } from 'vitest';
import { guidePicture } from './guide-picture.ts';

const html = '<p><a href="images/first-tool.webp">A tool</a></p>\n';

it('accepts an image alone in a paragraph of the guide', () => {
  expect(guidePicture(html, { source: 'guide' })).toBe('images/first-tool');
});

it('refuses one in another document, from elsewhere, or within a sentence', () => {
  expect(guidePicture(html, { source: 'notes' })).toBeUndefined();
  for (const href of [
    'https://example.com/images/a.webp',
    '//example.com/a.webp',
    'images/../../a.webp',
    '/images/a.webp',
    'images/a.svg',
  ]) {
    expect(guidePicture(html.replace('images/first-tool.webp', href), { source: 'guide' })).toBeUndefined();
  }
  expect(guidePicture(html.replace('<p>', '<p>See '), { source: 'guide' })).toBeUndefined();
});
