// Match patterns of the browser: which addresses they cover, above all in the person's own network.
import { expect, it } from 'vitest';
import { hostIn, isCovered, patternOf } from './host-patterns.ts';

const covers = (pattern: string, address: string): boolean => isCovered(new URL(address), [pattern]);

it.each([
  ['https://api.github.com/*', 'https://api.github.com/repos', true],
  ['https://api.github.com/*', 'http://api.github.com/', false],
  ['https://api.github.com/*', 'https://api.github.com.evil.example/', false],
  ['https://api.github.com/*', 'https://api.github.com:8443/', false],
  ['http://localhost:11434/*', 'http://localhost:11434/v1', true],
  ['http://localhost:11434/*', 'http://localhost:22/', false],
  ['https://*.example.org/*', 'https://docs.example.org/', true],
  ['https://*.example.org/*', 'https://example.org/', true],
  ['https://*.example.org/*', 'https://badexample.org/', false],
  ['https://*/*', 'https://anything.example:8443/', true],
  ['<all_urls>', 'http://anything.example/', true],
  ['http://[::1]:8080/*', 'http://[::1]:8080/', true],
])('%s, %s: %s', (pattern, address, expected) => expect(covers(pattern, address)).toBe(expected));

it.each([
  ...['http://localhost/', 'http://127.0.0.1/', 'http://0x7f.1/', 'http://192.168.0.1/', 'http://nas/'],
  ...['http://[::ffff:127.0.0.1]/', 'https://router.local/'],
])('covers %s only by its name', (address) => {
  for (const wide of ['<all_urls>', 'http://*/*', 'https://*/*', '*://*.local/*'])
    expect(covers(wide, address)).toBe(false);
  expect(covers(patternOf(new URL(address)), address)).toBe(true);
});

it.each(['file:///etc/passwd', 'chrome://version/', 'data:text/plain,hi', 'chrome-extension://abc/x.html'])(
  'never covers %s',
  (address) => expect(isCovered(new URL(address), ['<all_urls>', '*://*/*', 'file:///*'])).toBe(false),
);

it('ignores patterns that it cannot read', () => {
  expect(covers('https://exa*mple.org/*', 'https://example.org/')).toBe(false);
});

it('names the host of a pattern', () => {
  expect(['http://localhost:11434/*', 'https://*.example.org/*', 'https://*/*'].map(hostIn)).toEqual([
    'localhost:11434',
    '*.example.org',
    undefined,
  ]);
});
