// Word files whose text is in parts of their own: diagrams and charts.
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { extractDocx } from './docx.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SPACES = `xmlns:w="${W}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"`;
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/>`;
const relations = (...all: string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;

const run = (inner: string): string => `<w:r>${inner}</w:r>`;
const paragraph = (inner: string): string => `<w:p>${inner}</w:p>`;
const text = (words: string): string => paragraph(run(`<w:t>${words}</w:t>`));
const drawing = (inner: string): string =>
  run(
    `<w:drawing><wp:inline><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></wp:inline></w:drawing>`,
  );
const CHART = drawing('<c:chart r:id="c1"/>');
const DIAGRAM = drawing('<dgm:relIds r:dm="d1" r:lo="x"/>');
const cache = (name: string, ...values: string[]): string =>
  `<c:${name}><c:numRef><c:numCache>${values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef></c:${name}>`;

/** @returns the Markdown of a document with this body */
async function markdown(body: string, more: Record<string, string> = {}): Promise<string> {
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'word/document.xml')),
    'word/document.xml': `<w:document ${SPACES}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(
      relation('c1', 'chart', 'charts/chart1.xml'),
      relation('d1', 'diagramData', 'diagrams/data1.xml'),
    ),
    'word/charts/chart1.xml': `<c:chartSpace ${SPACES}><c:chart><c:title><a:t>Sales by quarter</a:t></c:title><c:plotArea><c:ser>${cache('tx', 'Oslo')}${cache('cat', 'Q1', 'Q2')}${cache('val', '12', '7.5')}</c:ser></c:plotArea></c:chart></c:chartSpace>`,
    'word/diagrams/data1.xml': `<dgm:dataModel ${SPACES}><dgm:pt><a:p><a:r><a:t>President</a:t></a:r></a:p></dgm:pt><dgm:pt><a:p><a:r><a:t>Finance</a:t></a:r></a:p></dgm:pt></dgm:dataModel>`,
    ...more,
  };
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])));
  return (await extractDocx(new Uint8Array(bytes))).body;
}

const SALES = '**Sales by quarter**\n\n|  | Oslo |\n| --- | --- |\n| Q1 | 12 |\n| Q2 | 7.5 |';

it('reads charts and diagrams at their places, once', async () => {
  expect(
    await markdown(
      text('Before') + paragraph(CHART) + text('Between') + paragraph(DIAGRAM + CHART) + text('After'),
    ),
  ).toBe(`Before\n\n${SALES}\n\nBetween\n\n- President\n- Finance\n\nAfter`);
});

it('reads one in a line of text below that line, and one in a table into its cell', async () => {
  expect(await markdown(paragraph(run('<w:t>See</w:t>') + DIAGRAM))).toBe('See\n\n- President\n- Finance');
  const cell = (inner: string): string => `<w:tc>${inner}</w:tc>`;
  const row = (...cells: string[]): string => `<w:tr>${cells.map(cell).join('')}</w:tr>`;
  const table = `<w:tbl>${row(text('Who'), text('Chart'))}${row(paragraph(DIAGRAM), paragraph(CHART))}</w:tbl>`;
  expect(await markdown(table)).toContain('| President, Finance | Oslo; Q1 12; Q2 7.5 |');
});

it('reads headers and footers only where there is no other text', async () => {
  const margin = (words: string): string => `<w:hdr ${SPACES}>${text(words)}</w:hdr>`;
  const parts = {
    'word/header1.xml': margin('Acme, Oslo'),
    'word/header2.xml': margin('Acme, Oslo'),
    'word/footer1.xml': margin('# 12'),
  };
  expect(await markdown(text('The letter'), parts)).toBe('The letter');
  expect(await markdown(paragraph(''), parts)).toBe('Acme, Oslo\n\n\\# 12');
});

it('leaves out marks that the text itself has, and drawings without a part', async () => {
  expect(
    await markdown(text('A\uE0F00\uE0F1B\uE0F07\uE0F1') + paragraph(drawing('<c:chart r:id="none"/>'))),
  ).toBe('AB');
});
