// Reads Word and PowerPoint files as pages to look at: headings, text, lists, tables, pictures, charts as tables.
//
// - The same readers as for the library, with their limits. Only known elements and addresses get into the result.
import { Refusal } from '../../knowledge/extract/extracted.ts';
import { DRAWING_MARK, readWordPage } from '../../knowledge/extract/docx-page.ts';
import { attribute, type HtmlNode, isTag, isText } from '../../knowledge/extract/html-nodes.ts';
import type { Drawing, Paragraph } from '../../knowledge/extract/office-drawing.ts';
import { slidesOf, type Slide } from '../../knowledge/extract/pptx-slides.ts';
import { Zip } from '../../knowledge/extract/zip.ts';
import {
  type OfficeFormat,
  type OfficePage,
  PAGE_TAGS,
  type PageElement,
  type PageNode,
} from './office-tree.ts';

/** Elements of a page: a browser lays out that many in about a second. A book of 300 pages has fewer. */
const MOST_ELEMENTS = 40_000;
/** Deeper nesting is shown without its marks. */
const DEEPEST = 60;
/** Bytes of all pictures. */
const MOST_PICTURES = 100 * 2 ** 20;

const TAGS: ReadonlySet<string> = new Set(PAGE_TAGS);
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
};
const SHOWN = new Set(Object.values(TYPES));

/** @throws Refusal for a file that can't be read */
export async function readOfficePage(
  format: OfficeFormat,
  bytes: Uint8Array,
  most = MOST_ELEMENTS,
): Promise<OfficePage> {
  const page = new PageBuilder(most);
  const zip = new Zip(bytes);
  if (format === 'docx') await readWord(zip, page);
  else for (const slide of slidesOf(zip)) if (!page.addSlide(slide, zip)) break;
  return page.done;
}

async function readWord(zip: Zip, page: PageBuilder): Promise<void> {
  const word = await readWordPage(zip, async (picture) => {
    const bytes = new Uint8Array(await picture.readAsArrayBuffer());
    const number = page.picture(picture.contentType, bytes);
    return number === undefined ? MISSING : `${PICTURE}${number}`;
  });
  page.addWord(word.page.children, word.drawings);
}

const PICTURE = 'picture:';
const MISSING = `${PICTURE}none`;

class PageBuilder {
  readonly done: OfficePage = { blocks: [], pictures: [], isCut: false };
  #left: number;
  #bytes = MOST_PICTURES;
  #drawings = new Map<number, Drawing>();
  /** Drawings whose marks were in the block that is being read. */
  #waiting: PageElement[] = [];
  readonly #parts = new Map<string, number | undefined>();

  constructor(most: number) {
    this.#left = most;
  }

