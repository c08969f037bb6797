// OpenDocument texts, as LibreOffice writes them: their elements are renamed to those of a page, then read like one.
import { CONTENT_TYPES } from '../../core/document.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { elementsOf, type HtmlTag } from './html-nodes.ts';
import { toMarkdown } from './html-markdown.ts';
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
/** Not the text: pictures' data, remarks, what was deleted, the marks of notes. */
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
  const zip = new Zip(bytes);
  if (/encryption-data/.test(zip.textIfAny('META-INF/manifest.xml') ?? '')) {
    throw new Refusal('the file is protected by a password');
  }
  // Tabs and runs of blanks are elements there.
  const xml = zip.text('content.xml').replace(/<text:(?:tab|s)\b[^>]*\/>/g, ' ');
  const content = firstNamed(parseXml(xml), 'text');
  if (!content) throw new Refusal('the file is damaged: this document has no text in it');
  for (const element of elementsOf(content)) rename(element);
  firstRowsAsHeads(content);
  const extracted: Extracted = {
    body: toMarkdown(content),
    content_type: CONTENT_TYPES.markdown,
    metadata: { format: 'odt' },
  };
  return withProperties(extracted, properties(zip, 'meta.xml'));
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
