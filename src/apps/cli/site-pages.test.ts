// Pages as documentation generators write them: the content, the address of each section, and what is left out.
import { describe, expect, it } from 'vitest';
import { cutPage, readPage } from './site-pages.ts';

const PROSE = 'The lantern burns oil, and the wick has to be trimmed before it is lit again. '
  .repeat(5)
  .trim();

/** Returns a page's title, its text, and the address of each of its passages. */
function read(html: string, path = 'guide/lantern.html') {
  const page = readPage(path, html);
  if ('left' in page) throw new Error(page.left);
  const cut = cutPage(page, { url: '/x.html', filters: page.filters });
  const sections = cut.page.passages.map(({ heading, anchor }) => `${heading.join(' › ')}#${anchor}`);
  return { ...page, ...cut, sections };
}

const sections = (link: string): string =>
  `<p>${PROSE}</p><h2 id="oil">Oil${link}</h2><p>${PROSE}</p><h2 id="wick">Wick${link}</h2><p>${PROSE}</p>`;

const GENERATORS: Record<string, string> = {
  VitePress: `<html lang="en-US"><head><title>Lantern | Lights</title></head><body><div id="app"><div class="Layout">
    <a href="#VPContent" class="VPSkipLink">Skip to content</a><header class="VPNav"><nav>MENU</nav></header>
    <aside class="VPSidebar"><nav>MENU</nav></aside><div class="VPContent has-sidebar"><div class="VPDoc">
    <div class="aside"><nav class="VPDocAsideOutline">MENU</nav></div><main class="main"><div class="vp-doc"><div>
    <h1 id="lantern" tabindex="-1">Lantern <a class="header-anchor" href="#lantern">&#8203;</a></h1>
    ${sections(' <a class="header-anchor" href="#x" aria-label="Permalink">&#8203;</a>')}</div></div></main>
    <footer class="VPDocFooter"><nav class="prev-next">MENU</nav></footer></div></div></div></div></body></html>`,
  Docusaurus: `<html lang="en-US"><head><title>Lantern | Lights</title></head><body><div id="__docusaurus">
    <nav class="navbar">MENU</nav><div class="main-wrapper"><aside class="theme-doc-sidebar-container">MENU</aside>
    <main><div class="row"><div class="col"><article><nav class="theme-doc-breadcrumbs breadcrumbs">MENU</nav>
    <div class="theme-doc-markdown markdown"><header><h1>Lantern</h1></header>
    ${sections('<a href="#x" class="hash-link" title="Direct link">&#8203;</a>')}</div>
    <footer class="theme-doc-footer">MENU</footer></article><nav class="pagination-nav">MENU</nav></div>
    <div class="col"><div class="tableOfContents_x"><nav>MENU</nav></div></div></div></main></div>
    <footer class="footer">MENU</footer></div></body></html>`,
  Starlight: `<html lang="en"><head><title>Lantern | Lights</title></head><body><a href="#_top">Skip to content</a>
    <header class="header">MENU</header><nav class="sidebar">MENU</nav><div class="main-frame">
    <main data-pagefind-body lang="en"><div class="content-panel"><h1 id="_top">Lantern</h1></div><div class="content-panel">
    <div class="sl-markdown-content">${sections('').replaceAll('<h2', '<div class="sl-heading-wrapper level-h2"><h2').replaceAll('</h2>', '</h2><a class="sl-anchor-link" href="#x"></a></div>')}</div>
    <footer class="sl-flex">MENU</footer></div></main></div></body></html>`,
  MkDocs: `<html lang="en"><head><title>Lantern - Lights</title></head><body><header class="md-header"><form>MENU</form></header>
    <div class="md-container"><nav class="md-tabs">MENU</nav><main class="md-main"><div class="md-main__inner">
    <div class="md-sidebar"><nav class="md-nav">MENU</nav></div><div class="md-content"><article class="md-content__inner">
    <h1 id="lantern">Lantern<a class="headerlink" href="#lantern">&para;</a></h1>
    ${sections('<a class="headerlink" href="#x" title="Permanent link">&para;</a>')}</article></div></div></main></div></body></html>`,
  Sphinx: `<html lang="en"><head><title>Lantern &#8212; Lights 1.0</title></head><body><div class="related"><ul><li>MENU</ul></div>
    <div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">
    <section id="lantern"><h1>Lantern<a class="headerlink" href="#lantern">¶</a></h1><p>${PROSE}</p>
    <section id="oil"><span id="index-3"></span><h2>Oil<a class="headerlink" href="#oil">¶</a></h2><p>${PROSE}</p></section>
    <span id="old-name"></span><section id="wick"><h2>Wick<a class="headerlink" href="#wick">¶</a></h2><p>${PROSE}</p>
    </section></section></div></div></div><div class="sphinxsidebar"><div>MENU</div></div></div></body></html>`,
};

