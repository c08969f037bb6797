// The language that a code fence names.
import { expect, it } from 'vitest';
import { languagesIn } from './markdown.ts';

it('returns the languages of code blocks in order, if each is a plain word', () => {
  expect(
    languagesIn(
      '<pre><code class="language-lua">x</code></pre><pre><code>y</code></pre><pre><code class="language-&lt;b&gt;">z</code></pre>',
    ),
  ).toEqual(['lua', undefined, undefined]);
});
