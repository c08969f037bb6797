// Which files of a site are pages, their published addresses, and the errors of a wrong configuration.
import { describe, expect, it } from 'vitest';
import { filtersByPath, globPattern, pageAddress, pageFilter, readSiteConfig } from './site-config.ts';

describe('pages', () => {
  it('are HTML and Markdown, except pages that only link to others', () => {
    const isPage = pageFilter(readSiteConfig({ exclude: ['drafts/**'] }));
    const files = [
      'index.html',
      'guide/start.md',
      'a.htm',
      '404.html',
      'de/404.html',
      'search/index.html',
      'genindex-A.html',
      'drafts/x.html',
      '.vitepress/x.md',
      'node_modules/x/readme.md',
      'style.css',
    ];
    expect(files.filter(isPage)).toEqual(['index.html', 'guide/start.md', 'a.htm']);
  });

  it('have the addresses that generators publish', () => {
    const at = (path: string, cleanUrls = false): string => pageAddress(path, { base: '/docs/', cleanUrls });
    expect(at('index.html')).toBe('/docs/');
    expect(at('guide/index.html')).toBe('/docs/guide/');
    expect(at('guide/start.md')).toBe('/docs/guide/start.html');
    expect(at('guide/README.md')).toBe('/docs/guide/');
    expect(at('guide/start.html', true)).toBe('/docs/guide/start');
    expect(at('a b/ä#1.html')).toBe('/docs/a%20b/%C3%A4%231.html');
  });

  it('have filters by their paths', () => {
    const config = readSiteConfig({ filters: { section: { 'guide/**': 'Guide', '**/api*.html': 'API' } } });
    expect(filtersByPath(config, 'guide/api-x.html')).toEqual({ section: ['Guide', 'API'] });
    expect(filtersByPath(config, 'index.html')).toEqual({});
  });
});

it('matches globs', () => {
  expect(globPattern('guide/*.html').test('guide/a.html')).toBe(true);
  expect(globPattern('guide/*.html').test('guide/a/b.html')).toBe(false);
  expect(globPattern('{a,b}/?.md').test('b/x.md')).toBe(true);
  expect(globPattern('a.html').test('aXhtml')).toBe(false);
});

describe('a configuration', () => {
  it('has a base with slashes at both ends', () => {
    expect(readSiteConfig({ base: 'docs' }).base).toBe('/docs/');
    expect(readSiteConfig({}).base).toBe('/');
    expect(readSiteConfig({ base: './' }).base).toBe('/');
    expect(readSiteConfig({ base: 'https://docs.example/guide' }).base).toBe('/guide/');
    expect(readSiteConfig({ base: 'https://docs.example' }).base).toBe('/');
  });

  it.each([
    [[], 'it must contain a JSON object'],
    [{ exlude: [] }, 'there is no setting exlude; there are name, base'],
    [{ include: 'x' }, 'include must be a list of globs'],
    [{ filters: { a: 'b' } }, 'filters must be an object such as'],
  ])('is rejected with the error: %j', (config, message) => {
    expect(() => readSiteConfig(config)).toThrow(message);
  });
});
