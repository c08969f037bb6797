// Descriptions with HTML become text; others stay as they are.
import { expect, test } from 'vitest';
import { plainDescription } from './plain-description.ts';

test.each([
  ['<p>Retrieves an account.</p>', 'Retrieves an account.'],
  [
    'See <a href="/docs">the guide</a>&nbsp;&amp; more.<br>Then go on.',
    'See the guide\u00A0& more.\nThen go on.',
  ],
  ['<p>Either:</p><ul><li>one</li><li><b>two</b></li></ul>', 'Either:\n\n- one\n- two'],
  ['<p>Not closed', 'Not closed'],
  ['<p>Use `<p>` here.</p>', 'Use `<p>` here.'],
])('%s becomes text', (html, text) => {
  expect(plainDescription(html)).toBe(text);
});

test.each([
  'Lists pods where a < b.',
  'The `<p>` element.',
  '**Bold** [link](/docs) &amp; text',
  'Give <id> or <name>.',
])('%s stays as it is', (text) => expect(plainDescription(text)).toBe(text));

test('scripts and hidden markup leave no element behind', () => {
  const text = plainDescription('<p>a</p><script>alert(1)</script><img src=x onerror=alert(1)><!-- c -->');
  expect(text).not.toMatch(/<|onerror/);
});
