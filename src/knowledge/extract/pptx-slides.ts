// The slides of a PowerPoint file: title, and text, tables, pictures, diagrams and charts in the order of the file.
import { Refusal } from './extracted.ts';
import { elementsOf, type HtmlTag, isTag } from './html-nodes.ts';
import { checkCount, LIMITS } from './limits.ts';
import { type Relation, relationsOf } from './office.ts';
import { DRAWINGS, type Paragraph, paragraphsOf, readDrawing, runsOf } from './office-drawing.ts';
import { PptxPlaces, roleOf } from './pptx-places.ts';
import type { Slide, SlideItem } from './slides.ts';
import { firstNamed, named, parseXml, prefixed } from './xml.ts';
import type { Zip } from './zip.ts';

const MAIN = 'ppt/presentation.xml';

/** Reads one slide after another; an empty one where its part is missing. @throws Refusal for a file without slides */
export function* slidesOf(zip: Zip): Generator<Slide> {
  const relations = relationsOf(zip, MAIN);
  const presentation = parseXml(zip.text(MAIN));
  const parts = [...named(presentation, 'sldId')].flatMap(
    ({ attribs }) => relations.get(prefixed(attribs, 'id') ?? '')?.target ?? [],
  );
  checkCount('slides', parts.length, LIMITS.pages);
  if (parts.length === 0) throw new Refusal('the file has no slides in it');
  const places = new PptxPlaces(zip, presentation);
  for (const part of parts) yield readSlide(zip, part, places);
}

/** Shapes that are read as a whole. */
const WHOLE = new Set(['sp', 'tbl', 'pic']);

function readSlide(zip: Zip, part: string, places: PptxPlaces): Slide {
  const { width, height } = places.slide;
  const slide: Slide = { title: '', items: [], notes: [], width, ratio: width / height };
  if (!zip.has(part)) return slide;
  const root = parseXml(zip.text(part));
  const relations = relationsOf(zip, part);
  slide.notes = notesOf(zip, [...relations.values()]);
  const layers = places.layersOf(relations);
  const shown = new Set<string>();
  const add = (shape: HtmlTag, item: SlideItem | undefined): void => {
    if (item) slide.items.push({ ...item, ...places.placing(shape, roleOf(shape), layers) });
  };
  for (const shape of elementsOf(root, isReadInto)) {
    if (shape.name === 'tbl') add(shape, { kind: 'table', rows: rowsOf(shape) });
    else if (shape.name === 'pic') add(shape, pictureOf(shape, relations));
    else if (DRAWINGS.has(shape.name)) add(shape, readDrawing(zip, relations, shape, shown));
    else if (shape.name === 'sp') {
      const role = roleOf(shape);
      const paragraphs = paragraphsOf(shape);
      if ((role === 'title' || role === 'ctrTitle') && slide.title === '') {
        slide.title = paragraphs.map(({ text }) => text).join(' ');
        slide.titlePlacing = places.placing(shape, role, layers);
        const size = paragraphs[0]?.size;
        if (size !== undefined) slide.titlePlacing.look = { ...slide.titlePlacing.look, size };
      } else if (paragraphs.length > 0 && !(role && ['dt', 'ftr', 'sldNum', 'hdr'].includes(role)))
        add(shape, { kind: 'text', paragraphs });
    }
  }
  return slide;
}

/** A copy for older programs is read only where the newer one has nothing that is read. */
function isReadInto(tag: HtmlTag): boolean {
  if (tag.name !== 'Fallback') return !WHOLE.has(tag.name);
  const newer = tag.parent?.children.find((child) => isTag(child) && child.name === 'Choice') as
    HtmlTag | undefined;
  return !newer || ![...elementsOf(newer)].some(({ name }) => WHOLE.has(name) || DRAWINGS.has(name));
}

function pictureOf(shape: HtmlTag, relations: ReadonlyMap<string, Relation>): SlideItem | undefined {
  const blip = firstNamed(shape, 'blip');
  const part = blip && relations.get(prefixed(blip.attribs, 'embed') ?? '')?.target;
  const about = firstNamed(shape, 'cNvPr')?.attribs['descr'] ?? '';
  return part === undefined ? undefined : { kind: 'picture', part, alt: about.replace(/\s+/g, ' ').trim() };
}

function rowsOf(table: HtmlTag): string[][] {
  return [...named(table, 'tr')].map((row) => [...named(row, 'tc')].map(runsOf));
}

function notesOf(zip: Zip, relations: Relation[]): Paragraph[] {
  const part = relations.find(({ type }) => type === 'notesSlide')?.target;
  if (part === undefined || !zip.has(part)) return [];
  return [...named(parseXml(zip.text(part)), 'sp')]
    .filter((shape) => roleOf(shape) === 'body')
    .flatMap(paragraphsOf);
}
