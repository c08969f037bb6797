// What a file for others does not tell.
import { describe, expect, it } from 'vitest';
import { maskPrivate, maskPrivateIn } from './mask-private.ts';

describe('a text', () => {
  it.each([
    ['see /home/alice/notes.md', 'see /home/[masked]/notes.md'],
    ['/Users/Bob.Miller/Desktop', '/Users/[masked]/Desktop'],
    ['C:\\Users\\carol\\x.txt', 'C:\\Users\\[masked]\\x.txt'],
    ['{"p":"C:\\\\Users\\\\carol\\\\x"}', '{"p":"C:\\\\Users\\\\[masked]\\\\x"}'],
    ['file:///home/alice/a.md', 'file:///home/[masked]/a.md'],
    ['"/home/alice"', '"/home/[masked]"'],
  ])('%s', (text, value) => {
    expect(maskPrivate(text)).toEqual({ value, keys: 0, paths: 1 });
  });

  it.each([
    '/home/user/.config, /home/$USER/x, /home/<name>/x, /home/runner/work',
    'https://example.com/home/page and docs/home/index.md',
    'https://example.com/Users/list',
    '/homepage/alice and /usr/home.txt',
  ])('keeps %s', (text) => {
    expect(maskPrivate(text)).toEqual({ value: text, keys: 0, paths: 0 });
  });

  it('is masked in linear time', () => {
    const began = performance.now();
    maskPrivate('/home/'.repeat(100_000));
    maskPrivate('C:\\Users\\'.repeat(100_000));
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

it('masks keys and paths in every text of a value', () => {
  const given = { a: ['/home/alice/x', 3], token: 'abc123def', b: { c: 'plain' } };
  expect(maskPrivateIn(given)).toEqual({
    value: { a: ['/home/[masked]/x', 3], token: '[masked]', b: { c: 'plain' } },
    keys: 1,
    paths: 1,
  });
});
