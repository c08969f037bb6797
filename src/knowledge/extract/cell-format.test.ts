// Numbers of a sheet, formatted as their cell shows them.
import { expect, test } from 'vitest';
import { sheetRows } from './xlsx-sheet.ts';
import { readStyles } from './xlsx-styles.ts';

function shown(code: string, value: string, from1904 = false): string | undefined {
  const escaped = code.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const styles = readStyles(
    `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${escaped}"/></numFmts>` +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  );
  const sheet = `<sheetData><row r="1"><c r="A1" s="1"><v>${value}</v></c></row></sheetData>`;
  const [row] = sheetRows(sheet, { strings: [], styles, from1904 }, () => {});
  return row?.get(0);
}

test.each([
  ['$#,##0.00', '1234.5', '$1,234.50'],
  ['"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', '-1234.5', '-$1,234.50'],
  ['#,##0.00\\ "€"', '1234.5', '1,234.50 €'],
  ['#,##0.00\\ [$€-407]', '0.1', '0.10 €'],
  ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', '99', '99.00 €'],
  ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', '1000000', '$1,000,000.00'],
  ['[$£-809]#,##0', '2499.6', '£2,500'],
  ['[$CHF] #,##0.00', '12', 'CHF 12.00'],
  ['"EUR" 0.##', '3.5', 'EUR 3.5'],
  ['[$¥-411]#,##0', '-0.2', '¥0'],
])('%s shows %s as %s', (code, value, text) => {
  expect(shown(code, value)).toBe(text);
});

test.each([
  ['"day "0', '7', '7'],
  ['$#,##0,', '1234567', '1234567'],
  ['[$-409]yyyy\\-mm\\-dd', '45725', '2025-03-09'],
  ['0.0%', '0.125', '12.5%'],
  ['[$-407]0.00', '5', '5.00'],
  ['$0.0,', '1234567', '1234567'],
  ['"$"', '5', '5'],
])('sees no currency in %s: %s is %s', (code, value, text) => {
  expect(shown(code, value)).toBe(text);
});

test.each([
  ['yyyy-mm-dd', '45366', '2024-03-15'],
  ['dd/mm/yyyy', '45366.75', '2024-03-15'],
  ['d\\.\\ mmmm\\ yyyy', '45366', '2024-03-15'],
  ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '45366', '2024-03-15'],
  ['dd.mm.yyyy hh:mm', '45366.75', '2024-03-15 18:00'],
  ['m/d/yy h:mm AM/PM', '45366.5', '2024-03-15 12:00'],
  ['yyyy', '45366', '2024'],
  ['yyyy-mm-dd', '59', '1900-02-28'],
  ['yyyy-mm-dd', '61', '1900-03-01'],
  ['h:mm', '0.75', '18:00'],
  ['h:mm AM/PM', '45366.75', '18:00'],
  ['hh:mm:ss', '0.0625', '01:30:00'],
  ['[h]:mm', '1.25', '30:00'],
  ['[hh]:mm:ss', '2', '48:00:00'],
  ['[mm]:ss', '0.0625', '90:00'],
  ['mm:ss', '0.001', '01:26'],
  ['yyyy-mm-dd', '-1', '-1'],
])('the moment %s shows %s as %s', (code, value, text) => {
  expect(shown(code, value)).toBe(text);
});

test('counts days from 1904 in old Mac workbooks', () => {
  expect(shown('yyyy-mm-dd', '43904', true)).toBe('2024-03-15');
  expect(shown('yyyy-mm-dd', '0', true)).toBe('1904-01-01');
});

test.each([
  ['#,##0.00', '1234.5', '1,234.50'],
  ['#,##0', '1234567.4', '1,234,567'],
  ['#,##0;[Red]\\-#,##0', '-1234.5', '-1,235'],
  ['#,##0_);\\(#,##0\\)', '-1234', '-1,234'],
  ['0.00', '3.14159', '3.14'],
  ['0.00', '1.005', '1.01'],
  ['00000', '1234', '01234'],
  ['0.00%', '0.125', '12.50%'],
  ['0%', '0.125', '13%'],
  ['0.0#%', '-0.5', '-50.0%'],
  ['0 %', '0.5', '50%'],
  ['0.0%" of all"', '0.5', '50.0%'],
  ['General%', '0.125', '12.5%'],
  ['General', '0.30000000000000004', '0.3'],
  ['0.00E+00', '1234.5', '1234.5'],
  ['# ?/?', '0.5', '0.5'],
  ['[<1]0.00;0', '12.345', '12.345'],
  ['0 "kg"', '12.5', '12.5'],
  ['@', '7', '7'],
])('the number %s shows %s as %s', (code, value, text) => {
  expect(shown(code, value)).toBe(text);
});

test.each([
  [4, '1234.5', '1,234.50'],
  [10, '0.125', '12.50%'],
  [14, '45366', '2024-03-15'],
  [20, '0.5', '12:00'],
  [22, '45366.5', '2024-03-15 12:00'],
  [46, '1.5', '36:00:00'],
  [0, '1234.5', '1234.5'],
  [49, '1234.5', '1234.5'],
])('the built-in format %i shows %s as %s', (id, value, text) => {
  const styles = readStyles(`<styleSheet><cellXfs><xf numFmtId="${id}"/></cellXfs></styleSheet>`);
  const sheet = `<sheetData><row r="1"><c r="A1" s="0"><v>${value}</v></c></row></sheetData>`;
  expect(sheetRows(sheet, { strings: [], styles, from1904: false }, () => {})[0]?.get(0)).toBe(text);
});
