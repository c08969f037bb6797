// Formats blocks of Markdown as plain text with line breaks: items and rows on separate lines, code unchanged.
import { cellsOf } from '../../core/table-cells.ts';
import { plainText } from '../plain-text.ts';
import { piecesOf } from './structure.ts';

const FENCE_LINE = /^[>\s]*(?:`{3,}|~{3,}).*$/;
const MARKER = /^(\s*(?:[-*+•]|\d{1,3}[.)])\s+)/;

/** Complete: nothing is cut, and cells of a row are separated by ` | `. */
export function plainBlock(markdown: string, isMarkdown = true): string {
  if (!isMarkdown) return markdown.trim();
  return piecesOf(markdown, true)
    .map((piece) => {
      const text = markdown.slice(piece.start, piece.end);
      switch (piece.kind) {
        case 'code':
          return withoutFences(text);
        case 'table':
          return [piece.head, ...piece.rows]
            .map(({ start, end }) => rowText(markdown.slice(start, end).split('\n')[0]!))
            .join('\n');
        case 'list':
          return listText(text);
        default:
          return plainText(text);
      }
    })
    .filter((text) => text !== '')
    .join('\n');
}

function rowText(row: string): string {
  return cellsOf(row).map(plainText).join(' | ');
}

function listText(text: string): string {
  const lines: string[] = [];
  let inCode = false;
  for (const line of text.split('\n')) {
    if (FENCE_LINE.test(line)) {
      inCode = !inCode;
      continue;
    }
    if (line.trim() === '') continue;
    if (inCode) {
      lines.push(line);
      continue;
    }
    const marker = MARKER.exec(line)?.[1];
    if (marker !== undefined) lines.push(marker + plainText(line.slice(marker.length)));
    else if (lines.length > 0) lines.push(`${lines.pop()!} ${plainText(line)}`);
    else lines.push(plainText(line));
  }
  return lines.join('\n');
}

function withoutFences(code: string): string {
  const lines = code.split('\n');
  if (FENCE_LINE.test(lines[0] ?? '')) lines.shift();
  if (FENCE_LINE.test(lines.at(-1) ?? '')) lines.pop();
  return lines.join('\n').trim();
}
