// Drawings of Office files that are parts of their own: the text of a diagram (SmartArt), the numbers of a chart.
import { escapeInline, escapeLineStart } from './html-inline.ts';
import { elementsOf, type HtmlElement, type HtmlTag, isText } from './html-nodes.ts';
import { chartOf } from './chart-data.ts';
import type { Relation } from './office.ts';
import { tableBlocks } from './tables.ts';
import { firstNamed, named, parseXml, prefixed } from './xml.ts';
import type { Zip } from './zip.ts';

export interface Paragraph {
  text: string;
  /** Level in a list, from 0. */
  level: number;
  /** Points, where the paragraph states it. */
  size?: number;
}

export type Drawing =
  | { kind: 'text'; paragraphs: Paragraph[] }
  /** The first row is the header. */
  | { kind: 'table'; title?: string; rows: string[][] };

/** Names of the elements that refer to such a part. */
export const DRAWINGS: ReadonlySet<string> = new Set(['relIds', 'chart']);

/**
 * @param element names the part
 * @param shown parts already read: a file that names one again and again must not repeat it
 */
export function readDrawing(
  zip: Zip,
  relations: ReadonlyMap<string, Relation>,
  { name, attribs }: Pick<HtmlTag, 'name' | 'attribs'>,
  shown: Set<string>,
): Drawing | undefined {
  const part = relations.get(prefixed(attribs, name === 'chart' ? 'id' : 'dm') ?? '')?.target;
  const xml = part === undefined || shown.has(part) ? undefined : zip.textIfAny(part);
  if (part === undefined || xml === undefined) return undefined;
  shown.add(part);
  const root = parseXml(xml);
  if (name !== 'chart') return { kind: 'text', paragraphs: paragraphsOf(root) };
  const chart = chartOf(root);
  return chart && { kind: 'table', ...chart };
}

/** As Markdown. */
export function drawingBlocks(drawing: Drawing): string[] {
  if (drawing.kind === 'text') return paragraphBlocks(drawing.paragraphs);
  const { title, rows } = drawing;
  return [...(title ? [`**${title.replaceAll('*', ' ').trim()}**`] : []), ...tableBlocks(rows)];
}

/** Several paragraphs of one shape are list items; a single one is a paragraph. */
export function paragraphBlocks(paragraphs: readonly Paragraph[]): string[] {
  if (paragraphs.length === 0) return [];
  if (paragraphs.length === 1) return [escapeLineStart(escapeInline(paragraphs[0]!.text))];
  const least = Math.min(...paragraphs.map(({ level }) => level));
  return [
    paragraphs
      .map(({ text, level }) => `${'  '.repeat(Math.min(level - least, 8))}- ${escapeInline(text)}`)
      .join('\n'),
  ];
}

export function paragraphsOf(shape: HtmlElement): Paragraph[] {
  return [...named(shape, 'p')].flatMap((paragraph) => {
    const text = runsOf(paragraph).replace(/\s+/g, ' ').trim();
    const properties = paragraph.children.find((child) => 'name' in child && child.name === 'pPr') as
      HtmlTag | undefined;
    const level = Number(properties?.attribs['lvl'] ?? 0) || 0;
    const size = Number(firstNamed(paragraph, 'rPr')?.attribs['sz']) / 100;
    return text === '' ? [] : [{ text, level, ...(size > 0 && { size }) }];
  });
}

/** The text of all runs below `root`. */
export function runsOf(root: HtmlElement): string {
  let text = '';
  for (const { name, children } of elementsOf(root)) {
    if (name === 'br') text += ' ';
    else if (name === 't') text += children.map((child) => (isText(child) ? child.data : '')).join('');
  }
  return text;
}
