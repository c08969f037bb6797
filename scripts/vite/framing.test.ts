// What the build tells hosts about frames: nobody, or the origins that whoever builds it names.
import { expect, it } from 'vitest';
import { framing, headersFile } from './framing.ts';

const DIRECTIVES = /frame-ancestors ([^\n;]+)/g;
const sentTo = (file: string): string[] => [...file.matchAll(DIRECTIVES)].map(([, who]) => who!);

it('forbids every page of the app to be framed', () => {
  const file = headersFile([]);
  expect(file.match(/^\/.*$/gm)).toEqual(['/', '/index.html', '/oauth.html']);
  expect(sentTo(file)).toEqual(["'none'", "'none'", "'none'"]);
  expect(file.match(/X-Frame-Options: DENY/g)).toHaveLength(3);
});

it('allows the origins that are named, and no others', () => {
  const file = headersFile(['https://portal.example']);
  expect(sentTo(file)).toEqual(Array(3).fill('https://portal.example'));
  expect(file).not.toContain('X-Frame-Options');
});

it.each(['*', "'self'", 'portal.example', 'https://a.example *', 'data:text/html,x'])(
  'fails to build with %j, which is no list of origins',
  (allowed) => {
    expect(() => framing(allowed)).toThrow(/must be origins/);
  },
);
