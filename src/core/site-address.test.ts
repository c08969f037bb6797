// Addresses of a site's pages.
import { expect, it } from 'vitest';
import { siteOf } from './site-address.ts';

it('uses the folder above the index as root, without the path that page addresses start with', () => {
  expect(siteOf('https://a.example/perilune/')).toBe('https://a.example/');
  expect(siteOf('https://a.example/docs/perilune/')).toBe('https://a.example/docs/');
  expect(siteOf('https://a.example/docs/perilune/', '/docs/')).toBe('https://a.example/');
  expect(siteOf('https://a.example/x/docs/perilune/', '/docs/')).toBe('https://a.example/x/');
  expect(siteOf('https://a.example/search/', '/docs/')).toBe('https://a.example/');
  expect(siteOf('https://a.example/')).toBe('https://a.example/');
  expect(siteOf('https://a.example/mydocs/perilune/', '/docs/')).toBe('https://a.example/mydocs/');
});
