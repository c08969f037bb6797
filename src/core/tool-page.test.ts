// A tool's own view: its origin is never lost, and an invalid page is refused with a reason.
import { expect, it } from 'vitest';
import { LONGEST_PAGE, toToolPage } from './tool-page.ts';

const page = { source: '<p>x', language: 'html', from: 'answer' };

it('keeps the origin, unless the caller knows better', () => {
  expect(toToolPage(page)).toEqual(page);
  expect(toToolPage(page, 'import')).toEqual({ ...page, from: 'import' });
  expect(toToolPage({ source: '<svg/>', language: 'svg' }, 'script').from).toBe('script');
});

it.each([
  [undefined, 'page must be'],
  ['<p>', 'page must be'],
  [{ ...page, source: ' ' }, 'page must be'],
  [{ ...page, from: 'user' }, 'page must be'],
  [{ ...page, language: 'js' }, 'page.language must be'],
  [{ ...page, source: 'x'.repeat(LONGEST_PAGE + 1) }, 'at most 200000 characters'],
])('refuses %j', (given, why) => expect(() => toToolPage(given)).toThrow(why));
