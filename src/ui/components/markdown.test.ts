// What a fence says of its code.
import { expect, it } from 'vitest';
import { languagesIn } from './markdown.ts';

it('tells the languages of code blocks in order, and none that is not a plain word', () => {
  expect(
    languagesIn(
      '<pre><code class="language-lua">x</code></pre><pre><code>y</code></pre><pre><code class="language-&lt;b&gt;">z</code></pre>',
    ),
  ).toEqual(['lua', undefined, undefined]);
});
