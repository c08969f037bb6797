// Workbooks as sheets: the cells at their places, merged cells, and limits.
import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readOfficePage } from './office-page.ts';
import { outline } from './outline.test-support.ts';
import type { OfficePage } from './office-tree.ts';

const FIXTURES = new URL('../../knowledge/extract/fixtures/', import.meta.url);
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function packed(files: Record<string, string>): Uint8Array {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  // A single repeated word would compress so well that it counts as an attack.
  return zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>, { level: 0 });
}

describe('a workbook', () => {
  const excel = (rows: string, merges = '', most?: number): Promise<OfficePage> =>
    readOfficePage(
      'xlsx',
      packed({
        'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="Berths" r:id="r1"/><sheet name="Hidden" state="veryHidden" r:id="r1"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData>${merges}</worksheet>`,
      }),
      most,
    );
  const row = (number: number, cells: Record<string, string>): string =>
    `<row r="${number}">${Object.entries(cells)
      .map(([column, text]) => `<c r="${column}${number}" t="inlineStr"><is><t>${text}</t></is></c>`)
      .join('')}</row>`;
  const sheet = (head: string, body: string): string =>
    `section(h2(Berths) table(thead(tr(th() ${head})) tbody(${body})))`;

  it('has the letters and numbers of the cells with text', async () => {
    const { blocks } = await excel(row(2, { B: 'Berth', AB: 'Depth' }) + row(7, { B: '&lt;b&gt;12' }));
    expect(outline(blocks)).toBe(
      sheet('th(B) th(AB)', 'tr(th(2) td(Berth) td(Depth)) tr(th(7) td(<b>12) td())'),
    );
  });

  it('keeps merged cells whole', async () => {
    const { blocks } = await excel(
      row(1, { A: 'Quay', B: 'North', C: 'x' }) + row(2, { C: 'y' }) + row(3, { A: 'a', B: 'b', C: 'z' }),
      '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>',
    );
    expect(outline(blocks)).toBe(
      sheet('th(A) th(B) th(C)', 'tr(th(1) td(Quay) td(x)) tr(th(2) td(y)) tr(th(3) td(a) td(b) td(z))'),
    );
    expect(JSON.stringify(blocks)).toContain('"colspan":2,"rowspan":2');
  });

  it('ends at a limit, also with merges that cover each other', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(at + 1, { A: 'a', Z: 'z' })).join('');
    const page = await excel(rows, '', 40);
    expect(page.isCut).toBe(true);
    const merge = '<mergeCell ref="A1:Z60"/>';
    expect((await excel(rows, `<mergeCells>${merge.repeat(5_000)}</mergeCells>`, 500)).isCut).toBe(true);
  });

  it('of OpenDocument has rows numbered from 1, as often as they are repeated', async () => {
    const content = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="Berths"><table:table-row table:number-rows-repeated="4"><table:table-cell/></table:table-row><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-spanned="2"><text:p>Quay</text:p></table:table-cell><table:covered-table-cell/><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
    const { blocks } = await readOfficePage('ods', packed({ 'content.xml': content }));
    expect(outline(blocks)).toBe(sheet('th(A) th(C)', 'tr(th(5) td(Quay) td(x)) tr(th(6) td(Quay) td(x))'));
  });

  it('of the library’s tests is shown', async () => {
    const file = new Uint8Array(readFileSync(new URL('kestrel.xlsx', FIXTURES)));
    expect(outline((await readOfficePage('xlsx', file)).blocks)).toContain('Burns');
  });
});
