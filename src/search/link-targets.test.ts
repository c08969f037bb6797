// A link is searched by its text, not by its target.
import { expect, test } from 'vitest';
import { withoutLinkTargets } from './link-targets.ts';

test.each([
  ['See [the guide](https://example.org/guide?a=1#b) now.', 'See [the guide] now.'],
  [
    '[a](./a.md), [b](/b), [c](#c), [d](d/e.html "A title"), ![e](data:image/png;base64,AAAA)',
    '[a], [b], [c], [d], ![e]',
  ],
  ['[wiki](https://en.wikipedia.org/wiki/Rope_(nautical)) [m](mailto:a@example.org)', '[wiki] [m]'],
  ['[angle](<https://example.org/a>) [empty](  /x  )', '[angle] [empty]'],
  ['[one]: https://example.org/one "One"\n[two]: <#two>\nText.', '[one]:\n[two]:\nText.'],
])('searches %j as %j', (text, searched) => {
  expect(withoutLinkTargets(text)).toBe(searched);
});

test.each([
  'handlers[i](event, x)',
  '<https://example.org/written-out> and https://example.org/bare',
  'const a = b[0](/* nothing */ c);'.replace('/* nothing */ ', ''),
  '[not a link] (https://example.org)',
  'a [] b () c',
  '[label]: words, not an address',
])('searches all of %j', (text) => {
  expect(withoutLinkTargets(text)).toBe(text);
});

test('takes linear time', () => {
  const started = performance.now();
  for (const hostile of ['](/', '](/(', '](a.', '[a]: /', '](/ "', ']( ', '[', '](a:(()'])
    withoutLinkTargets(hostile.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(3000);
});
