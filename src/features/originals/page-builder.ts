// Makes the elements of an Office page, within the limits for one page.
import type { Drawing, Paragraph } from '../../knowledge/extract/office-drawing.ts';
import type { Zip } from '../../knowledge/extract/zip.ts';
import type { OfficePage, PageElement, PageNode } from './office-tree.ts';

/** Elements of a page: a browser lays out that many in about a second. A book of 300 pages has fewer. */
export const MOST_ELEMENTS = 40_000;
/** Bytes of all pictures. */
const MOST_PICTURES = 100 * 2 ** 20;

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
};
const SHOWN = new Set(Object.values(TYPES));

export class PageBuilder {
  readonly done: OfficePage = { blocks: [], pictures: [], isCut: false };
  readonly #zip: Zip;
  readonly #parts = new Map<string, number | undefined>();
  #left: number;
  #bytes = MOST_PICTURES;

  constructor(zip: Zip, most: number) {
    this.#zip = zip;
    this.#left = most;
  }

  element(tag: string, children: PageNode[]): PageElement {
    this.spend(1);
    return { tag, children };
  }

  /** Counts what an element costs beside itself. */
  spend(elements: number): void {
    if ((this.#left -= elements) < 0) this.done.isCut = true;
  }

  /** As many as there is room for. */
  some<T>(items: readonly T[], make: (item: T) => PageElement): PageElement[] {
    const made: PageElement[] = [];
    for (const item of items) {
      if (this.done.isCut) break;
      made.push(make(item));
    }
    return made;
  }

  /** @returns its number; undefined if browsers can't show it */
  picture(type: string, bytes: Uint8Array<ArrayBuffer>): number | undefined {
    this.#bytes -= bytes.length;
    if (!SHOWN.has(type) || this.#bytes < 0) return undefined;
    return this.done.pictures.push({ type, bytes }) - 1;
  }

  image(picture: number | undefined, alt: string): PageElement {
    return { ...this.element('img', []), alt, ...(picture !== undefined && { picture }) };
  }

  /** A picture that is a part of the file, which is unpacked once. */
  partImage(part: string, alt: string): PageElement {
    if (!this.#parts.has(part)) this.#parts.set(part, this.#unpacked(part));
    return this.image(this.#parts.get(part), alt);
  }

  #unpacked(part: string): number | undefined {
    const type = TYPES[/\.(\w+)$/.exec(part)?.[1]?.toLowerCase() ?? ''];
    if (type === undefined || !this.#zip.has(part)) return undefined;
    return this.picture(type, Uint8Array.from(this.#zip.bytes(part)));
  }

  paragraph({ text }: Paragraph): PageElement {
    return this.element('p', [text]);
  }

  drawing(drawing: Drawing): PageElement[] {
    if (drawing.kind === 'text')
      return drawing.paragraphs.length > 1
        ? [this.list(drawing.paragraphs)]
        : drawing.paragraphs.map((one) => this.paragraph(one));
    const [head = [], ...rows] = drawing.rows;
    const row = (tag: string, cells: readonly string[]): PageElement =>
      this.element(
        'tr',
        this.some(cells, (cell) => this.element(tag, [cell])),
      );
    const table = this.element('table', [
      this.element('thead', [row('th', head)]),
      this.element(
        'tbody',
        this.some(rows, (cells) => row('td', cells)),
      ),
    ]);
    if (!drawing.title) return [table];
    return [this.element('figure', [this.element('figcaption', [drawing.title]), table])];
  }

  list(
    paragraphs: readonly Paragraph[],
    item = ({ text }: Paragraph): PageElement => this.element('li', [text]),
  ): PageElement {
    const least = Math.min(...paragraphs.map(({ level }) => level));
    const open: PageElement[] = [this.element('ul', [])];
    for (const paragraph of paragraphs) {
      if (this.done.isCut) break;
      const wanted = Math.min(paragraph.level - least, 8) + 1;
      while (open.length > wanted) open.pop();
      const last = open.at(-1)!.children.at(-1);
      if (open.length < wanted && typeof last === 'object') {
        const inner = this.element('ul', []);
        last.children.push(inner);
        open.push(inner);
      }
      open.at(-1)!.children.push(item(paragraph));
    }
    return open[0]!;
  }
}
