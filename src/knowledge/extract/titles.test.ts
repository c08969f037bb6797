// A file's title: its own metadata, unless a program generated it; otherwise the large letters of its first page.
import { expect, test } from 'vitest';
import type { PdfLine } from './pdf-lines.ts';
import { largestText } from './pdf-title.ts';
import { withProperties } from './with-properties.ts';

const line = (text: string, size: number): PdfLine => ({ text, size, x: 0, right: 100, y: 0, spread: false });
const text = Array.from({ length: 20 }, (_, i) => line(`Line ${i} of the text of this page.`, 10));

test('finds the title in the largest text of a page, over several lines, anywhere', () => {
  expect(
    largestText([
      line('Institute of Harbours', 12),
      line('On the Depth of', 20),
      line('Harbours', 20),
      line('1 Introduction', 14),
      ...text,
    ]),
  ).toBe('On the Depth of Harbours');
  expect(
    largestText([line('arXiv:1706.03762v5 [cs.CL]', 30), line('Tides', 18), line('T', 40), ...text]),
  ).toBe('Tides');
});

test('finds no title on a page with letters of one size, or only large ones', () => {
  expect(largestText(text)).toBeUndefined();
  expect(largestText([])).toBeUndefined();
  expect(largestText([line('42', 40), ...text])).toBeUndefined();
  expect(
    largestText([...Array.from({ length: 8 }, () => line('A slogan in large letters', 30)), ...text]),
  ).toBeUndefined();
});

test.each([
  'Microsoft Word - foo.doc',
  'untitled',
  'Untitled document 3',
  'Untitled-1',
  'Document1',
  'Dokument2',
  'PowerPoint Presentation',
  'report_final.pdf',
  'book.odt',
  '(anonymous)',
  '--',
])('ignores %j as a title', (title) => {
  const body = '# Tides of the harbour\n\nWords.';
  expect(withProperties({ body, content_type: 'text/markdown', metadata: {} }, { title }).title).toBe(
    'Tides of the harbour',
  );
});
