// PowerPoint files: one section per slide, with its title, text, tables, diagrams, the numbers of its charts, and the
// speaker's notes. Pages are slides.
import { CONTENT_TYPES } from '../../core/document.ts';
import { chartBlocks } from './chart-data.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { escapeInline, escapeLineStart } from './html-inline.ts';
import { elementsOf, type HtmlElement, type HtmlTag } from './html-nodes.ts';
import { isText } from './html-nodes.ts';
import { checkCount, LIMITS } from './limits.ts';
import { properties, type Relation, relationsOf } from './office.ts';
import { tableBlocks } from './tables.ts';
import { withProperties } from './with-properties.ts';
import { attributeOf, firstNamed, named, parseXml, prefixed } from './xml.ts';
import { Zip } from './zip.ts';

const MAIN = 'ppt/presentation.xml';

export function extractPptx(bytes: Uint8Array, alive: () => void): Extracted {
  const zip = new Zip(bytes);
  const relations = relationsOf(zip, MAIN);
  const slides = [...named(parseXml(zip.text(MAIN)), 'sldId')].flatMap(
    ({ attribs }) => relations.get(prefixed(attribs, 'id') ?? '')?.target ?? [],
  );
  checkCount('slides', slides.length, LIMITS.pages);
  if (slides.length === 0) throw new Refusal('the file has no slides in it');
  const pages: number[] = [];
  let body = '';
  let text = 0;
  slides.forEach((part, i) => {
    alive();
    if (body !== '') body += '\n\n';
    pages.push(body.length);
    if (!zip.has(part)) return;
    const { title, blocks } = readSlide(zip, part);
    if (title !== '') text++;
    text += blocks.length;
    body += [`## ${title || `Slide ${i + 1}`}`, ...blocks].join('\n\n');
    checkCount('characters of text', body.length, LIMITS.characters);
  });
  if (text === 0) throw new Refusal('the file has no text in it, only pictures');
  const metadata = { format: 'pptx', slides: slides.length };
  return withProperties({ body, content_type: CONTENT_TYPES.markdown, pages, metadata }, properties(zip));
}

function readSlide(zip: Zip, part: string): { title: string; blocks: string[] } {
  const root = parseXml(zip.text(part));
  const relations = relationsOf(zip, part);
  const slide = { title: '', blocks: [] as string[] };
  /** Parts already shown: a slide that names one again and again must not repeat it. */
  const shown = new Set<string>();
  for (const shape of elementsOf(root, ({ name }) => name !== 'sp' && name !== 'tbl')) {
    if (shape.name === 'tbl') slide.blocks.push(...table(shape));
    else if (shape.name === 'relIds' || shape.name === 'chart')
      slide.blocks.push(...drawing(zip, relations, shape, shown));
    else if (shape.name === 'sp') {
      const kind = placeholder(shape);
      const paragraphs = paragraphsOf(shape);
      if ((kind === 'title' || kind === 'ctrTitle') && slide.title === '') {
        slide.title = paragraphs
          .map(({ text }) => text)
          .join(' ')
          .replace(/\s+/g, ' ');
      } else if (!kind || !['dt', 'ftr', 'sldNum', 'hdr'].includes(kind))
        slide.blocks.push(...asBlocks(paragraphs));
    }
  }
  const notes = notesOf(zip, [...relations.values()]);
  if (notes.length > 0) slide.blocks.push('**Notes**', ...notes);
  return slide;
}

interface Paragraph {
  text: string;
  level: number;
}

/** Several paragraphs of one shape are list items; a single one is a paragraph. */
function asBlocks(paragraphs: Paragraph[]): string[] {
  if (paragraphs.length === 1) return [escapeLineStart(paragraphs[0]!.text)];
  if (paragraphs.length === 0) return [];
  const least = Math.min(...paragraphs.map(({ level }) => level));
  return [
    paragraphs.map(({ text, level }) => `${'  '.repeat(Math.min(level - least, 8))}- ${text}`).join('\n'),
  ];
}

function paragraphsOf(shape: HtmlElement): Paragraph[] {
  return [...named(shape, 'p')].flatMap((paragraph) => {
    const text = escapeInline(textOf(paragraph).replace(/\s+/g, ' ').trim());
    const properties = paragraph.children.find((child) => 'name' in child && child.name === 'pPr') as
      HtmlTag | undefined;
    return text === '' ? [] : [{ text, level: Number(properties?.attribs['lvl'] ?? 0) || 0 }];
  });
}

function textOf(root: HtmlElement): string {
  let text = '';
  for (const { name, children } of elementsOf(root)) {
    if (name === 'br') text += ' ';
    else if (name === 't') text += children.map((child) => (isText(child) ? child.data : '')).join('');
  }
  return text;
}

/** The text of a diagram (SmartArt), or the numbers of a chart, which are parts of their own. */
function drawing(
  zip: Zip,
  relations: ReadonlyMap<string, Relation>,
  { name, attribs }: HtmlTag,
  shown: Set<string>,
): string[] {
  const part = relations.get(prefixed(attribs, name === 'chart' ? 'id' : 'dm') ?? '')?.target;
  const xml = part === undefined || shown.has(part) ? undefined : zip.textIfAny(part);
  if (part === undefined || xml === undefined) return [];
  shown.add(part);
  const root = parseXml(xml);
  return name === 'chart' ? chartBlocks(root) : asBlocks(paragraphsOf(root));
}

function table(element: HtmlTag): string[] {
  return tableBlocks([...named(element, 'tr')].map((row) => [...named(row, 'tc')].map(textOf)));
}

/** Returns a shape's role on the slide: `title`, `body`, `sldNum`; `body` if none is given. */
function placeholder(shape: HtmlTag): string | undefined {
  const mark = firstNamed(shape, 'ph');
  return mark ? (attributeOf(mark, 'type') ?? 'body') : undefined;
}

function notesOf(zip: Zip, relations: Relation[]): string[] {
  const part = relations.find(({ type }) => type === 'notesSlide')?.target;
  if (part === undefined || !zip.has(part)) return [];
  return [...named(parseXml(zip.text(part)), 'sp')]
    .filter((shape) => placeholder(shape) === 'body')
    .flatMap(paragraphsOf)
    .map(({ text }) => escapeLineStart(text));
}
