// The guide's images: each exists for light and dark, none is large, and none is unused.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';

const guide = new URL('../public/demo-docs/', import.meta.url);
const pages = readdirSync(guide).filter((file) => file.endsWith('.md'));
const shown = pages.flatMap((page) =>
  [...readFileSync(new URL(page, guide), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)].map(
    ([, alt = '', address = '']) => ({ page, alt, address }),
  ),
);
/** Bytes: pages load fast on slow connections, too. */
const LARGEST = 60_000;
const LARGEST_OF_ALL = 300_000;

it('stand alone in a paragraph, with a description, and are stored next to the guide', () => {
  expect(shown.length).toBeGreaterThan(0);
  for (const { page, alt, address } of shown) {
    const text = readFileSync(new URL(page, guide), 'utf8');
    expect(text).toContain(`\n\n![${alt}](${address})\n\n`);
    expect(alt.length).toBeGreaterThan(20);
    expect(address).toMatch(/^images\/[\w-]+\.webp$/);
  }
});

it('exist for light and dark pages, and no others', () => {
  const names = shown.flatMap(({ address }) => [address, address.replace('.webp', '-dark.webp')]);
  expect(readdirSync(new URL('images/', guide)).map((file) => `images/${file}`)).toEqual(names.sort());
});

it('are small', () => {
  const sizes = readdirSync(new URL('images/', guide)).map(
    (file) => statSync(new URL(`images/${file}`, guide)).size,
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LARGEST);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LARGEST_OF_ALL);
});
