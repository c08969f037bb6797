// Reads a page for a site index: like html.ts, with the position of each section and the author's `data-perilune-*`
// attributes.
//
// - `data-perilune-body`: the content, instead of the detected one; several of them make one page.
// - `data-perilune-ignore`: left out. On `html` or `body`, the whole page.
// - `data-perilune-filter="topic"` or `"topic:value"`, likewise `data-perilune-meta`: the value is the text of the
//   element, or with `"topic[href]"` one of its attributes. `data-perilune-meta="title"` names the page.
// - `data-perilune-weight="2"`: its content counts more, or less with a value below 1.
import { dropClutter, mainContent } from './html-content.ts';
import { readHead } from './html.ts';
import { toMarkdown } from './html-markdown.ts';
import {
  attribute,
  elementsOf,
  type HtmlElement,
  type HtmlNode,
  type HtmlTag,
  isTag,
  isText,
  parsePage,
  textWithin,
} from './html-nodes.ts';

export interface SitePageText {
  title: string;
  /** The site's name on the page. */
  site?: string;
  /** BCP 47, as declared by the page. */
  language?: string;
  /** Markdown. */
  body: string;
  /** Where elements with an id begin in `body`, in order: headings, and defined terms. */
  anchors: { at: number; id: string }[];
  /** Text counts with this weight from each position on; in order. Before the first: 1. */
  weights: { at: number; weight: number }[];
  meta: Record<string, string>;
  filters: Record<string, string[]>;
}

/** Why a page is left out, as part of a sentence. */
export interface LeftPage {
  left: string;
}

/** @throws Refusal for a page that can't be read */
export function readSitePage(html: string): SitePageText | LeftPage {
  const root = parsePage(html);
  const left = whyLeft(root);
  if (left !== undefined) return { left };
  const head = readHead(root);
  const said = saidBy(root);
  const content = contentOf(root);
  for (const element of [...elementsOf(content)])
    if (attribute(element, 'data-perilune-ignore') !== undefined) remove(element);
  dropClutter(content);
  const marks = markPlaces(content);
  const title = said.title ?? firstHeading(content) ?? withoutSite(head.title);
  const { body, anchors, weights } = unmark(toMarkdown(content), marks);
  const site = head.site ?? siteBehind(title, head.title);
  return {
    title,
    ...(site !== undefined && { site }),
    ...(head.language !== undefined && { language: head.language }),
    body,
    anchors,
    weights,
    meta: { ...(head.description !== undefined && { description: head.description }), ...said.meta },
    filters: said.filters,
  };
}

function whyLeft(root: HtmlElement): string | undefined {
  for (const element of elementsOf(root, ({ name }) => !/^(?:main|article|p|table|pre)$/.test(name))) {
    const { name } = element;
    if (name === 'meta') {
      const content = attribute(element, 'content')?.toLowerCase() ?? '';
      if (
        /^(?:robots|perilune)$/i.test(attribute(element, 'name') ?? '') &&
        /\bnoindex\b|\bnone\b/.test(content)
      )
        return 'it asks not to be indexed';
      if (/^refresh$/i.test(attribute(element, 'http-equiv') ?? '') && content.includes('url='))
        return 'it redirects to another page';
    }
    if ((name === 'html' || name === 'body') && attribute(element, 'data-perilune-ignore') !== undefined)
      return 'it asks not to be indexed';
  }
  return undefined;
}

function contentOf(root: HtmlElement): HtmlElement {
  const named: HtmlTag[] = [];
  for (const element of elementsOf(root, (outer) => !named.includes(outer)))
    if (attribute(element, 'data-perilune-body') !== undefined) named.push(element);
  const [first, ...others] = named;
  if (!first) return mainContent(root);
  for (const other of others) {
    first.children.push(other);
    other.parent = first;
  }
  return first;
}

interface Said {
  title?: string;
  meta: Record<string, string>;
  filters: Record<string, string[]>;
}

function saidBy(root: HtmlElement): Said {
  const said: Said = { meta: {}, filters: {} };
  for (const element of elementsOf(root)) {
    for (const [name, value] of pairsOf(element, 'data-perilune-filter')) {
      const values = (said.filters[name] ??= []);
      if (!values.includes(value)) values.push(value);
    }
    for (const [name, value] of pairsOf(element, 'data-perilune-meta')) {
      if (name === 'title') said.title ??= value;
      else said.meta[name] ??= value;
    }
  }
  return said;
}

