// The page of an Office file in short, for tests.
import type { PageNode } from './office-tree.ts';

/** The page in short: `tag(children)`. */
export function outline(nodes: readonly PageNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const { tag, children, href, picture, alt } = node;
      if (tag === 'img') return `img(${picture ?? 'missing'} ${alt})`;
      return `${tag}${href ? `[${href}]` : ''}(${outline(children)})`;
    })
    .join(' ');
}
