// Slides whose text is in parts of their own: diagrams and charts.
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { extractPptx } from './pptx.ts';

const SPACES = 'xmlns:a="a" xmlns:p="p" xmlns:r="r" xmlns:c="c" xmlns:dgm="dgm" xmlns:mc="mc"';
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://example.org/${type}" Target="${target}"/>`;

function deck(slide: string, parts: Record<string, string>): Uint8Array {
  const files = {
    'ppt/presentation.xml': `<p:presentation ${SPACES}><p:sldIdLst><p:sldId id="1" r:id="r1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${relation('r1', 'slide', 'slides/slide1.xml')}</Relationships>`,
    'ppt/slides/slide1.xml': `<p:sld ${SPACES}><p:cSld><p:spTree>${slide}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': `<Relationships>${relation('d1', 'diagramData', '../diagrams/data1.xml')}${relation('c1', 'chart', '../charts/chart1.xml')}</Relationships>`,
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}
const body = (slide: string, parts: Record<string, string> = {}): string =>
  extractPptx(deck(slide, parts), () => undefined).body;

const frame = (inner: string): string =>
  `<p:graphicFrame><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></p:graphicFrame>`;
const point = (text: string): string =>
  `<dgm:pt><dgm:prSet/><dgm:t><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
const cache = (name: string, ...values: string[]): string =>
  `<c:${name}><c:numRef><c:f>Sheet1!A1</c:f><c:numCache>${values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef></c:${name}>`;
const CHART = `<c:chartSpace ${SPACES}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales by quarter</a:t></a:r></a:p></c:rich></c:tx></c:title>
  <c:plotArea><c:barChart>
    <c:ser>${cache('tx', 'Oslo')}${cache('cat', 'Q1', 'Q2')}${cache('val', '12', '7.5')}</c:ser>
    <c:ser><c:tx><c:v>Bergen</c:v></c:tx>${cache('cat', 'Q1', 'Q2')}${cache('val', '3')}</c:ser>
  </c:barChart><c:valAx><c:title><a:t>Tons</a:t></c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>`;

it('reads the text of a diagram as a list', () => {
  const diagram = `<dgm:dataModel ${SPACES}><dgm:ptLst>${point('President')}${point('Finance')}</dgm:ptLst></dgm:dataModel>`;
  expect(body(frame('<dgm:relIds r:dm="d1" r:lo="x"/>'), { 'ppt/diagrams/data1.xml': diagram })).toBe(
    '## Slide 1\n\n- President\n- Finance',
  );
});

it('reads a chart as its title and a table, once', () => {
  const chart = frame('<c:chart r:id="c1"/>');
  expect(body(chart.repeat(3), { 'ppt/charts/chart1.xml': CHART })).toBe(
    '## Slide 1\n\n**Sales by quarter**\n\n|  | Oslo | Bergen |\n| --- | --- | --- |\n| Q1 | 12 | 3 |\n| Q2 | 7.5 |  |',
  );
});

it('takes no number of a slide for the title', () => {
  const text = (kind: string, words: string): string =>
    `<p:sp><p:nvPr><p:ph type="${kind}"/></p:nvPr><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sp>`;
  const title = (slide: string) => extractPptx(deck(slide, {}), () => undefined).title;
  expect(title(text('body', 'Only text'))).toBeUndefined();
  expect(title(text('title', 'Slides for Oslo'))).toBe('Slides for Oslo');
});

it('refuses a slide whose chart has no numbers, and whose parts are missing', () => {
  const empty = `<c:chartSpace ${SPACES}><c:chart><c:plotArea><c:ser/></c:plotArea></c:chart></c:chartSpace>`;
  const slide =
    frame('<c:chart r:id="c1"/>') + frame('<dgm:relIds r:dm="d1"/>') + frame('<c:chart r:id="no"/>');
  expect(() => body(slide, { 'ppt/charts/chart1.xml': empty })).toThrow('no text in it');
});