/** Parses `topic`, `topic:value` or `topic[attribute]`, with commas between several. */
function* pairsOf(element: HtmlTag, name: string): Generator<[string, string]> {
  for (const part of attribute(element, name)?.split(',') ?? []) {
    const { key, from, given } =
      /^\s*(?<key>[^:[\]]+?)\s*(?:\[(?<from>[\w-]+)\]|:(?<given>.*))?\s*$/.exec(part)?.groups ?? {};
    // Names that every object has can't be filters.
    if (key === undefined || key in {}) continue;
    const value = (given ?? (from === undefined ? textWithin(element) : attribute(element, from)) ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    if (value !== '') yield [key, value];
  }
}

interface Mark {
  id?: string;
  weight?: number;
}

/** In the private use area: absent from pages, and without a meaning in Markdown. */
const [OPEN, CLOSE] = ['\uf8f0', '\uf8f1'];
const MARK = new RegExp(`${OPEN}(\\d+)${CLOSE}(?:\\n\\n(?=\\n*))?`, 'g');
const HEADING = /^h[1-6]$/;

/** Marks in the text where a section or a weight begins. */
function markPlaces(content: HtmlElement): Mark[] {
  const marks: Mark[] = [];
  const write = (element: HtmlElement, mark: Mark): void => {
    const text = firstText(element);
    if (text) text.data = `${OPEN}${marks.push(mark) - 1}${CLOSE}${text.data}`;
  };
  for (const element of elementsOf(content)) {
    if (HEADING.test(element.name)) {
      const id = idOf(element);
      if (id !== undefined) write(element, { id });
    } else if (element.name === 'dt' && attribute(element, 'id'))
      write(element, { id: attribute(element, 'id')! });
    const weight = Number(attribute(element, 'data-perilune-weight') ?? NaN);
    if (weight > 0 && weight <= 10) {
      write(element, { weight });
      const next = nextTag(element);
      if (next) write(next, { weight: 1 });
    }
  }
  return marks;
}

/**
 * Returns its own id, or that of an anchor in it, of the section that it opens, or of an anchor right before it or
 * that section.
 */
function idOf(heading: HtmlTag): string | undefined {
  const own = attribute(heading, 'id');
  if (own) return own;
  for (const inner of elementsOf(heading)) {
    const id = attribute(inner, 'id') ?? (inner.name === 'a' ? attribute(inner, 'name') : undefined);
    if (id) return id;
  }
  const parent = heading.parent as HtmlElement | null;
  const tags = parent?.children.filter(isTag) ?? [];
  const opens = parent && tags.find(isHeading) === heading && attribute(parent, 'id');
  // Sphinx renumbers the anchors of its index each time; its sections keep their names.
  if (opens && parent.name === 'section') return opens;
  const before = tags[tags.indexOf(heading) - 1];
  if (before && /^(?:a|span)$/.test(before.name) && textWithin(before).trim() === '') {
    const id = attribute(before, 'id') ?? attribute(before, 'name');
    if (id) return id;
  }
  return (opens && /^(?:div|article)$/.test(parent.name ?? '') && opens) || undefined;
}

function isHeading({ name }: HtmlTag): boolean {
  return HEADING.test(name);
}

function firstText(element: HtmlElement): Extract<HtmlNode, { type: 'text' }> | undefined {
  const stack: HtmlNode[] = [...element.children].reverse();
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (isText(node) && node.data.trim() !== '') return node;
    if (isTag(node)) for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
  }
  return undefined;
}

/** Returns the next element, if need be in its parent. */
function nextTag(element: HtmlElement): HtmlTag | undefined {
  for (let at: HtmlElement | null = element; at; at = at.parent as HtmlElement | null) {
    const siblings = (at.parent as HtmlElement | null)?.children ?? [];
    const next = siblings.slice(siblings.indexOf(at as HtmlNode) + 1).find(isTag);
    if (next) return next;
  }
  return undefined;
}

function unmark(marked: string, marks: readonly Mark[]): Pick<SitePageText, 'body' | 'anchors' | 'weights'> {
  const anchors: SitePageText['anchors'] = [];
  const weights: SitePageText['weights'] = [];
  let body = '';
  let from = 0;
  for (const match of marked.matchAll(MARK)) {
    const isAlone =
      match[0].endsWith('\n\n') && /^$|\n$/.test(marked.slice(Math.max(0, match.index - 1), match.index));
    body += marked.slice(from, match.index);
    from = match.index + (isAlone ? match[0].length : match[0].trimEnd().length);
    const { id, weight } = marks[Number(match[1])] ?? {};
    if (id !== undefined) anchors.push({ at: body.length, id });
    if (weight !== undefined) weights.push({ at: body.length, weight });
  }
  return { body: body + marked.slice(from), anchors, weights };
}

function remove(element: HtmlTag): void {
  const parent = element.parent as HtmlElement | null;
  if (parent) parent.children = parent.children.filter((child) => child !== element);
}

function firstHeading(content: HtmlElement): string | undefined {
  for (const element of elementsOf(content)) {
    if (element.name !== 'h1') continue;
    const text = textWithin(element)
      .replace(MARK, '')
      .replace(/[\u200b\ufeff]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (text !== '') return text;
  }
  return undefined;
}

/** "Install | Lantern", above a text with the title "Install". */
function siteBehind(title: string, whole: string): string | undefined {
  if (!whole.startsWith(title)) return undefined;
  return /^\s+[|·–—-]\s+(.+)$/.exec(whole.slice(title.length))?.[1];
}

/** "Install | Lantern": the site follows the last separator. */
function withoutSite(title: string): string {
  return title.replace(/\s+[|·–—-]\s+[^|·–—]*$/, '') || title;
}
