// Finds the content of a page, without menus, banners, forms, scripts and permalinks.
import {
  type HtmlElement,
  type HtmlNode,
  type HtmlTag,
  attribute,
  elementsOf,
  textWithin,
} from './html-nodes.ts';
import { spreadTabs } from './html-tabs.ts';

/** Never content, anywhere. */
const DROPPED = new Set(
  (
    'script style template noscript svg canvas iframe object embed audio video map nav dialog head ' +
    'button input select textarea option datalist meter progress'
  ).split(' '),
);
const DROPPED_ROLES = new Set([
  'navigation',
  'search',
  'banner',
  'contentinfo',
  'complementary',
  'menu',
  'dialog',
]);
/** Class names with which documentation tools mark parts other than the text. */
const DROPPED_CLASSES = new Set(
  (
    'nosearch noindex noprint no-print navbar sidebar breadcrumb breadcrumbs toc table-of-contents tableofcontents ' +
    'skip-link skip-to-content skip-nav headerlink anchorjs-link hash-link header-anchor heading-anchor ' +
    'edit-this-page page-nav pagination prev-next sphinxsidebar wy-nav-side cookie-banner ' +
    // Links and words beside headings and code that are visible only to some readers, or only link there and back.
    'sr-only visually-hidden screen-reader-text sl-anchor-link footnote-backref data-footnote-backref footnote-ref ' +
    'linenos linenodiv lineno line-numbers-wrapper lnt'
  ).split(' '),
);
/** For a `div` only: sections about such things have the same words as their id. */
const DROPPED_IDS = new Set(['toc', 'footer', 'navbar', 'sidebar', 'breadcrumbs', 'cookie-banner']);
/**
 * Classes and ids of a table of contents: beside a text it repeats its headings, alone it is the content of an index
 * page.
 */
