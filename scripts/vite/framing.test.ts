// The build's framing policy for hosts: none, or the origins set at build time.
import { expect, it } from 'vitest';
import { framing, headersFile } from './framing.ts';

const DIRECTIVES = /frame-ancestors ([^\n;]+)/g;
const sentTo = (file: string): string[] => [...file.matchAll(DIRECTIVES)].map(([, who]) => who!);

it('forbids framing of every app page', () => {
  const file = headersFile([]);
  expect(file.match(/^\/.*$/gm)).toEqual(['/', '/index.html', '/oauth.html']);
  expect(sentTo(file)).toEqual(["'none'", "'none'", "'none'"]);
  expect(file.match(/X-Frame-Options: DENY/g)).toHaveLength(3);
});

it('allows only the given origins', () => {
  const file = headersFile(['https://portal.example']);
  expect(sentTo(file)).toEqual(Array(3).fill('https://portal.example'));
  expect(file).not.toContain('X-Frame-Options');
});

it.each(['*', "'self'", 'portal.example', 'https://a.example *', 'data:text/html,x'])(
  'fails to build with %j, which is not a list of origins',
  (allowed) => {
    expect(() => framing(allowed)).toThrow(/must be origins/);
  },
);
