// Styles of an OpenDocument file, by name, with what each inherits.
import { elementsOf, type HtmlElement, type HtmlTag } from './html-nodes.ts';
import { attributeOf, firstNamed } from './xml.ts';

export interface OdfStyle {
  bold?: boolean;
  italic?: boolean;
  /** Points. */
  size?: number;
  align?: 'center' | 'end';
  anchor?: 'center' | 'end';
}

interface Named {
  own: OdfStyle;
  parent: string | undefined;
}

/** Programs inherit over about five steps; a file may make a ring of them. */
const MOST_STEPS = 20;
const ALIGNED: Readonly<Record<string, 'center' | 'end' | undefined>> = {
  center: 'center',
  end: 'end',
  right: 'end',
};
const ANCHORED: Readonly<Record<string, 'center' | 'end' | undefined>> = { middle: 'center', bottom: 'end' };

export class OdfStyles {
  readonly #styles = new Map<string, Named>();
  /** Names of list styles with numbers on their first level. */
  readonly #numbered = new Set<string>();

  /** @param parts of which the first to name a style decides */
  constructor(...parts: readonly HtmlElement[]) {
    for (const part of parts) for (const element of elementsOf(part)) this.#read(element);
  }

  of(name: string | undefined): OdfStyle {
    let found: OdfStyle = {};
    for (let step = 0, at = name; at !== undefined && step < MOST_STEPS; step++) {
      const style = this.#styles.get(at);
      found = { ...style?.own, ...found };
      at = style?.parent;
    }
    return found;
  }

  isNumbered(list: string | undefined): boolean {
    return list !== undefined && this.#numbered.has(list);
  }

  #read(element: HtmlTag): void {
    const name =
      element.name === 'style' || element.name === 'list-style' ? attributeOf(element, 'name') : '';
    if (!name) return;
    if (element.name === 'list-style') {
      const first = firstNamed(element, 'list-level-style-number');
      if (first && attributeOf(first, 'level') === '1') this.#numbered.add(name);
    } else if (!this.#styles.has(name)) {
      this.#styles.set(name, { own: ownOf(element), parent: attributeOf(element, 'parent-style-name') });
    }
  }
}

function ownOf(element: HtmlTag): OdfStyle {
  const [text, paragraph, graphic] = ['text', 'paragraph', 'graphic'].map((kind) =>
    firstNamed(element, `${kind}-properties`),
  );
  const own: OdfStyle = {};
  const weight = text && attributeOf(text, 'font-weight');
  if (weight) own.bold = weight === 'bold' || Number(weight) >= 600;
  const slant = text && attributeOf(text, 'font-style');
  if (slant) own.italic = slant !== 'normal';
  const size = /^([\d.]+)pt$/.exec((text && attributeOf(text, 'font-size')) ?? '');
  if (size) own.size = Number(size[1]);
  const align = ALIGNED[(paragraph && attributeOf(paragraph, 'text-align')) ?? ''];
  if (align) own.align = align;
  const anchor = ANCHORED[(graphic && attributeOf(graphic, 'textarea-vertical-align')) ?? ''];
  if (anchor) own.anchor = anchor;
  return own;
}

const UNITS: Readonly<Record<string, number>> = {
  pt: 1,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  pc: 12,
  px: 0.75,
};

/** Returns a length such as `2.54cm` in points; NaN for anything else. */
export function lengthOf(text: string | undefined): number {
  const [, figure, unit = ''] = /^(-?[\d.]+)(pt|in|cm|mm|pc|px)$/.exec(text ?? '') ?? [];
  return Number(figure) * (UNITS[unit] ?? NaN);
}
