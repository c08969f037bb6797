// Framing of the app: only by pages that its host names, and only if every ancestor is allowed.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { frameAncestorsDirective, mayBeFramedBy, originsIn } from './framing.ts';

const page = (content: string): string =>
  `<head><meta name="perilune-frame-ancestors" content="${content}" /></head>`;

it('forbids framing by default', () => {
  expect(frameAncestorsDirective('<html></html>')).toBe("frame-ancestors 'none'");
  expect(frameAncestorsDirective(page(''))).toBe("frame-ancestors 'none'");
  expect(frameAncestorsDirective(page("'self' * https: data:text/html"))).toBe("frame-ancestors 'none'");
  expect(mayBeFramedBy(['https://app.example'], '')).toBe(false);
});

it('names the pages that its host allows', () => {
  expect(frameAncestorsDirective(page('https://Portal.example/x  http://localhost:3000'))).toBe(
    'frame-ancestors https://portal.example http://localhost:3000',
  );
  expect(mayBeFramedBy(['https://portal.example'], 'https://portal.example')).toBe(true);
});

it('requires every ancestor to be known and allowed', () => {
  const allowed = 'https://portal.example';
  expect(mayBeFramedBy(undefined, allowed)).toBe(false);
  expect(mayBeFramedBy([], allowed)).toBe(false);
  expect(mayBeFramedBy(['https://portal.example', 'https://evil.example'], allowed)).toBe(false);
  expect(mayBeFramedBy(['null'], allowed)).toBe(false);
  expect(mayBeFramedBy(['http://portal.example'], allowed)).toBe(false);
  expect(mayBeFramedBy(['https://portal.example:8443'], allowed)).toBe(false);
});

it('ignores list entries that are not origins', () => {
  fc.assert(
    fc.property(fc.string(), (list) => {
      for (const origin of originsIn(list)) expect(new URL(origin).origin).toBe(origin);
      expect(frameAncestorsDirective(page(list.replaceAll('"', '')))).not.toMatch(/[;,\n\r]/);
    }),
  );
});
