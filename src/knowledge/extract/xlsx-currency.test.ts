// Amounts of money in a sheet are written with their currency, as the format of the cell says.
import { expect, test } from 'vitest';
import { sheetRows } from './xlsx-sheet.ts';
import { readStyles } from './xlsx-styles.ts';

function shown(code: string, value: string): string | undefined {
  const escaped = code.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const styles = readStyles(
    `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${escaped}"/></numFmts>` +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  );
  const sheet = `<sheetData><row r="1"><c r="A1" s="1"><v>${value}</v></c></row></sheetData>`;
  const [row] = sheetRows(sheet, { strings: [], styles, from1904: false }, () => {});
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
  ['#,##0.00', '1234.5', '1234.5'],
  ['"day "0', '7', '7'],
  ['$#,##0,', '1234567', '1234567'],
  ['[$-409]yyyy\\-mm\\-dd', '45725', '2025-03-09'],
  ['0.0%', '0.125', '12.5%'],
  ['[$-407]0.00', '5', '5'],
  ['$0.0,', '1234567', '1234567'],
  ['"$"', '5', '5'],
])('%s is no currency: %s is %s', (code, value, text) => {
  expect(shown(code, value)).toBe(text);
});
