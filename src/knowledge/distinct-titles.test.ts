// A site whose pages share one title and one main heading: each page is listed under its own heading.
import { expect, test } from 'vitest';
import { DistinctTitles } from './distinct-titles.ts';
import { memoryLibrary } from './library.test-support.ts';

const TOPICS = ['Install', 'Configure', 'Deploy', 'Upgrade', 'Backups', 'Limits'];

function page(inner: string, title = 'Lantern handbook'): string {
  return `<html><head><title>${title}</title></head><body><main><h1>Lantern handbook</h1>${inner}</main></body></html>`;
}

async function titlesOf(files: Record<string, string>): Promise<Record<string, string>> {
  const library = memoryLibrary();
  await library.load();
  await library.add(
    Object.entries(files).map(([path, text]) => ({
      file: new File([text], path.split('/').at(-1)!, { type: path.endsWith('.md') ? '' : 'text/html' }),
      path,
    })),
  );
  const { documents } = await library.list({ limit: 500 });
  return Object.fromEntries(documents.map(({ source_id, title }) => [source_id, title]));
}

test('gives pages with the same title and main heading their next heading; the front page keeps the name', async () => {
  const files = Object.fromEntries(
    TOPICS.map((topic, i) => [
      `site/page${i}.html`,
      page(
        `<h2>Contents</h2><p>See below.</p><h2>${topic}</h2><p>About ${topic}.</p><h2>See also</h2><p>More.</p>`,
      ),
    ]),
  );
  const titles = await titlesOf({
    ...files,
    'site/index.html': page('<h2>Welcome</h2><p>The front page.</p>'),
    'site/own.html': page('<h2>Glossary</h2><p>Words.</p>', 'Glossary of terms'),
    'site/note.md': '# Lantern handbook\n\n## A note\n\nText.',
  });
  expect(titles).toEqual({
    ...Object.fromEntries(TOPICS.map((topic, i) => [`site/page${i}.html`, topic])),
    'site/index.html': 'Lantern handbook',
    'site/own.html': 'Glossary of terms',
    'site/note.md': 'Lantern handbook',
  });
});

test('keeps the title of two pages that share one, and of pages without other headings', async () => {
  expect(
    await titlesOf({ 'v1/a.html': page('<h2>One</h2><p>1</p>'), 'v2/a.html': page('<h2>Two</h2><p>2</p>') }),
  ).toEqual({ 'v1/a.html': 'Lantern handbook', 'v2/a.html': 'Lantern handbook' });
  const bare = { 'a.html': page('<p>1</p>'), 'b.html': page('<p>2</p>'), 'c.html': page('<p>3</p>') };
  expect(new Set(Object.values(await titlesOf(bare)))).toEqual(new Set(['Lantern handbook']));
});

test('distinguishes all pages of a large site that comes in batches', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 129 }, (_, i) => [`p${i}.html`, page(`<h2>Topic ${i}</h2><p>Text ${i}.</p>`)]),
  );
  const titles = await titlesOf(files);
  expect(new Set(Object.values(titles)).size).toBe(129);
});

test('ignores headings in code, and uses a title only once', () => {
  const distinct = new DistinctTitles();
  const pages = ['# S\n\n```\n## code\n```\n\n## One', '# S\n\n## Two', '# S\n\n## Three'].map((body, i) => ({
    name: `${i}.html`,
    title: 'S',
    body,
  }));
  expect([...distinct.of(pages).values()].sort()).toEqual(['One', 'Three', 'Two']);
  const later = { name: 'later.html', title: 'S', body: '# S\n\n## Two\n\n## More of two' };
  expect(distinct.of([later]).get(later)).toBe('More of two');
});
