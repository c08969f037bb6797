// HTML to Markdown: what is kept and dropped, for pages of any depth and length.
import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { extractHtml } from './html.ts';
import { parsePage, textWithin } from './html-nodes.ts';

const md = (html: string): string => extractHtml(html).body;

describe('blocks', () => {
  test('include headings, paragraphs and rules', () => {
    expect(md('<h1>One</h1><p>A\n  b</p>text<hr><h3>Three <em>x</em></h3><div><p>c</div>')).toBe(
      '# One\n\nA b\n\ntext\n\n---\n\n### Three x\n\nc',
    );
  });

  test('include lists, nested and numbered, with paragraphs and code inside', () => {
    expect(md('<ul><li>one<li>two<ul><li>deep</ul></ul>')).toBe('- one\n- two\n  - deep');
    expect(md('<ol start=3><li>c<li>d</ol>')).toBe('3. c\n4. d');
    expect(md('<ol><li><p>a</p><pre>x\n\ny</pre></li><li>b</li></ol>')).toBe(
      '1. a\n\n   ```\n   x\n\n   y\n   ```\n\n2. b',
    );
  });

  test('include code with every space, its language, and backticks inside it', () => {
    expect(md('<pre><code class="language-lua">if a &lt; b then\n  x()\nend\n</code></pre>')).toBe(
      '```lua\nif a < b then\n  x()\nend\n```',
    );
    expect(md('<pre>a\n```\nb</pre>')).toBe('````\na\n```\nb\n````');
    expect(md('<pre>one<br>two <b>bold</b></pre>')).toBe('```\none\ntwo bold\n```');
  });

  test('include tables with their cells; layout tables become blocks', () => {
    expect(md('<table><tr><th>A<th>B<tr><td>1<td>x|y <b>z</b></table>')).toBe(
      '| A | B |\n| --- | --- |\n| 1 | x\\|y **z** |',
    );
    expect(md('<table><caption>Sizes</caption><tbody><tr><td>1<td>2<tr><td>3</tbody></table>')).toBe(
      'Sizes\n\n|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |',
    );
    expect(md('<table><tr><td><h2>Left</h2>a<td><ul><li>b</ul></table>')).toBe('## Left\n\na\n\n- b');
  });

  test('include quotes, definitions and disclosure elements', () => {
    expect(md('<blockquote><p>a</p><p>b</p></blockquote>')).toBe('> a\n>\n> b');
    expect(md('<blockquote><pre>x</pre></blockquote>')).toBe('```\nx\n```');
    expect(md('<dl><dt><code>-a</code></dt><dd>All.</dd></dl>')).toBe('**-a**\n\nAll.');
    expect(md('<details><summary>More</summary>Text</details>')).toBe('More\n\nText');
  });
});

describe('inline content', () => {
  test('includes emphasis, code and line breaks', () => {
    expect(md('<p>a <b>bold </b>b <i>it</i> <code>x`y</code> <del>no</del><br>next')).toBe(
      'a **bold** b *it* ``x`y`` ~~no~~\nnext',
    );
  });

  test('has no marks inside a word, which stays one word', () => {
    expect(md('<p><b>S</b>QL and sqlite3_<i>open</i>')).toBe('SQL and sqlite3_open');
  });

  test('keeps the address of web links, only the words of links in the site, and the description of images', () => {
    expect(md('<p><a href="https://example.org/a(b)">site</a> <a href="page.html#x">page</a>')).toBe(
      '[site](https://example.org/a%28b%29) page',
    );
    expect(md('<p><a href="javascript:alert(1)">run</a> <img src="http://x/y.png" alt="A moon">')).toBe(
      'run A moon',
    );
    expect(md('<p><a href="https://example.org">https://example.org</a>')).toBe('<https://example.org>');
  });

  test('has entities decoded, and no soft hyphens and no-break spaces', () => {
    expect(md('<p>a&nbsp;&lt;b&gt; &amp;c &hellip; Daten&shy;bank')).toBe('a \\<b> &c … Datenbank');
  });

  test('stays literal where it looks like Markdown', () => {
    for (const text of [
      '# no heading',
      '- no list',
      '1. no list',
      '> no quote',
      'a * b * c',
      '*x* and _y_',
      '`tick`',
    ]) {
      const html = `<p>${text.replace('>', '&gt;')}</p>`;
      const back = textWithin(parsePage(marked.parse(md(html), { async: false }))).trim();
      expect(back).toBe(text);
    }
    expect(md('<p>sqlite3_open_v2 and snake_case')).toBe('sqlite3_open_v2 and snake_case');
  });
});

