// Pages of Word, PowerPoint and OpenDocument files: order, pictures, drawings, and hostile content.
import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readOfficePage } from './office-page.ts';
import { outline } from './outline.test-support.ts';
import type { OfficePage, PageElement, PageNode } from './office-tree.ts';

const FIXTURES = new URL('../../knowledge/extract/fixtures/', import.meta.url);
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, FIXTURES)));

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
    // A single repeated word would compress so well that it counts as an attack.
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

  it('keeps text that is nested too deep to be shown in its place', async () => {
    const nested = (depth: number): string =>
      depth === 0
        ? paragraph('<w:t>innermost</w:t>')
        : `<w:tbl><w:tr><w:tc>${nested(depth - 1)}${paragraph('<w:t>x</w:t>')}</w:tc></w:tr></w:tbl>`;
    expect(outline((await word(nested(30))).blocks)).toContain('innermost');
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

  const at = (x: number, y: number, cx: number, cy: number, more = ''): string =>
    `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/>${more}</a:xfrm>`;
  const text = (...texts: string[]): string =>
    texts.map((one) => `<a:p><a:r><a:rPr sz="2400"/><a:t>${one}</a:t></a:r></a:p>`).join('');

  it('has text boxes, pictures and tables at their places, also in groups', async () => {
    const { blocks } = await deck(
      `<p:sp><p:spPr>${at(0, 0, 4572000, 3429000)}</p:spPr><a:bodyPr anchor="ctr"/>${text('A', 'B')}</p:sp>` +
        `<p:pic><p:cNvPr descr="A map"/><a:blip r:embed="p1"/><p:spPr>${at(4572000, 0, 9144000, 6858000)}</p:spPr></p:pic>` +
        `<p:graphicFrame><p:xfrm><a:off x="914400" y="685800"/><a:ext cx="914400" cy="685800"/></p:xfrm><a:tbl><a:tr><a:tc>${text('x')}</a:tc></a:tr></a:tbl></p:graphicFrame>` +
        `<p:grpSp><p:grpSpPr>${at(4572000, 3429000, 914400, 685800, '<a:chOff x="0" y="0"/><a:chExt cx="100" cy="100"/>')}</p:grpSpPr><p:sp><p:spPr>${at(50, 50, 50, 50)}</p:spPr>${text('C')}</p:sp></p:grpSp>` +
        `<p:sp>${text('Nowhere')}</p:sp>`,
    );
    expect(outline(blocks)).toBe(
      'section(div(div(p(A) p(B)) div(img(0 A map)) div(table(thead(tr(th(x))) tbody())) div(p(C))) p(Nowhere)) section()',
    );
    const slide = blocks[0]!.children[0] as PageElement;
    expect(slide.ratio).toBeCloseTo(4 / 3);
    expect(slide.children).toMatchObject([
      { box: { x: 0, y: 0, width: 0.5, height: 0.5 }, anchor: 'center', children: [{ size: 24 / 720 }, {}] },
      { box: { x: 0.5, y: 0, width: 1, height: 1 } },
      { box: { x: 0.1, y: 0.1, width: 0.1, height: 0.1 } },
      { box: { x: 0.55, y: 0.55, width: 0.05, height: 0.05 } },
    ]);
  });

  it('takes place and size of a title or list from layout and master', async () => {
    const part = (kind: string, shapes: string, more = ''): string =>
      `<p:${kind} ${SPACES}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>${more}</p:${kind}>`;
    const holder = (mark: string, inner: string): string =>
      `<p:sp><p:nvPr><p:ph ${mark}/></p:nvPr>${inner}</p:sp>`;
    const { blocks } = await readOfficePage(
      'pptx',
      packed({
        'ppt/presentation.xml': `<p:presentation ${SPACES}><p:sldSz cx="9144000" cy="5143500"/><p:sldId r:id="r1"/></p:presentation>`,
        'ppt/_rels/presentation.xml.rels': relations({ r1: ['slide', 'slides/slide1.xml'] }),
        'ppt/slides/slide1.xml': part(
          'sld',
          holder('type="title"', '<a:p><a:r><a:t>Results</a:t></a:r></a:p>') +
            holder('idx="1"', '<a:p><a:r><a:t>One</a:t></a:r></a:p><a:p><a:r><a:t>Two</a:t></a:r></a:p>'),
        ),
        'ppt/slides/_rels/slide1.xml.rels': relations({ l: ['slideLayout', '../slideLayouts/a.xml'] }),
        'ppt/slideLayouts/a.xml': part('sldLayout', holder('idx="1"', at(0, 1028700, 9144000, 1028700))),
        'ppt/slideLayouts/_rels/a.xml.rels': relations({ m: ['slideMaster', '../slideMasters/a.xml'] }),
        'ppt/slideMasters/a.xml': part(
          'sldMaster',
          holder('type="title"', at(914400, 0, 914400, 514350)) + holder('type="body"', at(0, 0, 1, 1)),
          '<p:txStyles><p:titleStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="3600"/></a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/><a:defRPr sz="1800"/></a:lvl1pPr></p:bodyStyle></p:txStyles>',
        ),
      }),
    );
    expect(outline(blocks)).toBe('section(div(div(h2(Results)) div(ul(li(One) li(Two)))))');
    expect((blocks[0]!.children[0] as PageElement).children).toMatchObject([
      { box: { x: 0.1, y: 0, width: 0.1, height: 0.1 }, align: 'center', size: 36 / 720 },
      { box: { x: 0, y: 0.2, width: 1, height: 0.2 }, size: 18 / 720 },
    ]);
  });

  it('shows what a newer and an older program draw only once', async () => {
    const both = (newer: string): string =>
      `<mc:AlternateContent xmlns:mc="mc"><mc:Choice>${newer}</mc:Choice><mc:Fallback>${shape('body', ['Old'])}</mc:Fallback></mc:AlternateContent>`;
    const { blocks } = await deck(both(shape('body', ['New'])) + both('<p:contentPart/>'));
    expect(outline(blocks)).toBe('section(p(New) p(Old)) section()');
  });

  it('has text in CDATA sections', async () => {
    const { blocks } = await deck('<p:sp><a:p><a:r><a:t><![CDATA[R&D]]></a:t></a:r></a:p></p:sp>');
    expect(outline(blocks)).toBe('section(p(R&D)) section()');
  });

  it.each(['NaN', '1e300', '-99999999999'])('shows a shape at %s below the slide', async (x) => {
    const { blocks } = await deck(
      `<p:sp><p:spPr><a:xfrm><a:off x="${x}" y="0"/><a:ext cx="9" cy="9"/></a:xfrm></p:spPr>${text('A')}</p:sp>`,
    );
    expect(outline(blocks)).toBe('section(p(A)) section()');
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

describe('an OpenDocument file', () => {
  const NAMES = ['office', 'style', 'text', 'table', 'draw', 'presentation', 'svg', 'fo', 'xlink', 'chart']
    .map((name) => `xmlns:${name}="${name}"`)
    .join(' ');
  const open = (format: 'odt' | 'odp', body: string, styles = '', parts = {}): Promise<OfficePage> =>
    readOfficePage(
      format,
      packed({
        'content.xml': `<office:document-content ${NAMES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${format === 'odt' ? 'text' : 'presentation'}>${body}</office:${format === 'odt' ? 'text' : 'presentation'}></office:body></office:document-content>`,
        'styles.xml': `<office:document-styles ${NAMES}><style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout><style:master-page style:name="Default" style:page-layout-name="PM1"/><style:style style:name="Base"><style:text-properties fo:font-size="20pt"/></style:style></office:document-styles>`,
        'Pictures/a.png': PNG,
        ...parts,
      }),
    );
  const image = `<draw:frame svg:x="14cm" svg:y="0in" svg:width="14cm" svg:height="10.5cm"><draw:image xlink:href="Pictures/a.png"/><svg:title>A map</svg:title></draw:frame>`;

  it('of text has its emphasis, lists, notes, links, tables and pictures', async () => {
    const { blocks, pictures } = await open(
      'odt',
      `<text:h text:outline-level="2">Head</text:h><text:p>Very <text:span text:style-name="T1">bold</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Below</text:p></text:note-body></text:note></text:p>
      <text:list text:style-name="L1"><text:list-item><text:p>One</text:p></text:list-item></text:list>
      <text:p><text:a xlink:href="https://example.com/a">here</text:a> <text:a xlink:href="javascript:alert(1)">not</text:a></text:p>
      <table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Cell</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table><text:p>${image}</text:p>`,
      '<style:style style:name="T1"><style:text-properties fo:font-weight="bold" fo:font-style="italic"/></style:style><text:list-style style:name="L1"><text:list-level-style-number text:level="1"/></text:list-style>',
    );
    expect(outline(blocks.filter(({ children }) => String(children).trim() !== ''))).toBe(
      'h2(Head) p(Very  strong(em(bold))) aside(p(Below)) ol(li(p(One))) p(a[https://example.com/a](here)   not) table(tr(th(p(Cell)))) p(img(0 A map))',
    );
    expect(pictures).toEqual([{ type: 'image/png', bytes: PNG }]);
  });

  it('of slides has what is on them at its place', async () => {
    const frame = (more: string, inner: string): string =>
      `<draw:frame ${more} svg:x="2.8cm" svg:y="21mm" svg:width="14cm" svg:height="10.5cm">${inner}</draw:frame>`;
    const box = (inner: string): string => `<draw:text-box>${inner}</draw:text-box>`;
    const list = (inner: string): string =>
      `<text:list><text:list-item>${inner}</text:list-item></text:list>`;
    const { blocks } = await open(
      'odp',
      `<draw:page draw:master-page-name="Default">${frame('presentation:class="title" presentation:style-name="pr1"', box('<text:p>Launch</text:p>'))}
      ${frame('presentation:class="outline"', box(list('<text:p>One</text:p>') + list(list('<text:p>Inner</text:p>'))))}<draw:g>${image}</draw:g>
      ${frame('', '<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>')}
      ${frame('presentation:class="footer"', box('<text:p>Page 1</text:p>'))}
      <presentation:notes><draw:frame>${box('<text:p>Speak slowly.</text:p>')}</draw:frame></presentation:notes></draw:page>`,
      '<style:style style:name="pr1" style:parent-style-name="Base"/>',
      {
        'Object 1/content.xml': `<office:document-content ${NAMES}><office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title><table:table><table:table-row><table:table-cell/><table:table-cell><text:p>Oslo</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Q1</text:p></table:table-cell><table:table-cell><text:p>12</text:p></table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body></office:document-content>`,
      },
    );
    expect(outline(blocks)).toBe(
      `section(div(div(h2(Launch)) div(ul(li(One ul(li(Inner))))) div(img(0 A map)) div(${SALES})) aside(p(Speak slowly.)))`,
    );
    const slide = blocks[0]!.children[0] as PageElement;
    const { box: place, size } = slide.children[0] as PageElement;
    expect(size).toBeCloseTo(20 / ((28 / 2.54) * 72));
    for (const [key, share] of Object.entries({ x: 0.1, y: 0.1, width: 0.5, height: 0.5 }))
      expect(place![key as keyof typeof place]).toBeCloseTo(share);
  });

  it('of the library’s tests is shown', async () => {
    expect(outline((await readOfficePage('odt', fixture('kestrel.odt'))).blocks)).toContain('Kestrel probe');
  });
});

it('rejects what is not such a file, with the reason', async () => {
  await expect(readOfficePage('docx', strToU8('nothing'))).rejects.toThrow();
  await expect(readOfficePage('docx', packed({ 'a.xml': '<a/>' }))).rejects.toThrow('no document in it');
});
