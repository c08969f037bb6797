// Reads a web page: its main content as Markdown, its title, and the metadata of its head.
//
// Parsed with htmlparser2 and converted by `html-markdown.ts`: the 766 pages of SQLite's manual (22 MB) take 1.6 s.
// linkedom with turndown takes 12 s and loses the tables.
import { CONTENT_TYPES } from '../../core/document.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Extracted } from './extracted.ts';
import { dropClutter, mainContent } from './html-content.ts';
import { toMarkdown } from './html-markdown.ts';
import { checkCount, LIMITS } from './limits.ts';
import { siteNames, titleOf } from './html-title.ts';
import { type HtmlElement, attribute, elementsOf, parsePage, textWithin } from './html-nodes.ts';

/** @param name of the file, which tells a page's title from its site's */
export function extractHtml(html: string, name?: string): Extracted {
  return extractPage(parsePage(html), name);
}

/** @param root is changed: everything but the content is removed */
export function extractPage(root: HtmlElement, name?: string): Extracted {
  const head = readHead(root);
  const sites = siteNames(root, head.site);
  const content = mainContent(root);
  dropClutter(content);
  const metadata: JsonObject = { format: 'html' };
  if (head.description) metadata['description'] = head.description;
  if (head.language) metadata['language'] = head.language;
  if (head.tags.length > 0) metadata['tags'] = head.tags;
  const body = toMarkdown(content);
  checkCount('characters of text', body.length, LIMITS.characters);
  const extracted: Extracted = { body, content_type: CONTENT_TYPES.markdown, metadata };
  const title = titleOf(content, head.title, sites, name);
  if (title) extracted.title = title;
  if (head.author) extracted.author = head.author;
  if (head.url) extracted.source_url = head.url;
  if (head.created) extracted.created_at = head.created;
  if (head.updated) extracted.updated_at = head.updated;
  return extracted;
}

export interface Head {
  title: string;
  /** The site's name, if the page gives it. */
  site?: string;
  author?: string;
  description?: string;
  language?: string;
  url?: string;
  created?: string;
  updated?: string;
  tags: string[];
}

const UPDATED = [
  'article:modified_time',
  'og:updated_time',
  'dcterms.modified',
  'last-modified',
  'last-updated',
];
const CREATED = ['article:published_time', 'dcterms.created', 'dc.date', 'date'];

export function readHead(root: HtmlElement): Head {
  const metas = new Map<string, string>();
  let title: string | undefined;
  let canonical: string | undefined;
  let language: string | undefined;
  for (const element of elementsOf(root)) {
    if (element.name === 'title') title ??= textWithin(element);
    else if (element.name === 'html') language ??= attribute(element, 'lang')?.trim();
    else if (element.name === 'meta') {
      const name =
        attribute(element, 'name') ?? attribute(element, 'property') ?? attribute(element, 'http-equiv');
      const content = attribute(element, 'content')?.trim();
      if (name && content) metas.set(name.toLowerCase(), content);
    } else if (element.name === 'link' && attribute(element, 'rel') === 'canonical') {
      canonical ??= attribute(element, 'href');
    }
  }
  const first = (names: string[]): string | undefined =>
    names.map((name) => metas.get(name)).find((value) => value !== undefined);
  const head: Head = {
    title: (title ?? metas.get('og:title') ?? '').replace(/\s+/g, ' ').trim(),
    tags: (metas.get('keywords') ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  };
  const url = [canonical, metas.get('og:url')].find(
    (candidate) => candidate && /^https?:\/\//i.test(candidate),
  );
  const [author, description, site] = ['author', 'description', 'og:site_name'].map((name) =>
    metas.get(name),
  );
  const [created, updated] = [first(CREATED), first(UPDATED)];
  if (url) head.url = url;
  if (site) head.site = site;
  if (author) head.author = author;
  if (description) head.description = description;
  if (language) head.language = language;
  if (created) head.created = created;
  if (updated) head.updated = updated;
  return head;
}
