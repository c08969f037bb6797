// Unified diffs as models write them: applied as a whole, or refused with a sentence that says what to do.
import { expect, it } from 'vitest';
import { patchText } from './patch-text.ts';

const TEXT = 'one\ntwo\nthree\n';

it.each([
  ['hunks alone', '@@ -2,1 +2,1 @@\n-two\n+2\n', 'one\n2\nthree\n'],
  [
    'with headers of Git',
    '--- a/x.txt\n+++ b/x.txt\n@@ -1,2 +1,3 @@\n one\n+new\n two\n',
    'one\nnew\ntwo\nthree\n',
  ],
  ['whose lines moved', '@@ -7,2 +7,2 @@\n two\n-three\n+3\n', 'one\ntwo\n3\n'],
])('applies a diff %s', (_, diff, after) => {
  expect(patchText(TEXT, diff, 'x.txt')).toBe(after);
});

it('creates a file, and keeps the line ends of an existing one', () => {
  const diff = '--- /dev/null\n+++ b/x.txt\n@@ -0,0 +1,1 @@\n+new\n';
  expect(patchText(undefined, diff, 'x.txt')).toBe('new\n');
  expect(patchText('one\r\ntwo\r\n', '@@ -2,1 +2,1 @@\n-two\n+2\n', 'x.txt')).toBe('one\r\n2\r\n');
});

it.each([
  ['that does not fit', '@@ -2,1 +2,1 @@\n-zwei\n+2\n', 'conflict', 'read the file again'],
  [
    'for another file',
    '--- a/y.txt\n+++ b/y.txt\n@@ -2,1 +2,1 @@\n-two\n+2\n',
    'bad_request',
    "is for 'y.txt'",
  ],
  ['that is prose', 'Change two to 2.', 'bad_request', 'not a unified diff'],
  ['that is empty', '', 'bad_request', 'not a unified diff'],
  [
    'of two files',
    '--- x.txt\n+++ x.txt\n@@ -1,1 +1,1 @@\n-one\n+1\n--- x.txt\n+++ x.txt\n@@ -2,1 +2,1 @@\n-two\n+2\n',
    'bad_request',
    'one at a time',
  ],
  ['with wrong counts', '@@ -2,9 +2,1 @@\n-two\n+2\n', 'bad_request', 'fs.patch: x.txt'],
])('refuses a diff %s', (_, diff, code, words) => {
  try {
    patchText(TEXT, diff, 'x.txt');
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
  }
});
