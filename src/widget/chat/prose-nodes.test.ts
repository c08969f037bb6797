// A model's Markdown as data: allowed elements, safe links, and tags as text.
import { expect, it } from 'vitest';
import { readPieces } from '../../markdown/reading.ts';
import { blockNodes, linkRule, type ProseNode } from './prose-nodes.ts';

const nodesOf = (text: string): ProseNode[] =>
  readPieces(text, blockNodes, { areNumbersSources: true }).flatMap(({ content }) => content.flat());
const rule = linkRule('https://site.test/docs/');

function shown(nodes: readonly ProseNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if ('cite' in node) return `{${node.cite}}`;
      const target = node.href === undefined ? undefined : rule(node.href);
      if (node.tag === 'a' && target === undefined) return shown(node.children);
      const href = target === undefined ? '' : ` ${target}`;
      return `<${node.tag}${href}>${shown(node.children)}</${node.tag}>`;
    })
    .join('');
}
const html = (text: string): string => shown(nodesOf(text));

it('creates elements for common Markdown', () => {
  expect(html('# One\n\nA *b* **c** `d<e>`  \nf')).toBe(
    '<h3>One</h3><p>A <em>b</em> <strong>c</strong> <code>d<e></code><br></br>f</p>',
  );
  expect(html('1. a\n   - b\n2. c')).toBe('<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>');
  expect(html('```lua\nreturn 1 < 2\n```')).toBe('<pre><code>return 1 < 2</code></pre>');
  expect(html('|a|b|\n|-|-|\n|1|2|')).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  );
  expect(html('- [x] done\n- [ ] not')).toBe('<ul><li>☑ done</li><li>☐ not</li></ul>');
  expect(html('AT&amp;T &#65; &unknown;')).toBe('<p>AT&T A &unknown;</p>');
});

it('finds source numbers, except in code', () => {
  expect(html('So it is [1], and so [2][3] `a[1]` a[1].')).toBe(
    '<p>So it is {1}, and so {2}{3} <code>a[1]</code> a[1].</p>',
  );
  expect(html('So [1].\n\n[1]: https://other.test')).toBe('<p>So {1}.</p>');
});

it('links to the web and to pages of the site only', () => {
  expect(html('[a](https://x.test/y) [b](/guide/b.html#c) [d](e.html)')).toBe(
    '<p><a https://x.test/y>a</a> <a https://site.test/docs/guide/b.html#c>b</a> <a https://site.test/docs/e.html>d</a></p>',
  );
  expect(html('[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) [d](//other.test/p)')).toBe(
    '<p>a b c <a https://other.test/p>d</a></p>',
  );
  expect(html('![picture](https://x.test/p.png)')).toBe('<p><a https://x.test/p.png>picture</a></p>');
});

it('marks formulas and footnotes, and keeps their source', () => {
  expect(html('It is $a^2$, not $5 or $6[^n].\n\n$$\nb = 1\n$$\n\n[^n]: Euler.')).toBe(
    '<p>It is <tex-inline>$a^2$</tex-inline>, not $5 or $6<sup>n</sup>.</p>' +
      '<tex-block>$$\nb = 1\n$$</tex-block><div><sup>n</sup> <p>Euler.</p></div>',
  );
});

it('shows tags as text', () => {
  expect(html('<img src=x onerror=alert(1)> a <b>c</b><br>')).toContain('<img src=x onerror=alert(1)>');
  const nodes = nodesOf('<script>alert(1)</script>\n\n<b>x</b>');
  expect(JSON.stringify(nodes)).not.toContain('"tag":"script"');
  expect(nodes.flat()[0]).toBe('<script>alert(1)</script>');
});
