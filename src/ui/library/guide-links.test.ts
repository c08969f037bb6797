// Links between pages of the guide work in the library, too; those of other documents stay unchanged.
import { expect, it } from 'vitest';
import { withGuideLinks } from './guide-links.ts';

const base = 'https://app.example/folder/';

it('lead to the page on the docs site', () => {
  expect(withGuideLinks('<p><a href="05-tools.md#limits">x</a></p>', { source: 'guide' }, base)).toBe(
    '<p><a href="https://app.example/folder/demo-docs/05-tools.html#limits">x</a></p>',
  );
});

it('stay unchanged in other documents', () => {
  const other = '<p><a href="05-tools.md">x</a></p>';
  expect(withGuideLinks(other, { source: 'notes' }, base)).toBe(other);
  const outside = '<p><a href="https://example.com/readme.md">x</a></p>';
  expect(withGuideLinks(outside, { source: 'guide' }, base)).toBe(outside);
});
