// The slides of a PowerPoint file: title, and text, tables, pictures, diagrams and charts in the order of the file.
import { Refusal } from './extracted.ts';
import { elementsOf, type HtmlTag } from './html-nodes.ts';
import { checkCount, LIMITS } from './limits.ts';
import { type Relation, relationsOf } from './office.ts';
import {
  type Drawing,
  DRAWINGS,
  type Paragraph,
  paragraphsOf,
  readDrawing,
  runsOf,
} from './office-drawing.ts';
import { attributeOf, firstNamed, named, parseXml, prefixed } from './xml.ts';
import type { Zip } from './zip.ts';

const MAIN = 'ppt/presentation.xml';

export type SlideItem = Drawing | { kind: 'picture'; part: string; alt: string };

export interface Slide {
  title: string;
  items: SlideItem[];
  /** Of the speaker. */
  notes: Paragraph[];
}

/** Reads one slide after another; an empty one where its part is missing. @throws Refusal for a file without slides */
export function* slidesOf(zip: Zip): Generator<Slide> {
  const relations = relationsOf(zip, MAIN);
  const parts = [...named(parseXml(zip.text(MAIN)), 'sldId')].flatMap(
    ({ attribs }) => relations.get(prefixed(attribs, 'id') ?? '')?.target ?? [],
  );
  checkCount('slides', parts.length, LIMITS.pages);
  if (parts.length === 0) throw new Refusal('the file has no slides in it');
  for (const part of parts) yield zip.has(part) ? readSlide(zip, part) : { title: '', items: [], notes: [] };
}

function readSlide(zip: Zip, part: string): Slide {
  const root = parseXml(zip.text(part));
  const relations = relationsOf(zip, part);
  const slide: Slide = { title: '', items: [], notes: notesOf(zip, [...relations.values()]) };
  const shown = new Set<string>();
  for (const shape of elementsOf(root, ({ name }) => name !== 'sp' && name !== 'tbl' && name !== 'pic')) {
    if (shape.name === 'tbl') slide.items.push({ kind: 'table', rows: rowsOf(shape) });
    else if (shape.name === 'pic') slide.items.push(...pictureOf(shape, relations));
    else if (DRAWINGS.has(shape.name)) {
      const drawing = readDrawing(zip, relations, shape, shown);
      if (drawing) slide.items.push(drawing);
    } else if (shape.name === 'sp') {
      const kind = placeholder(shape);
      const paragraphs = paragraphsOf(shape);
      if ((kind === 'title' || kind === 'ctrTitle') && slide.title === '')
        slide.title = paragraphs.map(({ text }) => text).join(' ');
      else if (paragraphs.length > 0 && !(kind && ['dt', 'ftr', 'sldNum', 'hdr'].includes(kind)))
        slide.items.push({ kind: 'text', paragraphs });
    }
  }
  return slide;
}

function pictureOf(shape: HtmlTag, relations: ReadonlyMap<string, Relation>): SlideItem[] {
  const blip = firstNamed(shape, 'blip');
  const part = blip && relations.get(prefixed(blip.attribs, 'embed') ?? '')?.target;
  const about = firstNamed(shape, 'cNvPr')?.attribs['descr'] ?? '';
  return part === undefined ? [] : [{ kind: 'picture', part, alt: about.replace(/\s+/g, ' ').trim() }];
}

function rowsOf(table: HtmlTag): string[][] {
  return [...named(table, 'tr')].map((row) => [...named(row, 'tc')].map(runsOf));
}

/** Returns a shape's role on the slide: `title`, `body`, `sldNum`; `body` if none is given. */
function placeholder(shape: HtmlTag): string | undefined {
  const mark = firstNamed(shape, 'ph');
  return mark ? (attributeOf(mark, 'type') ?? 'body') : undefined;
}

function notesOf(zip: Zip, relations: Relation[]): Paragraph[] {
  const part = relations.find(({ type }) => type === 'notesSlide')?.target;
  if (part === undefined || !zip.has(part)) return [];
  return [...named(parseXml(zip.text(part)), 'sp')]
    .filter((shape) => placeholder(shape) === 'body')
    .flatMap(paragraphsOf);
}
