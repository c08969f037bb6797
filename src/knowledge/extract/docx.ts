// Word files, converted to Markdown like a page, with the text of their diagrams and the numbers of their charts.
import { CONTENT_TYPES } from '../../core/document.ts';
import { DRAWING_MARK, readWordPage } from './docx-page.ts';
import type { Extracted } from './extracted.ts';
import { toMarkdown } from './html-markdown.ts';
import { properties } from './office.ts';
import { type Drawing, drawingBlocks, paragraphBlocks, paragraphsOf } from './office-drawing.ts';
import { withProperties } from './with-properties.ts';
import { parseXml } from './xml.ts';
import { Zip } from './zip.ts';

export async function extractDocx(bytes: Uint8Array): Promise<Extracted> {
  const zip = new Zip(bytes);
  const { page, drawings } = await readWordPage(zip);
  const body = withDrawings(toMarkdown(page), drawings) || marginsOf(zip);
  return withProperties(
    { body, content_type: CONTENT_TYPES.markdown, metadata: { format: 'docx' } },
    properties(zip),
  );
}

const MARGINS = /^word\/(?:header|footer)\d*\.xml$/;

/** The text of headers and footers: all that some letterheads have. */
function marginsOf(zip: Zip): string {
  const texts = zip.names
    .filter((name) => MARGINS.test(name))
    .flatMap((name) => paragraphsOf(parseXml(zip.text(name))).flatMap((one) => paragraphBlocks([one])));
  return [...new Set(texts)].join('\n\n');
}

/** Puts each drawing below the line with its mark, or into the cell of its table. */
function withDrawings(body: string, drawings: readonly Drawing[]): string {
  const left = new Map(drawings.entries());
  const all = body.split('\n');
  const lines = all.map((line, index) => {
    const found: Drawing[] = [];
    const isRow = line.startsWith('|');
    const rest = line.replace(DRAWING_MARK, (_, number: string) => {
      const drawing = left.get(Number(number));
      left.delete(Number(number));
      if (drawing && isRow) return inCell(drawing);
      if (drawing) found.push(drawing);
      return '';
    });
    if (found.length === 0) return rest;
    const blocks = found.flatMap(drawingBlocks);
    const end = all[index + 1] ? '\n' : '';
    return [...(rest.trim() === '' ? [] : [rest]), ...blocks].join('\n\n') + end;
  });
  return lines.join('\n').trim();
}

function inCell(drawing: Drawing): string {
  const text =
    drawing.kind === 'text'
      ? drawing.paragraphs.map(({ text }) => text).join(', ')
      : drawing.rows.map((row) => row.join(' ').trim()).join('; ');
  return text.replaceAll('|', '\\|');
}
