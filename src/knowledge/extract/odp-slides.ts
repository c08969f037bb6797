// The slides of an OpenDocument presentation: title, and text, tables, pictures and charts at their places.
import { Refusal } from './extracted.ts';
import { elementsOf, type HtmlElement, type HtmlTag, isTag, textWithin } from './html-nodes.ts';
import { checkCount, LIMITS } from './limits.ts';
import type { Paragraph } from './office-drawing.ts';
import { readContent } from './odt.ts';
import { lengthOf, OdfStyles } from './odf-styles.ts';
import { resolvePart } from './office.ts';
import { boxOn, type Placing, type Slide, type SlideItem, USUAL_SLIDE } from './slides.ts';
import { attributeOf, firstNamed, named, parseXml } from './xml.ts';
import type { Zip } from './zip.ts';

/** Shapes that are read as a whole; groups around them have no place of their own. */
const SHAPES = new Set(
  'frame custom-shape rect ellipse circle path polygon polyline regular-polygon caption line connector'.split(
    ' ',
  ),
);
/** Of each slide alike. */
const MARGINS = new Set(['date-time', 'footer', 'header', 'page-number']);
const TEXTS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Reads one slide after another. @throws Refusal for a file without slides */
export function* odpSlidesOf(zip: Zip): Generator<Slide> {
  const { content, whole } = readContent(zip, 'presentation');
  const pages = [...elementsOf(content, ({ name }) => name !== 'page')].filter(({ name }) => name === 'page');
  checkCount('slides', pages.length, LIMITS.pages);
  if (pages.length === 0) throw new Refusal('the file has no slides in it');
  const layouts = parseXml(zip.textIfAny('styles.xml') ?? '');
  const reader = new SlideReader(zip, new OdfStyles(whole, layouts));
  const sizes = sizesOf(layouts);
  for (const page of pages) {
    yield reader.read(page, sizes.get(attributeOf(page, 'master-page-name') ?? '') ?? USUAL_SLIDE);
  }
}

type Size = Readonly<Record<'width' | 'height', number>>;

/** By the name of the master page. */
function sizesOf(layouts: HtmlElement): Map<string, Size> {
  const sizes = new Map<string, Size>();
  for (const layout of named(layouts, 'page-layout')) {
    const page = firstNamed(layout, 'page-layout-properties');
    const [width, height] = ['page-width', 'page-height'].map((name) =>
      lengthOf(page && attributeOf(page, name)),
    ) as [number, number];
    if (width > 0 && height > 0) sizes.set(attributeOf(layout, 'name') ?? '', { width, height });
  }
  const masters = new Map<string, Size>();
  for (const master of named(layouts, 'master-page')) {
    const size = sizes.get(attributeOf(master, 'page-layout-name') ?? '');
    if (size) masters.set(attributeOf(master, 'name') ?? '', size);
  }
  return masters;
}

class SlideReader {
  readonly #zip: Zip;
  readonly #styles: OdfStyles;

  constructor(zip: Zip, styles: OdfStyles) {
    this.#zip = zip;
    this.#styles = styles;
  }

  read(page: HtmlTag, size: Size): Slide {
    const notes = firstNamed(page, 'notes');
    const slide: Slide = {
      title: '',
      items: [],
      notes: notes ? this.#paragraphs(notes) : [],
      width: size.width,
      ratio: size.width / size.height,
    };
    const shown = new Set<string>();
    for (const shape of elementsOf(page, ({ name }) => !SHAPES.has(name) && name !== 'notes')) {
      const role = attributeOf(shape, 'class');
      if (!SHAPES.has(shape.name) || MARGINS.has(role ?? '')) continue;
      const placing = this.#placing(shape, size);
      if (role === 'title' && slide.title === '') {
        slide.title = textWithin(shape).replace(/\s+/g, ' ').trim();
        slide.titlePlacing = placing;
        continue;
      }
      const item = this.#item(shape, shown);
      if (item) slide.items.push({ ...item, ...placing });
    }
    return slide;
  }