describe('pages of documentation generators', () => {
  it.each(Object.entries(GENERATORS))(
    '%s: reads only the content, with the address of each section',
    (_, html) => {
      const page = read(html);
      expect(page.title).toBe('Lantern');
      expect(page.body).not.toContain('MENU');
      expect(page.body).not.toMatch(/[\uf8f0\uf8f1¶]/);
      expect(page.body.startsWith('# Lantern\n\nThe lantern burns oil')).toBe(true);
      expect(page.sections).toEqual(['#', 'Oil#oil', 'Wick#wick']);
      expect(page.language).toMatch(/^en/);
    },
  );

  it('Sphinx: gives each definition an address of its own', () => {
    const html = `<main><h1>API</h1><p>${PROSE}</p><dl><dt id="lamp.light">lamp.light(<em>oil</em>)</dt><dd><p>${PROSE}</p></dd>
      <dt id="lamp.dim">lamp.dim()</dt><dd><p>${PROSE.repeat(3)}</p></dd></dl></main>`;
    const page = read(html);
    expect(page.anchors.map(({ at, id }) => [id, page.body.slice(at, at + 8)])).toEqual([
      ['lamp.light', 'lamp.lig'],
      ['lamp.dim', 'lamp.dim'],
    ]);
    expect(page.sections.at(-1)).toContain('#lamp.dim');
  });

  it('Markdown: gives headings the ids that generators give them', () => {
    const text = `---\ntags: [light]\n---\n# Lantern\n\n${PROSE}\n\n## Oil & wick\n\n${PROSE}\n\n## Oil & wick\n\n${PROSE}\n`;
    const page = read(text, 'lantern.md');
    expect(page.sections).toEqual(['#', 'Oil & wick#oil--wick', 'Oil & wick#oil--wick-1']);
    expect(page.filters).toEqual({ tag: ['light'] });
  });
});

describe('an author’s markup', () => {
  it('names the content, exclusions, filters, facts and boosts', () => {
    const page = read(
      `<html lang="de"><main>MENU</main><div data-perilune-body><h1 data-perilune-meta="title">Lampe</h1><p>${PROSE}</p>
      <p data-perilune-ignore>MENU</p><p>By <b data-perilune-meta="author">Ann</b>, <i data-perilune-filter="topic">Light</i></p>
      <img src="a.png" alt="" data-perilune-meta="image[src], kind:guide" data-perilune-filter="topic:Oil, constructor:x">
      <div data-perilune-weight="3"><h2 id="a">A</h2><p>${PROSE}</p></div><h2 id="b">B</h2><p>${PROSE}</p></div></html>`,
    );
    expect(page.title).toBe('Lampe');
    expect(page.body).not.toContain('MENU');
    expect(page.meta).toEqual({ author: 'Ann', image: 'a.png', kind: 'guide' });
    expect(page.filters).toEqual({ topic: ['Light', 'Oil'] });
    expect(page.language).toBe('de');
    expect(page.indexed.map(({ weight }) => weight)).toEqual([1, 3, 1]);
  });

  it.each([
    ['<html data-perilune-ignore><main>x</main></html>', 'it asks not to be indexed'],
    [
      '<head><meta name="robots" content="noindex, follow"></head><main>x</main>',
      'it asks not to be indexed',
    ],
    ['<meta http-equiv="refresh" content="0; url=/b.html"><p>x</p>', 'it redirects to another page'],
    ['<main></main>', 'there is no text in it'],
  ])('leaves out %s', (html, left) => {
    expect(readPage('a.html', html)).toEqual({ left });
  });
});
