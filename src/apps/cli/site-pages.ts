// Turns a file of a site into a page of the index: read, split into passages as in the app, each with its address.
import type { SitePage } from '../../core/site-pack.ts';
import { blocksOf } from '../../search/blocks.ts';
import { chunkBody } from '../../knowledge/chunk.ts';
import { extractMarkdown } from '../../knowledge/extract/markdown.ts';
import { type LeftPage, readSitePage, type SitePageText } from '../../knowledge/extract/site-page.ts';
import type { PackedPage, PagePassage } from '../../site-index/text-files.ts';

/** The text of a file, cached until the file changes. */
export type ReadPage = SitePageText | LeftPage;

/**
 * @param path of the file, relative to the site's folder
 * @throws Refusal when the page cannot be read.
 */
export function readPage(path: string, text: string): ReadPage {
  const page = /\.md$/i.test(path) ? readMarkdownPage(text) : readSitePage(text);
  if ('left' in page) return page;
  if (page.body.trim() === '') return { left: 'there is no text in it' };
  return { ...page, title: page.title || titleOf(path) };
}

function readMarkdownPage(text: string): SitePageText {
  const { title = '', body, metadata } = extractMarkdown(text.replace(/\r\n?/g, '\n'));
  const { description, language, tags } = metadata;
  return {
    title,
    ...(typeof language === 'string' && { language }),
    body,
    anchors: anchorsOf(body),
    weights: [],
    meta: typeof description === 'string' ? { description } : {},
    filters: Array.isArray(tags) && tags.length > 0 ? { tag: tags.map(String) } : {},
  };
}

function anchorsOf(body: string): SitePageText['anchors'] {
  const idOf = headingIds();
  const anchors: SitePageText['anchors'] = [];
  for (const { kind, start, title = '' } of blocksOf(body, true)) {
    if (kind !== 'heading') continue;
    const id = idOf(title);
    if (id !== '') anchors.push({ at: start, id });
  }
  return anchors;
}

/**
 * Returns the ids that generators give to the headings of a page, one after another: lowercase words joined by hyphens;
 * the second `setup` is `setup-1`.
 */
export function headingIds(): (title: string) => string {
  const counts = new Map<string, number>();
  return (title) => {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return slug === '' || count === 0 ? slug : `${slug}-${count}`;
  };
}

function titleOf(path: string): string {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const last = parts.pop() ?? path;
  return (/^(?:index|readme)$/i.test(last) && parts.pop()) || last;
}

export interface PageFacts extends Pick<SitePage, 'url' | 'filters'> {
  /** BCP 47. */
  language?: string;
}

/** A page for the index, with the fields of its passages. */
export interface CutPage {
  page: PackedPage;
  indexed: { text: string; heading: string[]; weight: number }[];
}

export function cutPage({ title, body, anchors, weights, meta }: SitePageText, facts: PageFacts): CutPage {
  const cut = chunkBody(body, true);
  const passages = cut.map(({ start, end, heading }): PagePassage => {
    // The page's own title is the heading above all of its sections.
    const shown = heading[0] === title ? heading.slice(1) : heading;
    return { start, end, heading: shown, anchor: anchorAt(body, start, anchors) };
  });
  return {
    page: { title, ...facts, body, meta, passages },
    indexed: cut.map(({ text, heading, start }) => ({ text, heading, weight: weightAt(start, weights) })),
  };
}

/** The section a passage begins in; the page itself if that is the title's section. */
function anchorAt(body: string, start: number, anchors: SitePageText['anchors']): string {
  const line = body.slice(start, body.indexOf('\n', start) >>> 0);
  // A passage that begins with a heading belongs to that heading's section. Its id stands after the `#` signs.
  const limit = /^(?:#{1,6} |\*\*)/.test(line) ? start + line.length : start;
  const first = body.length - body.trimStart().length;
  const found = anchors.findLast(({ at }) => at <= limit);
  if (!found) return '';
  const isTitle = found === anchors[0] && /^# /.test(body.slice(first)) && found.at <= first + 2;
  return isTitle ? '' : found.id;
}

function weightAt(start: number, weights: SitePageText['weights']): number {
  return weights.findLast(({ at }) => at <= start + 8)?.weight ?? 1;
}
