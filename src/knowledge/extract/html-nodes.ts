// The parsed tree of a page: its types, and traversals that work at any depth of nesting.
import { DomHandler, Parser } from 'htmlparser2';
import { Refusal } from './extracted.ts';

type Root = DomHandler['root'];
export type HtmlNode = Root['children'][number];
export type HtmlTag = Extract<HtmlNode, { attribs: unknown }>;
/** An element, or the root of the tree. */
export type HtmlElement = (HtmlTag | Root) & { name?: string };

/**
 * Maximum depth: for every tag the parser takes time proportional to the depth. That is 0.2 s in total at this depth,
 * and hours at a million.
 */
const DEEPEST = 20_000;
/**
 * Maximum sum of the depths of all tags: six seconds. A page of 20 MB with two million tags, ten deep, has a
 * fifteenth of it.
 */
const MOST_WORK = 300_000_000;
/** Characters between two checks of the depth. */
const STEP = 16_384;

/** @throws Refusal for a page with extreme nesting */
export function parsePage(html: string): HtmlElement {
  const handler = new BoundedHandler();
  const parser = new Parser(handler, { lowerCaseTags: true, lowerCaseAttributeNames: true });
  let work = 0;
  for (let at = 0; at < html.length; at += STEP) {
    const piece = html.slice(at, at + STEP);
    parser.write(piece);
    work += handler.depth * (piece.match(/</g)?.length ?? 0);
    if (work > MOST_WORK) throw tooDeep();
  }
  parser.end();
  return handler.root;
}

function tooDeep(): Refusal {
  return new Refusal('the page is damaged: its elements are nested too deeply');
}

class BoundedHandler extends DomHandler {
  depth = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (++this.depth > DEEPEST) throw tooDeep();
    super.onopentag(name, attributes);
  }

  override onclosetag(): void {
    this.depth--;
    super.onclosetag();
  }
}

export function isTag(node: HtmlNode): node is HtmlTag {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

export function isText(node: HtmlNode): node is Extract<HtmlNode, { type: 'text' }> {
  return node.type === 'text';
}

export function attribute(node: HtmlElement, name: string): string | undefined {
  return 'attribs' in node ? node.attribs[name] : undefined;
}

/** Yields every element below `root`, in document order; after each one, the caller decides whether to go `into` it. */
export function* elementsOf(
  root: HtmlElement,
  into: (tag: HtmlTag) => boolean = () => true,
): Generator<HtmlTag> {
  const stack: HtmlNode[] = [...root.children].reverse();
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (!isTag(node)) continue;
    yield node;
    if (!into(node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
  }
}

/** Returns all text below `root`, unchanged. @param most nodes after which nothing more is read */
export function textWithin(root: HtmlElement, most = Infinity): string {
  let text = '';
  const stack: HtmlNode[] = [...root.children].reverse();
  for (let seen = 0; stack.length > 0 && seen < most; seen++) {
    const node = stack.pop()!;
    if (isText(node)) text += node.data;
    else if (isTag(node) && node.name !== 'script' && node.name !== 'style') {
      if (node.name === 'br') text += '\n';
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
    }
  }
  return text;
}