const CONTENTS = new Set(['toc', 'table-of-contents', 'tableofcontents', 'contents']);
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** `aside` is a sidebar, unless its name marks a note in the text. */
const NOTE = /note|tip|warning|caution|callout|admonition|important|danger/i;
const PERMALINK = /^\s*(?:[¶#§🔗]|\u{1f517}\ufe0e?)?\s*$/u;
const SKIP_LINK = /^\s*(?:skip|jump) to /i;

/** A permalink contains an icon at most. */
const MOST_NODES = 50;

/**
 * Containers in which documentation tools put the text, best first, and the share of the page's text that each must
 * hold.
 */
const CONTAINERS: { is: (element: HtmlTag) => boolean; share: number }[] = [
  { is: (element) => element.name === 'main' || attribute(element, 'role') === 'main', share: 0 },
  { is: (element) => element.name === 'article', share: 0.3 },
  {
    is: (element) => hasClass(element, ['markdown-body', 'rst-content', 'main-content', 'page-content']),
    share: 0.3,
  },
  { is: (element) => hasClass(element, ['content', 'documentwrapper', 'book-body']), share: 0.5 },
];
/** A container with less text is a placeholder for a script to fill. */
const LEAST_TEXT = 40;

/** Returns the element with the page's content: the best container, otherwise the body. */
export function mainContent(root: HtmlElement): HtmlElement {
  const [body = root] = outermost(root, ({ name }) => name === 'body');
  let whole: number | undefined;
  for (const { is, share } of CONTAINERS) {
    const [found, ...others] = outermost(body, is);
    if (!found || others.length > 0) continue;
    const length = proseLength(found);
    whole ??= proseLength(body);
    if (length >= LEAST_TEXT && length >= whole * share) return found;
  }
  return body;
}

/** Removes elements that aren't read as text. */
export function dropClutter(content: HtmlElement): void {
  spreadTabs(content);
  const isPage =
    content.name !== 'main' && content.name !== 'article' && attribute(content, 'role') !== 'main';
  const dropped = new Set<HtmlNode>();
  for (const element of elementsOf(content, (outer) => !dropped.has(outer))) {
    if (isClutter(element, isPage)) dropped.add(element);
  }
  const contents = [...dropped].filter((node) => isContents(node as HtmlTag));
  if (contents.length > 0 && textLeft(content, dropped) < LEAST_TEXT)
    for (const list of contents) {
      dropped.delete(list);
      for (const element of elementsOf(list as HtmlTag, (outer) => !dropped.has(outer)))
        if (element.name !== 'nav' && !isContents(element) && isClutter(element, isPage))
          dropped.add(element);
    }
  for (const parent of new Set([...dropped].map(({ parent }) => parent))) {
    if (parent) parent.children = parent.children.filter((child) => !dropped.has(child as HtmlNode));
  }
}

function isContents(element: HtmlTag): boolean {
  return [...classesOf(element), attribute(element, 'id')?.toLowerCase()].some(
    (name) => name !== undefined && CONTENTS.has(name),
  );
}

/** Counts characters of text outside headings and dropped elements. */
function textLeft(content: HtmlElement, dropped: ReadonlySet<HtmlNode>): number {
  const apart = (node: HtmlNode): boolean => dropped.has(node) || HEADINGS.has((node as HtmlTag).name);
  const within = [...elementsOf(content, (outer) => !apart(outer))].filter(apart);
  return within.reduce((left, element) => left - proseLength(element), proseLength(content));
}

function isClutter(element: HtmlTag, isPage: boolean): boolean {
  const { name } = element;
  if (DROPPED.has(name) || DROPPED_ROLES.has(attribute(element, 'role') ?? '')) return true;
  if (attribute(element, 'hidden') !== undefined && !isFolded(element)) return true;
  if (name === 'footer') return true;
  if (name === 'header') return isPage && !isWithin(element, 'article');
  if (name === 'aside') return !NOTE.test(`${attribute(element, 'class')} ${attribute(element, 'role')}`);
  if (classesOf(element).some((token) => DROPPED_CLASSES.has(token))) return true;
  if (isLanguageLabel(element) || attribute(element, 'data-footnote-ref') !== undefined) return true;
  if (name === 'div' && DROPPED_IDS.has(attribute(element, 'id') ?? '')) return true;
  return name === 'a' && isBareAnchor(element);
}

/** Hidden until needed: the panel of a tab, or an element that the browser's search may open. */
function isFolded(element: HtmlTag): boolean {
  return attribute(element, 'role') === 'tabpanel' || attribute(element, 'hidden') === 'until-found';
}

/** A label of VitePress above code, which already has its language. */
function isLanguageLabel(element: HtmlTag): boolean {
  if (element.name !== 'span' || !hasClass(element, ['lang'])) return false;
  return /(?:^|\s)language-/.test(
    (element.parent && attribute(element.parent as HtmlElement, 'class')) ?? '',
  );
}

/** "Skip to content", and the pilcrow beside a heading. */
function isBareAnchor(link: HtmlTag): boolean {
  if (!attribute(link, 'href')?.startsWith('#')) return false;
  // Without a limit, links nested a thousand deep would each be read to the end.
  const text = textWithin(link, MOST_NODES);
  if (SKIP_LINK.test(text)) return true;
  return (
    PERMALINK.test(text) && ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt'].some((tag) => isWithin(link, tag))
  );
}

function classesOf(element: HtmlTag): string[] {
  return attribute(element, 'class')?.toLowerCase().split(/\s+/) ?? [];
}

function hasClass(element: HtmlTag, names: string[]): boolean {
  return classesOf(element).some((name) => names.includes(name));
}

/** Maximum levels to look up: headings are close to their permalinks. */
const LEVELS_UP = 8;

function isWithin(element: HtmlTag, name: string): boolean {
  let parent = element.parent as HtmlElement | null;
  for (let level = 0; parent && level < LEVELS_UP; level++) {
    if (parent.name === name) return true;
    parent = parent.parent as HtmlElement | null;
  }
  return false;
}

function proseLength(element: HtmlElement): number {
  return textWithin(element).replace(/\s+/g, ' ').length;
}

/** Returns matching elements outside any other match. */
function outermost(root: HtmlElement, test: (element: HtmlTag) => boolean): HtmlTag[] {
  const found = new Set<HtmlTag>();
  for (const element of elementsOf(root, (outer) => !found.has(outer))) if (test(element)) found.add(element);
  return [...found];
}