describe('main content', () => {
  const filler = 'Words of the page itself, enough of them to count. '.repeat(4);

  test('is the main element, without its surroundings', () => {
    expect(
      md(
        `<body><header><h1>Site</h1></header><nav>menu</nav><main><h1>Page</h1>${filler}</main><footer>f</footer>`,
      ),
    ).toBe(`# Page\n\n${filler.trim()}`);
    expect(md(`<div>menu</div><div role="main"><p>${filler}</div>`)).toBe(filler.trim());
  });

  test('is otherwise the body without menus, sidebars, forms, scripts and banners', () => {
    const clutter =
      '<nav>n1</nav><aside>n2</aside><script>n3</script><style>n4</style><template>n5</template><svg><text>n6</text></svg>' +
      '<div class="toc">n7</div><div id="footer">n8</div><footer>n9</footer><form><input value=n10><button>n11</button></form>' +
      '<a href="#content">Skip to content</a><div hidden>n12</div><div role="navigation">n13</div><noscript>n14</noscript>';
    expect(md(`<body>${clutter}<h2 id="toc">About contents</h2><p>${filler}</p>`)).toBe(
      `## About contents\n\n${filler.trim()}`,
    );
  });

  test('omits a table of contents beside a text, and keeps one that is all the page has', () => {
    const list =
      '<ul><li><a href="a.html">Backups</a><script>x</script><li><a href="b.html">Restoring</a></ul>';
    for (const contents of [
      `<nav id="toc">${list}</nav>`,
      `<div class="toc"><nav>${list}</nav></div>`,
      `<div id="toc" class="table-of-contents">${list}</div>`,
    ]) {
      const page = `<body><nav>Home</nav><h1>The manual of something with a long name, second edition</h1>${contents}`;
      expect(md(page)).toContain('- Backups\n- Restoring');
      expect(md(page)).not.toMatch(/Home|x$/);
      expect(md(`${page}<p>${filler}</p>`)).not.toContain('Backups');
    }
  });

  test('includes a header inside an article and a note in an aside', () => {
    expect(
      md(`<article><header><h1>T</h1></header><p>${filler}</p><aside class="note">N</aside></article>`),
    ).toBe(`# T\n\n${filler.trim()}\n\nN`);
  });

  test('omits permalinks beside headings', () => {
    expect(md('<h2>Part<a class="headerlink" href="#part">¶</a></h2><h3>x <a href="#x">#</a></h3>')).toBe(
      '## Part\n\n### x',
    );
  });

  test('is the whole page when an article is only a teaser', () => {
    expect(md(`<article>short</article><div><p>${filler}</div>`)).toContain(filler.trim());
  });
});

describe("a page's metadata", () => {
  test('includes title, canonical address, author, description, tags and dates', () => {
    const page = extractHtml(
      '<title> The\n Moon </title><link rel=canonical href="https://example.org/moon">' +
        '<meta name=author content=Ann><meta name=description content="About it"><meta name=keywords content="a, b">' +
        '<meta property="article:modified_time" content="2025-01-02T03:04:05Z"><p>Text',
    );
    expect(page).toMatchObject({
      title: 'The Moon',
      source_url: 'https://example.org/moon',
      author: 'Ann',
      updated_at: '2025-01-02T03:04:05Z',
      content_type: 'text/markdown',
      metadata: { format: 'html', description: 'About it', tags: ['a', 'b'] },
    });
  });

  test('takes the title from the first main heading if there is no other', () => {
    expect(extractHtml('<h1>Only <i>this</i></h1>').title).toBe('Only this');
    expect(extractHtml('<p>nothing').title).toBeUndefined();
  });
});

describe('any page', () => {
  test('has every word of a generated page in its Markdown, in order', () => {
    const tag = fc.constantFrom(
      'p',
      'div',
      'ul',
      'li',
      'b',
      'i',
      'code',
      'table',
      'tr',
      'td',
      'blockquote',
      'h2',
      'a',
      'dl',
      'dt',
    );
    const piece = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      fc.constantFrom(' ', '\n', '<br>', '<!-- c -->'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const html = pieces.map((each, i) => `${each} w${i} `).join('');
        expect(md(html).match(/w\d+/g) ?? []).toEqual(pieces.map((_, i) => `w${i}`));
      }),
      { numRuns: 500 },
    );
  });

  test('takes linear time with deep nesting, unclosed tags and huge size', () => {
    const started = performance.now();
    expect(md(`${'<div>'.repeat(15_000)}deep`)).toBe('deep');
    expect(md(`${'<ul><li>'.repeat(9_000)}deep`)).toContain('deep');
    expect(md(`${'<b><i>'.repeat(9_000)}deep`)).toContain('deep');
    expect(() => md('<div>'.repeat(3_000_000))).toThrow('nested too deep');
    expect(
      md(`<p>${'<b>x</b> <a href="https://example.org">y</a><br>'.repeat(30_000)}`).length,
    ).toBeGreaterThan(900_000);
    expect(md('<p>one <b>two</b>'.repeat(100_000)).length).toBeGreaterThan(1_000_000);
    expect(md(`<table>${'<tr><td>a<td>b'.repeat(50_000)}</table>`).length).toBeGreaterThan(400_000);
    expect(md('<script>x</script><p>a'.repeat(50_000)).length).toBeGreaterThan(100_000);
    expect(md(`<p>${'*_`[<'.repeat(200_000)}`).length).toBeGreaterThan(1_000_000);
    expect(md(`<p>${' '.repeat(3_000_000)}end`)).toBe('end');
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