  /** @returns its number; undefined if browsers can't show it */
  picture(type: string, bytes: Uint8Array<ArrayBuffer>): number | undefined {
    this.#bytes -= bytes.length;
    if (!SHOWN.has(type) || this.#bytes < 0) return undefined;
    return this.done.pictures.push({ type, bytes }) - 1;
  }

  addWord(nodes: readonly HtmlNode[], drawings: readonly Drawing[]): void {
    this.#drawings = new Map(drawings.entries());
    for (const node of this.#blocks(nodes, 0))
      this.done.blocks.push(typeof node === 'string' ? { tag: 'p', children: [node] } : node);
  }

  /** @returns whether there is room for more */
  addSlide({ title, items, notes }: Slide, zip: Zip): boolean {
    const children: PageNode[] = title === '' ? [] : [this.#element('h2', [title])];
    for (const item of items) {
      if (this.done.isCut) break;
      if (item.kind === 'picture') children.push(this.#slidePicture(item, zip));
      else children.push(...this.#drawing(item));
    }
    if (notes.length > 0)
      children.push(
        this.#element(
          'aside',
          this.#some(notes, ({ text }) => this.#paragraph(text)),
        ),
      );
    this.done.blocks.push(this.#element('section', children));
    return !this.done.isCut;
  }

  #slidePicture({ part, alt }: { part: string; alt: string }, zip: Zip): PageElement {
    if (!this.#parts.has(part)) this.#parts.set(part, this.#unpacked(part, zip));
    return this.#image(this.#parts.get(part), alt);
  }

  #unpacked(part: string, zip: Zip): number | undefined {
    const type = TYPES[/\.(\w+)$/.exec(part)?.[1]?.toLowerCase() ?? ''];
    if (type === undefined || !zip.has(part)) return undefined;
    return this.picture(type, Uint8Array.from(zip.bytes(part)));
  }

  #blocks(nodes: readonly HtmlNode[], depth: number): PageNode[] {
    const blocks: PageNode[] = [];
    for (const node of nodes) {
      if (this.done.isCut) break;
      blocks.push(...this.#node(node, depth), ...this.#waiting.splice(0));
    }
    return blocks;
  }

  #node(node: HtmlNode, depth: number): PageNode[] {
    if (isText(node)) return this.#text(node.data);
    if (!isTag(node) || this.done.isCut) return [];
    const { name } = node;
    if (name === 'img') return this.#wordPicture(attribute(node, 'src') ?? '', attribute(node, 'alt') ?? '');
    // Blocks take the drawings inside them; a drawing in a line comes below its paragraph.
    const holds = /^(?:li|td|th|table|thead|tbody|tr|ul|ol|blockquote)$/.test(name);
    const children =
      depth >= DEEPEST
        ? []
        : holds
          ? this.#blocks(node.children, depth + 1)
          : node.children.flatMap((child) => this.#node(child, depth + 1));
    const href = name === 'a' ? webAddress(attribute(node, 'href')) : undefined;
    if (!TAGS.has(name) || (name === 'a' && href === undefined)) return children;
    if (name === 'p' && children.length === 0) return [];
    const columns = span('colspan', attribute(node, 'colspan'));
    // Browsers make a column for each, whether or not it has a cell.
    this.#left -= columns.colspan ?? 0;
    return [
      {
        ...this.#element(name, children),
        ...(href !== undefined && { href }),
        ...columns,
        ...span('rowspan', attribute(node, 'rowspan')),
      },
    ];
  }

  #text(text: string): PageNode[] {
    const shown = text.replace(DRAWING_MARK, (_, number: string) => {
      const drawing = this.#drawings.get(Number(number));
      this.#drawings.delete(Number(number));
      if (drawing) this.#waiting.push(...this.#drawing(drawing));
      return '';
    });
    return shown === '' ? [] : [shown];
  }

  #wordPicture(source: string, alt: string): PageElement[] {
    if (!source.startsWith(PICTURE)) return [];
    return [this.#image(source === MISSING ? undefined : Number(source.slice(PICTURE.length)), alt)];
  }

  #image(picture: number | undefined, alt: string): PageElement {
    return { ...this.#element('img', []), alt, ...(picture !== undefined && { picture }) };
  }

  #drawing(drawing: Drawing): PageElement[] {
    if (drawing.kind === 'text') return this.#list(drawing.paragraphs);
    const [head = [], ...rows] = drawing.rows;
    const row = (tag: string, cells: readonly string[]): PageElement =>
      this.#element(
        'tr',
        this.#some(cells, (cell) => this.#element(tag, [cell])),
      );
    const table = this.#element('table', [
      this.#element('thead', [row('th', head)]),
      this.#element(
        'tbody',
        this.#some(rows, (cells) => row('td', cells)),
      ),
    ]);
    if (!drawing.title) return [table];
    return [this.#element('figure', [this.#element('figcaption', [drawing.title]), table])];
  }

  /** A single paragraph of a shape is one; several are a list. */
  #list(paragraphs: readonly Paragraph[]): PageElement[] {
    if (paragraphs.length <= 1) return paragraphs.map(({ text }) => this.#paragraph(text));
    const least = Math.min(...paragraphs.map(({ level }) => level));
    const open: PageElement[] = [this.#element('ul', [])];
    for (const { text, level } of paragraphs) {
      if (this.done.isCut) break;
      const wanted = Math.min(level - least, 8) + 1;
      while (open.length > wanted) open.pop();
      const list = open.at(-1)!;
      const last = list.children.at(-1);
      if (open.length < wanted && typeof last === 'object') {
        const inner = this.#element('ul', []);
        last.children.push(inner);
        open.push(inner);
      }
      open.at(-1)!.children.push(this.#element('li', [text]));
    }
    return [open[0]!];
  }

  /** As many as there is room for. */
  #some<T>(items: readonly T[], make: (item: T) => PageElement): PageElement[] {
    const made: PageElement[] = [];
    for (const item of items) {
      if (this.done.isCut) break;
      made.push(make(item));
    }
    return made;
  }

  #paragraph(text: string): PageElement {
    return this.#element('p', [text]);
  }

  #element(tag: string, children: PageNode[]): PageElement {
    if (--this.#left < 0) this.done.isCut = true;
    return { tag, children };
  }
}

function webAddress(text: string | undefined): string | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return url && /^(?:https?|mailto):$/.test(url.protocol) ? url.href : undefined;
}

/** Cells that an element of a table covers, where it is more than one. */
function span(name: 'colspan' | 'rowspan', given: string | undefined): Partial<PageElement> {
  const cells = Math.floor(Number(given));
  return cells > 1 && cells <= 1000 ? { [name]: cells } : {};
}

/** Why a file can't be shown, for people. */
export function problemOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return `the file is damaged: ${error instanceof Error ? error.message : String(error)}`;
}
