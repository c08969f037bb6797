// Only scripts in the app's own folder can become workers.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownScript } from './own-scripts.ts';

const FOLDER = 'https://tools.example/perilune/';

describe('a worker’s address', () => {
  test.each([
    ['assets/knowledge-worker-1.js', 'https://tools.example/perilune/assets/knowledge-worker-1.js'],
    [
      'https://tools.example/perilune/assets/a.js?again=1',
      'https://tools.example/perilune/assets/a.js?again=1',
    ],
    ['sw.js', 'https://tools.example/perilune/sw.js'],
  ])('accepts %s of the app', (address, href) => {
    expect(ownScript(address, FOLDER)).toBe(href);
  });

  test.each([
    ...[
      'https://tools.example/other/a.js',
      '/a.js',
      '../a.js',
      './assets/../../a.js',
      '%2e%2e/a.js',
      '..\\a.js',
    ],
    ...[
      'https://tools.example.evil.example/perilune/a.js',
      'https://u@tools.example/perilune/a.js',
      '//evil.example/a.js',
    ],
    ...[
      'https://tools.example:444/perilune/a.js',
      'http://tools.example/perilune/a.js',
      '\\\\evil.example\\a.js',
    ],
    ...[
      'data:text/javascript,1',
      'blob:https://tools.example/1',
      'java\tscript:1',
      ' javascript:1',
      'filesystem:x',
    ],
  ])('refuses %s', (address) => {
    expect(() => ownScript(address, FOLDER)).toThrow(TypeError);
  });

  test('never leads outside the folder', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '%2e',
      '/',
      '\\',
      '//',
      'a',
      ':',
      '@',
      'https:',
      'blob:',
      '?',
      '#',
      '\t',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        let read: URL;
        try {
          read = new URL(ownScript(pieces.join(''), FOLDER));
        } catch {
          return;
        }
        expect(read.origin).toBe('https://tools.example');
        expect(read.pathname.startsWith('/perilune/')).toBe(true);
        expect(read.username).toBe('');
      }),
    );
  });
});
