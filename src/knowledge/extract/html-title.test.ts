// Titles of pages whose title element or first heading is the name of the whole site.
import { expect, test } from 'vitest';
import { extractHtml } from './html.ts';

const page = (title: string, h1: string, rest = '', name?: string) =>
  extractHtml(`${title && `<title>${title}</title>`}<body><h1>${h1}</h1>${rest}<p>Some text.`, name).title;

test('ignores a heading that links to the home page as the title of another page', () => {
  const home = '<a href="../index.html">Lantern Docs</a>';
  expect(page('Lantern Docs', home, '<h2>Install on a boat</h2>')).toBe('Install on a boat');
  expect(page('', home, '<h1>Refuel</h1><h2>Which oil</h2>')).toBe('Refuel');
  expect(page('', home)).toBe('Lantern Docs');
  expect(page('Lighting the wick', home, '<h2>Install</h2>')).toBe('Lighting the wick');
});

test('ignores a heading in a banner that links to the home page too', () => {
  const html =
    '<title>Lantern Docs</title><header><h1><a href="/">Lantern Docs</a></h1></header>' +
    '<main><h2>Refuel</h2><p>Pour the oil in slowly, and wait until the wick has soaked it up.</main>';
  expect(extractHtml(html, 'page7.html').title).toBe('Refuel');
});

test("replaces a title that is the site's name by the first other heading", () => {
  const site = '<meta property="og:site_name" content="Lantern Docs">';
  expect(extractHtml(`${site}<title>Lantern Docs</title><h1>Lantern Docs</h1><h2>Refuel</h2>x`).title).toBe(
    'Refuel',
  );
  expect(extractHtml(`${site}<title>Lantern Docs</title><p>Welcome`).title).toBe('Lantern Docs');
});

test("keeps the site's name for the home page", () => {
  const home = '<a href="index.html">Lantern Docs</a>';
  expect(page('Lantern Docs', home, '<h2>Contents</h2>', 'docs/index.html')).toBe('Lantern Docs');
  expect(page('Lantern Docs', 'Lantern Docs', '<h2>Readme</h2>', 'README.html')).toBe('Lantern Docs');
});

test("prefers a heading that matches the file name to a title that doesn't", () => {
  expect(page('Lantern Docs', 'Lantern Docs', '<h2>Installation</h2>', 'docs/install.html')).toBe(
    'Installation',
  );
  expect(page('Lantern Docs', 'Lantern Docs', '<h2>Install on a boat</h2>', 'install-on-a-boat.htm')).toBe(
    'Install on a boat',
  );
});

test("keeps the page's own title", () => {
  expect(page('Refuel', 'Refuel', '<h2>Which oil</h2>', 'refuel.html')).toBe('Refuel');
  expect(page('Refuel', 'Refuel', '<h2>Which oil</h2>', 'page7.html')).toBe('Refuel');
  expect(page('Release notes', 'Release notes', '<h2>Changes in 3.2</h2>', 'changes.html')).toBe(
    'Release notes',
  );
  expect(page('Refuel', '<a href="#">Refuel</a>', '<h2>Which oil</h2>')).toBe('Refuel');
  expect(page('Install | Lantern Docs', 'Install', '<h2>Steps</h2>', 'steps.html')).toBe(
    'Install | Lantern Docs',
  );
  expect(page('Refuel the lamp', 'Refuel the lamp', '<h2>Oil</h2>', 'o.html')).toBe('Refuel the lamp');
});
