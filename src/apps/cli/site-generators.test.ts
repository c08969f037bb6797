// Pages as generators wrote them: VitePress 1.6, Docusaurus 3.8, Starlight 0.36, Material for MkDocs 8.2. Only
// scripts, styles and drawings were removed (knowledge/extract/fixtures/sites).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cutPage, readPage } from './site-pages.ts';

function read(name: string) {
  const html = readFileSync(
    new URL(`../../knowledge/extract/fixtures/sites/${name}`, import.meta.url),
    'utf8',
  );
  const page = readPage('guide/install/index.html', html);
  if ('left' in page) throw new Error(page.left);
  return { ...page, ...cutPage(page, { url: '/guide/install/', filters: {} }) };
}

const GENERATORS = ['vitepress.html', 'docusaurus.html', 'starlight.html', 'mkdocs-material.html'];
/** Texts outside the content of these pages, and in it only for screen readers, icons and buttons. */
const AROUND =
  /Skip to|Edit this|On this page|Table of contents|Previous|Next|Search|Appearance|Copy|Section titled|Permalink|Direct link|Terminal window|The keepers|MIT|[\u200b¶#] ?$|^(?:sh|js|\d)$/m;

describe.each(GENERATORS)('%s', (name) => {
  const page = read(name);

  it('reads the content from its heading to its last line, without navigation', () => {
    expect(page.title).toBe('Installing');
    expect(page.language).toMatch(/^en/);
    expect(page.meta['description']).toBe('How the lantern kit gets onto a ship.');
    expect(page.body).toMatch(/^# Installing\n\nThe lantern kit is one package\./);
    expect(page.body).toMatch(/The glass stays clear$/);
    expect(page.body.match(AROUND)?.[0]).toBeUndefined();
  });

  it("reads every tab's panel below its label", () => {
    expect(page.body).toMatch(
      /\n\nnpm\n\n[^]{0,20}npm install lantern-kit[^]{0,20}\n\npnpm\n\n[^]{0,20}pnpm add lantern-kit/,
    );
  });

  it('keeps the line breaks of code, and its language', () => {
    const code =
      "import { Lantern } from 'lantern-kit';\nconst lantern = new Lantern({ oil: 'rapeseed' });\nawait";
    expect(page.body).toContain(`\`\`\`js\n${code}`);
  });

  it('keeps admonitions in place', () => {
    expect(page.body).toMatch(/(?:warning|caution)\n\nNever fill the lantern while it burns/i);
    expect(page.body).toMatch(/tip\n\nTrim the wick square/i);
  });

  it('has an address for each section', () => {
    const sections = page.anchors.map(({ at, id }) => [page.body.slice(at).split('\n')[0], id]);
    expect(sections.slice(-3)).toEqual([
      ['Get the package', 'get-the-package'],
      ['Light it', 'light-it'],
      ['Check the flame', 'check-the-flame'],
    ]);
    expect(page.page.passages.map(({ anchor }) => anchor)).toEqual(['', 'light-it']);
  });
});

it('reads footnotes as text, without their marks and back links', () => {
  const { body, anchors } = read('starlight-options.html');
  expect(body).toContain('seen from further away.\n');
  expect(body).toMatch(/Up to eighteen sea miles in clear air\.$/m);
  expect(body).not.toMatch(/↩|Footnotes/);
  expect(body).toContain('| `whale` | 14 hours | strong |');
  expect(anchors.map(({ id }) => id)).toContain('café-signals--more');
});

it('names a site by the suffix of its page titles', () => {
  expect(GENERATORS.map((name) => read(name).site)).toEqual(['Lantern', 'Lantern', 'Lantern', 'Lantern']);
});
