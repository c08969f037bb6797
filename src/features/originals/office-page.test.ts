// Pages of Word and PowerPoint files: order, pictures, drawings, and hostile content.
import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readOfficePage } from './office-page.ts';
import type { OfficePage, PageNode } from './office-tree.ts';

const FIXTURES = new URL('../../knowledge/extract/fixtures/', import.meta.url);
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, FIXTURES)));

/** The page in short: `tag(children)`. */
function outline(nodes: readonly PageNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const { tag, children, href, picture, alt } = node;
      if (tag === 'img') return `img(${picture ?? 'missing'} ${alt})`;
      return `${tag}${href ? `[${href}]` : ''}(${outline(children)})`;
    })
    .join(' ');
}

function countOf(nodes: readonly PageNode[]): number {
  return nodes.reduce((sum, node) => sum + (typeof node === 'string' ? 0 : 1 + countOf(node.children)), 0);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SPACES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const relations = (all: Record<string, [type: string, target: string, mode?: string]>): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(all)
    .map(
      ([id, [type, target, mode = 'Internal']]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}" TargetMode="${mode}"/>`,
    )
    .join('')}</Relationships>`;
const CHART = `<c:chartSpace ${SPACES}><c:chart><c:title><a:t>Sales</a:t></c:title><c:plotArea><c:ser><c:tx><c:v>Oslo</c:v></c:tx><c:cat><c:pt idx="0"><c:v>Q1</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>12</c:v></c:pt></c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`;
const SALES = 'figure(figcaption(Sales) table(thead(tr(th() th(Oslo))) tbody(tr(td(Q1) td(12)))))';

function packed(files: Record<string, string | Uint8Array>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, data]) => [name, typeof data === 'string' ? strToU8(data) : data]),
    ),
    // Compressed, one word repeated is taken for an attack.
    { level: 0 },
  );
}

function word(body: string, most?: number): Promise<OfficePage> {
  return readOfficePage(
    'docx',
    packed({
      '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="emf" ContentType="image/x-emf"/></Types>`,
      '_rels/.rels': relations({ r1: ['officeDocument', 'word/document.xml'] }),
      'word/document.xml': `<w:document ${SPACES}><w:body>${body}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relations({
        p1: ['image', 'media/a.png'],
        p2: ['image', 'media/b.emf'],
        p3: ['image', 'https://tracker.example/x.png', 'External'],
        c1: ['chart', 'charts/chart1.xml'],
        l1: ['hyperlink', 'https://example.com/a', 'External'],
        l2: ['hyperlink', 'javascript:alert(1)', 'External'],
      }),
      'word/media/a.png': PNG,
      'word/media/b.emf': PNG,
      'word/charts/chart1.xml': CHART,
    }),
    most,
  );
}
const paragraph = (inner: string): string => `<w:p><w:r>${inner}</w:r></w:p>`;
const drawing = (inner: string): string =>
  `<w:drawing><wp:inline><wp:docPr descr="A map"/><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></wp:inline></w:drawing>`;
const picture = (id: string): string =>
  drawing(`<pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic>`);
const link = (id: string): string =>
  `<w:p><w:hyperlink r:id="${id}"><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p>`;

describe('a Word file', () => {
  it('has its text, pictures and charts in order', async () => {
    const page = await word(
      paragraph('<w:t>Before</w:t>') +
        paragraph(picture('p1')) +
        paragraph(drawing('<c:chart r:id="c1"/>')) +
        `<w:tbl><w:tr><w:tc>${paragraph('<w:t>Cell</w:t>')}</w:tc></w:tr></w:tbl>`,
    );
    expect(outline(page.blocks)).toBe(`p(Before) p(img(0 A map)) ${SALES} table(tr(th(p(Cell))))`);
    expect(page.pictures).toEqual([{ type: 'image/png', bytes: PNG }]);
    expect(page.isCut).toBe(false);
  });

  it('names pictures that browsers can’t show, and loads none from outside', async () => {
    const { blocks, pictures } = await word(paragraph(picture('p2')) + paragraph(picture('p3')));
    expect(outline(blocks)).toContain('img(missing A map)');
    expect(pictures).toEqual([]);
  });

  it('keeps web links alone, and shows markup as text', async () => {
    const { blocks } = await word(
      link('l1') + link('l2') + paragraph('<w:t>&lt;script&gt;alert(1)&lt;/script&gt;</w:t>'),
    );
    expect(outline(blocks)).toBe('p(a[https://example.com/a](here)) p(here) p(<script>alert(1)</script>)');
  });

  it('ends at a limit, and says so', async () => {
    const page = await word(paragraph('<w:t>x</w:t>').repeat(50), 20);
    expect(page.isCut).toBe(true);
    expect(page.blocks).toHaveLength(21);
  });

  it('with cells over many columns ends earlier', async () => {
    const cell = `<w:tc><w:tcPr><w:gridSpan w:val="500"/></w:tcPr>${paragraph('<w:t>x</w:t>')}</w:tc>`;
    const page = await word(`<w:tbl><w:tr>${cell.repeat(40)}</w:tr></w:tbl>`, 2000);
    expect(page.isCut).toBe(true);
    expect(countOf(page.blocks)).toBeLessThan(20);
  });

  it('of the library’s tests is shown', async () => {
    expect(outline((await readOfficePage('docx', fixture('kestrel.docx'))).blocks)).toContain(
      'Kestrel probe',
    );
  });
});

describe('a presentation', () => {
  const deck = (slide: string, most?: number): Promise<OfficePage> =>
    readOfficePage(
      'pptx',
      packed({
        'ppt/presentation.xml': `<p:presentation ${SPACES}><p:sldId id="1" r:id="r1"/><p:sldId id="2" r:id="r2"/></p:presentation>`,
        'ppt/_rels/presentation.xml.rels': relations({
          r1: ['slide', 'slides/slide1.xml'],
          r2: ['slide', 'slides/none.xml'],
        }),
        'ppt/slides/slide1.xml': `<p:sld ${SPACES}>${slide}</p:sld>`,
        'ppt/slides/_rels/slide1.xml.rels': relations({
          p1: ['image', '../media/a.png'],
          p2: ['image', '../media/b.emf'],
          c1: ['chart', '../charts/chart1.xml'],
        }),
        'ppt/media/a.png': PNG,
        'ppt/media/b.emf': PNG,
        'ppt/charts/chart1.xml': CHART,
      }),
      most,
    );
  const shape = (kind: string, ...texts: [text: string, level?: number][]): string =>
    `<p:sp><p:nvPr><p:ph type="${kind}"/></p:nvPr>${texts
      .map(([text, level = 0]) => `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${text}</a:t></a:r></a:p>`)
      .join('')}</p:sp>`;
  const picture = (id: string): string => `<p:pic><p:cNvPr descr="A map"/><a:blip r:embed="${id}"/></p:pic>`;

  it('has a section per slide, with lists, pictures and charts', async () => {
    const page = await deck(
      shape('title', ['Results']) +
        shape('body', ['One'], ['Inner', 1], ['Two']) +
        picture('p1') +
        picture('p1') +
        picture('p2') +
        '<c:chart r:id="c1"/>',
    );
    expect(outline(page.blocks)).toBe(
      `section(h2(Results) ul(li(One ul(li(Inner))) li(Two)) img(0 A map) img(0 A map) img(missing A map) ${SALES}) section()`,
    );
    expect(page.pictures).toHaveLength(1);
  });

  it.each([
    ['paragraphs', shape('body', ...Array<[string]>(500).fill(['x']))],
    ['shapes', shape('body', ['x']).repeat(500)],
    ['pictures', picture('p1').repeat(500)],
    ['rows', `<a:tbl>${'<a:tr><a:tc><a:t>x</a:t></a:tc></a:tr>'.repeat(500)}</a:tbl>`],
    ['cells', `<a:tbl><a:tr>${'<a:tc><a:t>x</a:t></a:tc>'.repeat(500)}</a:tr></a:tbl>`],
  ])('ends at a limit, also within a slide: %s', async (_, slide) => {
    const page = await deck(slide, 20);
    expect(page.isCut).toBe(true);
    expect(countOf(page.blocks)).toBeLessThan(30);
  });

  it('of the library’s tests has its four slides', async () => {
    const { blocks } = await readOfficePage('pptx', fixture('kestrel.pptx'));
    expect(blocks.map(({ tag }) => tag)).toEqual(['section', 'section', 'section', 'section']);
  });
});

it('rejects what is not such a file, with the reason', async () => {
  await expect(readOfficePage('docx', strToU8('nothing'))).rejects.toThrow();
  await expect(readOfficePage('docx', packed({ 'a.xml': '<a/>' }))).rejects.toThrow('no document in it');
});
