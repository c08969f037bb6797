// A text as blocks: the tree that a Word or OpenDocument file is read as, without what a page can't have.
import { DRAWING_MARK } from '../../knowledge/extract/docx-page.ts';
import {
  attribute,
  type HtmlNode,
  type HtmlTag,
  isTag,
  isText,
  textWithin,
} from '../../knowledge/extract/html-nodes.ts';
import type { OdfStyles } from '../../knowledge/extract/odf-styles.ts';
import { resolvePart } from '../../knowledge/extract/office.ts';
import type { Drawing } from '../../knowledge/extract/office-drawing.ts';
import { attributeOf, firstNamed } from '../../knowledge/extract/xml.ts';
import { PAGE_TAGS, type PageElement, type PageNode } from './office-tree.ts';
import type { PageBuilder } from './page-builder.ts';

/** Deeper nesting is shown as its text alone. */
const DEEPEST = 60;
const TAGS: ReadonlySet<string> = new Set(PAGE_TAGS);
/** Blocks take the drawings inside them; a drawing in a line comes below its paragraph. */
const HOLDS = /^(?:li|td|th|table|thead|tbody|tr|ul|ol|blockquote)$/;

export const PICTURE = 'picture:';
export const MISSING = `${PICTURE}none`;

export class TextPage {
  readonly #page: PageBuilder;
  readonly #drawings: Map<number, Drawing>;
  readonly #styles: OdfStyles | undefined;
  /** What comes below the block that is being read. */
  #waiting: PageElement[] = [];

  /** @param styles of an OpenDocument file */
  constructor(page: PageBuilder, drawings: readonly Drawing[], styles?: OdfStyles) {
    this.#page = page;
    this.#drawings = new Map(drawings.entries());
    this.#styles = styles;
  }

  add(nodes: readonly HtmlNode[]): void {
    for (const node of this.#blocks(nodes, 0))
      this.#page.done.blocks.push(typeof node === 'string' ? { tag: 'p', children: [node] } : node);
  }

  #blocks(nodes: readonly HtmlNode[], depth: number): PageNode[] {
    const blocks: PageNode[] = [];
    for (const node of nodes) {
      if (this.#page.done.isCut) break;
      blocks.push(...this.#node(node, depth), ...this.#waiting.splice(0));
    }
    return blocks;
  }

  #node(node: HtmlNode, depth: number): PageNode[] {
    if (isText(node)) return this.#text(node.data);
    if (!isTag(node) || this.#page.done.isCut) return [];
    const { name } = node;
    if (name === 'img') return this.#wordPicture(attribute(node, 'src') ?? '', attribute(node, 'alt') ?? '');
    if (name === 'frame' && firstNamed(node, 'image')) return this.#frame(node);
    const children = this.#children(node, depth);
    if (name === 'note') {
      this.#waiting.push(this.#page.element('aside', children));
      return [];
    }
    if (name === 'span') return this.#emphasized(node, children);
    const href = name === 'a' ? webAddress(attribute(node, 'href')) : undefined;
    if (!TAGS.has(name) || (name === 'a' && href === undefined)) return children;
    if (name === 'p' && children.length === 0) return [];
    const columns = span(
      'colspan',
      attribute(node, 'colspan') ?? attributeOf(node, 'number-columns-spanned'),
    );
    // Browsers make a column for each, whether or not it has a cell.
    this.#page.spend(columns.colspan ?? 0);
    const isNumbered = name === 'ul' && this.#styles?.isNumbered(attributeOf(node, 'style-name'));
    return [
      {
        ...this.#page.element(isNumbered ? 'ol' : name, children),
        ...(href !== undefined && { href }),
        ...columns,
        ...span('rowspan', attribute(node, 'rowspan') ?? attributeOf(node, 'number-rows-spanned')),
      },
    ];
  }

  #children(node: HtmlTag, depth: number): PageNode[] {
    if (depth >= DEEPEST) return this.#text(textWithin(node));
    if (HOLDS.test(node.name)) return this.#blocks(node.children, depth + 1);
    return node.children.flatMap((child) => this.#node(child, depth + 1));
  }

  #emphasized(node: HtmlTag, children: PageNode[]): PageNode[] {
    const { bold, italic } = this.#styles?.of(attributeOf(node, 'style-name')) ?? {};
    const inner = italic ? [this.#page.element('em', children)] : children;
    return bold ? [this.#page.element('strong', inner)] : inner;
  }

  #text(text: string): PageNode[] {
    const shown = text.replace(DRAWING_MARK, (_, number: string) => {
      const drawing = this.#drawings.get(Number(number));
      this.#drawings.delete(Number(number));
      if (drawing) this.#waiting.push(...this.#page.drawing(drawing));
      return '';
    });
    return shown === '' ? [] : [shown];
  }

  #wordPicture(source: string, alt: string): PageElement[] {
    if (!source.startsWith(PICTURE)) return [];
    return [this.#page.image(source === MISSING ? undefined : Number(source.slice(PICTURE.length)), alt)];
  }

  /** The picture of an OpenDocument frame; objects such as charts have one, too. */
  #frame(node: HtmlTag): PageElement[] {
    const title = firstNamed(node, 'title');
    const part = resolvePart('', attributeOf(firstNamed(node, 'image')!, 'href') ?? '');
    return [this.#page.partImage(part, title ? textWithin(title).trim() : '')];
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
