// Slides as sections: what has a place on the slide stands there, the rest and the speaker's notes below.
import type { Paragraph } from '../../knowledge/extract/office-drawing.ts';
import type { Placing, Slide, SlideItem, TextLook } from '../../knowledge/extract/slides.ts';
import type { PageElement } from './office-tree.ts';
import type { PageBuilder } from './page-builder.ts';

/** Points, where neither a shape nor its style states a size. */
const USUAL_SIZE = 18;
/** Of the width of a slide: smaller can't be read, larger fills the slide with a letter. */
const SIZES = { least: 0.006, most: 0.3 };

/** @returns whether there is room for more */
export function addSlide(page: PageBuilder, { title, titlePlacing, items, notes, ...slide }: Slide): boolean {
  const placed: PageElement[] = [];
  const below: PageElement[] = [];
  const add = (elements: PageElement[], { box, look = {} }: Placing): void => {
    if (!box) {
      below.push(...elements);
      return;
    }
    placed.push({
      ...page.element('div', elements),
      box,
      size: shareOf(look.size ?? USUAL_SIZE, slide.width),
      ...(look.align && { align: look.align }),
      ...(look.anchor && { anchor: look.anchor }),
    });
  };
  if (title !== '') add([page.element('h2', [title])], titlePlacing ?? {});
  for (const item of items) {
    if (page.done.isCut) break;
    add(elementsOf(page, item, slide.width), item);
  }
  if (notes.length > 0)
    below.push(
      page.element(
        'aside',
        page.some(notes, (note) => page.paragraph(note)),
      ),
    );
  const canvas = placed.length > 0 ? [{ ...page.element('div', placed), ratio: slide.ratio }] : [];
  page.done.blocks.push(page.element('section', [...canvas, ...below]));
  return !page.done.isCut;
}

function elementsOf(page: PageBuilder, item: SlideItem, width: number): PageElement[] {
  if (item.kind === 'picture') return [page.partImage(item.part, item.alt)];
  if (item.kind === 'table' || !item.box) return page.drawing(item);
  const sized = (element: PageElement, { size }: Paragraph): PageElement =>
    size === undefined || size === item.look?.size ? element : { ...element, size: shareOf(size, width) };
  if (isList(item.look, item.paragraphs))
    return [page.list(item.paragraphs, (one) => sized(page.element('li', [one.text]), one))];
  return page.some(item.paragraphs, (one) => sized(page.paragraph(one), one));
}

/** A list of one item is a sentence with a bullet. */
function isList(look: TextLook | undefined, paragraphs: readonly Paragraph[]): boolean {
  return look?.isList === true && paragraphs.length > 1;
}

function shareOf(points: number, width: number): number {
  return Math.min(SIZES.most, Math.max(SIZES.least, points / width));
}