  #item(shape: HtmlTag, shown: Set<string>): SlideItem | undefined {
    const table = firstNamed(shape, 'table');
    if (table) return { kind: 'table', rows: rowsOf(table) };
    const paragraphs = this.#paragraphs(shape);
    if (paragraphs.length > 0) return { kind: 'text', paragraphs };
    const object = firstNamed(shape, 'object');
    const chart = object && this.#chart(object, shown);
    if (chart) return chart;
    const pictures = [...named(shape, 'image')].map((image) =>
      resolvePart('', attributeOf(image, 'href') ?? ''),
    );
    const part = pictures.find((one) => /\.(?:png|jpe?g|gif|webp|bmp)$/i.test(one)) ?? pictures[0];
    return part === undefined ? undefined : { kind: 'picture', part, alt: altOf(shape) };
  }

  /** The numbers of a chart, which is a document of its own in the file. */
  #chart(object: HtmlTag, shown: Set<string>): SlideItem | undefined {
    const part = `${resolvePart('', attributeOf(object, 'href') ?? '')}/content.xml`;
    const xml = shown.has(part) ? undefined : this.#zip.textIfAny(part);
    if (xml === undefined) return undefined;
    shown.add(part);
    const root = parseXml(xml);
    const table = firstNamed(root, 'table');
    const chart = firstNamed(root, 'chart');
    const title = chart && firstNamed(chart, 'title');
    if (!table) return undefined;
    const name = title ? textWithin(title).replace(/\s+/g, ' ').trim() : '';
    return { kind: 'table', rows: rowsOf(table), ...(name !== '' && { title: name }) };
  }

  #paragraphs(shape: HtmlElement): Paragraph[] {
    return [...elementsOf(shape)].flatMap((paragraph) => {
      const text = TEXTS.has(paragraph.name) ? textWithin(paragraph).replace(/\s+/g, ' ').trim() : '';
      if (text === '') return [];
      const run = firstNamed(paragraph, 'span');
      const size =
        (run && this.#styles.of(attributeOf(run, 'style-name')).size) ??
        this.#styles.of(attributeOf(paragraph, 'style-name')).size;
      return [{ text, level: Math.max(0, listsAround(paragraph) - 1), ...(size && { size }) }];
    });
  }

  #placing(shape: HtmlTag, slide: Size): Placing {
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
      lengthOf(attributeOf(shape, name)),
    ) as [number, number, number, number];
    const moved = /translate\s*\(\s*(\S+)\s+(\S+?)\s*\)/.exec(attributeOf(shape, 'transform') ?? '');
    const box = boxOn(slide, {
      x: Number.isNaN(x) ? lengthOf(moved?.[1]) : x,
      y: Number.isNaN(y) ? lengthOf(moved?.[2]) : y,
      width,
      height,
    });
    const frame = this.#styles.of(attributeOf(shape, 'style-name'));
    const paragraph = [...elementsOf(shape)].find(({ name }) => TEXTS.has(name));
    const text = paragraph ? this.#styles.of(attributeOf(paragraph, 'style-name')) : {};
    const size = text.size ?? frame.size;
    const align = text.align ?? frame.align;
    const look = {
      ...(size && { size }),
      ...(align && { align }),
      ...(frame.anchor && { anchor: frame.anchor }),
      isList: firstNamed(shape, 'ul') !== undefined,
    };
    return { ...(box && { box }), look };
  }
}

function listsAround(paragraph: HtmlTag): number {
  let lists = 0;
  for (let at = paragraph.parent; at && 'name' in at && !SHAPES.has(at.name); at = at.parent)
    if (at.name === 'ul') lists++;
  return lists;
}

function altOf(shape: HtmlTag): string {
  const title = firstNamed(shape, 'title');
  return title ? textWithin(title).replace(/\s+/g, ' ').trim() : '';
}

/** Charts have elements of their own names, since only the text of the document is renamed. */
function rowsOf(table: HtmlTag): string[][] {
  const rows = [...elementsOf(table)].filter(({ name }) => name === 'tr' || name === 'table-row');
  return rows
    .map((row) =>
      row.children.flatMap((cell) =>
        isTag(cell) && /^(?:t[dh]|table-cell)$/.test(cell.name)
          ? [textWithin(cell).replace(/\s+/g, ' ').trim()]
          : [],
      ),
    )
    .filter((row) => row.length > 0);
}
