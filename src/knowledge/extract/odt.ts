// OpenDocument texts and presentations, as LibreOffice writes them: their elements are renamed to HTML, then read
// like a page.
import { CONTENT_TYPES } from '../../core/document.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { elementsOf, type HtmlElement, type HtmlTag, textWithin } from './html-nodes.ts';
import { toMarkdown } from './html-markdown.ts';
import { checkCount, LIMITS } from './limits.ts';
import { firstRowsAsHeads, properties } from './office.ts';
import { withProperties } from './with-properties.ts';
import { attributeOf, firstNamed, parseXml } from './xml.ts';
import { Zip } from './zip.ts';

const NAMES = new Map(
  Object.entries({
    list: 'ul',
    'list-item': 'li',
    'table-row': 'tr',
    'table-cell': 'td',
    'line-break': 'br',
    'table-column': 'col',
    'table-columns': 'colgroup',
  }),
);
/** Elements without text: picture data, comments, deletions, note marks. */
const DROPPED = new Set([
  'annotation',
  'tracked-changes',
  'note-citation',
  'binary-data',
  'sequence-decls',
  'forms',
  'desc',
]);

export function extractOdt(bytes: Uint8Array): Extracted {
  const zip = openDocument(bytes);
  const content = contentOf(zip, 'text');
  firstRowsAsHeads(content);
  const extracted: Extracted = {
    body: toMarkdown(content) || marginsOf(zip),
    content_type: CONTENT_TYPES.markdown,
    metadata: { format: 'odt' },
  };
  return withProperties(extracted, properties(zip, 'meta.xml'));
}

const MARGINS = /^(?:header|footer)(?:-left|-first)?$/;

/** The text of headers and footers: all that some letterheads have. */
function marginsOf(zip: Zip): string {
  const styles = parseXml(zip.textIfAny('styles.xml') ?? '');
  const texts = [...elementsOf(styles)].filter(({ name }) => MARGINS.test(name)).map(toMarkdown);
  return [...new Set(texts)].filter((text) => text !== '').join('\n\n');
}

/** Makes one section per slide, with the speaker's notes. Pages are slides. */
export function extractOdp(bytes: Uint8Array, alive: () => void): Extracted {
  const zip = openDocument(bytes);
  const slides = [...elementsOf(contentOf(zip, 'presentation'))].filter(({ name }) => name === 'page');
  checkCount('slides', slides.length, LIMITS.pages);
  const pages: number[] = [];
  let body = '';
  for (const [index, slide] of slides.entries()) {
    alive();
    if (body !== '') body += '\n\n';
    pages.push(body.length);
    body += slideText(slide, index);
    checkCount('characters of text', body.length, LIMITS.characters);
  }
  if (body === '') throw new Refusal('the file has no slides in it');
  const metadata = { format: 'odp', slides: slides.length };
  return withProperties(
    { body, content_type: CONTENT_TYPES.markdown, pages, metadata },
    properties(zip, 'meta.xml'),
  );
}

function slideText(slide: HtmlTag, index: number): string {
  const title = [...elementsOf(slide)].find((frame) => attributeOf(frame, 'class') === 'title');
  const name = (title && textWithin(title).replace(/\s+/g, ' ').trim()) || `Slide ${index + 1}`;
  if (title) title.children = [];
  const notes = firstNamed(slide, 'notes');
  const said = notes ? toMarkdown(notes).trim() : '';
  if (notes) notes.children = [];
  const blocks = [`## ${name}`, toMarkdown(slide).trim()];
  if (said !== '') blocks.push('**Notes**', said);
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** @throws Refusal for an encrypted one */
export function openDocument(bytes: Uint8Array): Zip {
  const zip = new Zip(bytes);
  if (/encryption-data/.test(zip.textIfAny('META-INF/manifest.xml') ?? '')) {
    throw new Refusal('the file is protected by a password; save a copy without it and add that');
  }
  return zip;
}

/** Returns the content element, with its elements renamed to HTML. */
function contentOf(zip: Zip, kind: 'text' | 'presentation'): HtmlElement {
  return readContent(zip, kind).content;
}

/** @returns the content element, with its elements renamed to HTML, and the whole part */
export function readContent(
  zip: Zip,
  kind: 'text' | 'presentation',
): { content: HtmlElement; whole: HtmlElement } {
  // Tabs and runs of blanks are elements in it.
  const xml = zip.text('content.xml').replace(/<text:(?:tab|s)\b[^>]*\/>/g, ' ');
  const whole = parseXml(xml);
  const root = firstNamed(whole, 'body');
  const content = root && firstNamed(root, kind);
  if (!content) throw new Refusal('the file is damaged: this document has no text in it');
  for (const element of elementsOf(content)) rename(element);
  return { content, whole };
}

function rename(element: HtmlTag): void {
  const { name } = element;
  if (DROPPED.has(name)) {
    element.children = [];
    element.name = 'span';
  } else if (name === 'h') {
    element.name = `h${Math.min(6, Math.max(1, Number(attributeOf(element, 'outline-level')) || 1))}`;
  } else if (name === 'a') element.attribs = { href: attributeOf(element, 'href') ?? '' };
  else if (name === 'table-header-rows') {
    element.name = 'thead';
    for (const cell of elementsOf(element)) if (cell.name === 'table-cell') cell.name = 'th';
  } else element.name = NAMES.get(name) ?? name;
}
