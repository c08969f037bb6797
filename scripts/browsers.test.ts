// The oldest supported browsers are the same in the build, on screen, in the guide and in the README.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it('names the same oldest versions in the build, on screen, in the guide and in the README', () => {
  const target = /BROWSERS = \['chrome([\d.]+)', 'firefox([\d.]+)', 'safari([\d.]+)'\]/;
  const [, chromium, firefox, safari] = target.exec(read('vite.config.ts')) ?? [];
  expect(chromium).toMatch(/^\d+$/);
  const screen = read('index.html').replaceAll(/\s+/g, ' ');
  expect(screen).toContain(`Use Chromium ${chromium}, Firefox ${firefox}, Safari ${safari}, or a newer one.`);
  const rows = [
    ...read('public/demo-docs/09b-browsers.md').matchAll(/^\| (Chromium|Firefox|Safari)[^|]*\| ([\d.]+)/gm),
  ];
  expect(rows.map(([, name, version]) => [name, version])).toEqual([
    ['Chromium', chromium],
    ['Firefox', firefox],
    ['Safari', safari],
  ]);
  expect(read('README.md')).toContain(
    `Oldest browsers: Chromium ${chromium}, Firefox ${firefox}, Safari ${safari} (`,
  );
  expect(read('scripts/vite/widget.config.ts')).toContain(
    `cssTarget: ['chrome${chromium}', 'firefox${firefox}', 'safari${safari}']`,
  );
});
