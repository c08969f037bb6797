// Questions about an Excel workbook: the answer has the date and the figure as the sheet shows them.
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openFile } from './extract.ts';
import { extractPacked } from './packed.ts';
import { memoryLibrary } from '../library.test-support.ts';

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (at: string, value: number, style: number) => `<c r="${at}" s="${style}"><v>${value}</v></c>`;

const WORKBOOK = zipSync({
  '[Content_Types].xml': strToU8('<Types/>'),
  'xl/workbook.xml': strToU8(
    '<workbook xmlns:r="r"><sheets><sheet name="Projects" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>' +
      '<Relationship Id="rId2" Type="x/styles" Target="styles.xml"/></Relationships>',
  ),
  'xl/styles.xml': strToU8(
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d\\.\\ mmmm\\ yyyy"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="4"/></cellXfs></styleSheet>',
  ),
  'xl/worksheets/sheet1.xml': strToU8(
    `<worksheet><sheetData><row r="1">${text('A1', 'Team')}${text('B1', 'Project')}${text('C1', 'Deadline')}${text('D1', 'Share')}${text('E1', 'Budget')}</row>` +
      `<row r="2">${text('A2', 'Harbour')}${text('B2', 'Lighthouse repair')}${number('C2', 45366, 1)}${number('D2', 0.125, 2)}${number('E2', 1234.5, 3)}</row>` +
      `<row r="3">${text('B3', 'Quay painting')}${number('C3', 45400, 1)}${number('D3', 0.5, 2)}${number('E3', 99, 3)}</row></sheetData>` +
      '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells></worksheet>',
  ),
});

test('answers with the date, the percentage and the merged value', async () => {
  const library = memoryLibrary({ readPacked: (kind, bytes) => extractPacked(kind, bytes) });
  await library.load();
  const { documents } = await library.add([
    { file: new File([new Uint8Array(WORKBOOK)], 'projects.xlsx'), path: 'projects.xlsx' },
  ]);
  expect(documents).toBe(1);
  const answer = async (question: string) => (await library.answer(question)).answer?.text;
  expect(await answer('When is the deadline of the lighthouse repair?')).toContain('2024-03-15');
  expect(await answer('What is the share of the lighthouse repair?')).toContain('12.50%');
  expect(await answer('What is the budget of the lighthouse repair?')).toContain('1,234.50');
  const opened = openFile('projects.xlsx', '', new Uint8Array(WORKBOOK));
  if (!('bytes' in opened)) throw new Error('taken for text');
  expect((await extractPacked(opened.kind, opened.bytes)).body).toContain(
    '| Harbour | Quay painting | 2024-04-18 |',
  );
});
