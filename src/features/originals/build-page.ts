// Builds the page of an Office file from plain data, with elements and attributes of a fixed list.
import { PAGE_TAGS, type PageElement, type PageNode } from './office-tree.ts';

const TAGS: ReadonlySet<string> = new Set(PAGE_TAGS);

/** @param addresses of the pictures, by number @param missing text in place of a picture that can't be shown */
export function buildPage(node: PageNode, addresses: readonly string[], missing: string): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  if (!TAGS.has(node.tag)) return document.createTextNode('');
  if (node.tag === 'img') return pictureOf(node, addresses, missing);
  const element = document.createElement(node.tag);
  if (element instanceof HTMLAnchorElement && /^(?:https?|mailto):/.test(node.href ?? '')) {
    element.href = node.href!;
    element.target = '_blank';
    element.rel = 'noopener noreferrer';
  }
  if (element instanceof HTMLTableCellElement) {
    if (node.colspan) element.colSpan = node.colspan;
    if (node.rowspan) element.rowSpan = node.rowspan;
  }
  place(element, node);
  for (const child of node.children) element.append(buildPage(child, addresses, missing));
  return element;
}

/** Figures go into properties of their own, so that a narrow screen can ignore them. */
function place({ style, classList }: HTMLElement, { ratio, box, size, align, anchor }: PageElement): void {
  if (ratio !== undefined) {
    classList.add('slide');
    style.setProperty('--ratio', String(ratio));
  }
  if (box) {
    classList.add('placed');
    for (const [name, share] of Object.entries(box)) style.setProperty(`--${name}`, `${share * 100}%`);
  }
  if (size !== undefined) {
    classList.add('sized');
    style.setProperty('--size', `${size * 100}cqw`);
  }
  if (align) style.setProperty('--align', align);
  if (anchor) style.setProperty('--anchor', anchor);
}

function pictureOf({ picture, alt = '' }: PageElement, addresses: readonly string[], missing: string): Node {
  const address = picture === undefined ? undefined : addresses[picture];
  const note = (): HTMLElement => {
    const text = document.createElement('span');
    text.className = 'missing';
    text.textContent = [missing, alt].filter(Boolean).join(': ');
    return text;
  };
  if (address === undefined) return note();
  const image = document.createElement('img');
  image.alt = alt;
  image.loading = 'lazy';
  image.src = address;
  image.addEventListener('error', () => image.replaceWith(note()));
  return image;
}
