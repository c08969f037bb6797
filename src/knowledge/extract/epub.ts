// EPUB books: the chapters in reading order, each read like a page. A chapter without a title gets it from the table
// of contents.
import { CONTENT_TYPES } from '../../core/document.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { dropClutter } from './html-content.ts';
import { toMarkdown } from './html-markdown.ts';
import { elementsOf, parsePage, textWithin } from './html-nodes.ts';
import { checkCount, LIMITS } from './limits.ts';
import { properties, resolvePart } from './office.ts';
import { withProperties } from './with-properties.ts';
import { attributeOf, firstNamed, named, parseXml } from './xml.ts';
import { Zip } from './zip.ts';

/** Any book may have obfuscated fonts; encrypted text means DRM. */
const LOCKED = /algorithm\s*=\s*"(?![^"]*(?:embedding|enc#RC))[^"]*"/i;

export function extractEpub(bytes: Uint8Array, alive: () => void): Extracted {
  const zip = new Zip(bytes);
  const encryption = zip.textIfAny('META-INF/encryption.xml');
  if (zip.has('META-INF/rights.xml') || (encryption && LOCKED.test(encryption))) {
    throw new Refusal('the book is copy-protected (DRM)');
  }
  const root = firstNamed(parseXml(zip.text('META-INF/container.xml')), 'rootfile');
  const opf = root && attributeOf(root, 'full-path');
  if (!opf || !zip.has(opf)) throw new Refusal('the file is damaged: this book has no chapter list');
  const book = parseXml(zip.text(opf));
  const items = new Map(
    [...named(book, 'item')].map((item) => [
      attributeOf(item, 'id') ?? '',
      { part: partOf(opf, attributeOf(item, 'href') ?? ''), item },
    ]),
  );
  const titles = chapterTitles(zip, [...items.values()].find(({ item }) => isContents(item.attribs))?.part);
  const chapters: string[] = [];
  let characters = 0;
  for (const { attribs } of named(book, 'itemref')) {
    const chapter = items.get(attribs['idref'] ?? '');
    if (!chapter || isContents(chapter.item.attribs) || !zip.has(chapter.part)) continue;
    alive();
    const text = readChapter(zip.text(chapter.part), titles.get(chapter.part));
    if (text !== '') chapters.push(text);
    checkCount('characters of text', (characters += text.length), LIMITS.characters);
  }
  if (chapters.length === 0) throw new Refusal('the book has no text in it, only pictures');
  const metadata = { format: 'epub', chapters: chapters.length };
  const body = chapters.join('\n\n');
  return withProperties({ body, content_type: CONTENT_TYPES.markdown, metadata }, properties(zip, opf));
}

function readChapter(html: string, title: string | undefined): string {
  const page = parsePage(html);
  const content = firstNamed(page, 'body') ?? page;
  // The header of a chapter is its title, not a banner.
  for (const element of elementsOf(content)) if (element.name === 'header') element.name = 'div';
  dropClutter(content);
  const text = toMarkdown(content);
  return title && text !== '' && !/^#{1,6} /m.test(text.slice(0, 1000)) ? `# ${title}\n\n${text}` : text;
}

function isContents(attributes: Record<string, string>): boolean {
  return (
    /\bnav\b/.test(attributes['properties'] ?? '') || attributes['media-type'] === 'application/x-dtbncx+xml'
  );
}

/** Returns titles by chapter file: links in EPUB 3, navigation points in EPUB 2. */
function chapterTitles(zip: Zip, contents: string | undefined): Map<string, string> {
  const titles = new Map<string, string>();
  const xml = contents === undefined ? undefined : zip.textIfAny(contents);
  if (contents === undefined || xml === undefined) return titles;
  const add = (target: string | undefined, label: string): void => {
    const part = partOf(contents, target ?? '');
    const title = label.replace(/\s+/g, ' ').trim();
    if (title !== '' && !titles.has(part)) titles.set(part, title);
  };
  for (const element of elementsOf(parsePage(xml))) {
    if (element.name === 'a') add(element.attribs['href'], textWithin(element));
    else if (element.name === 'navpoint') {
      const [label, target] = [firstNamed(element, 'navlabel'), firstNamed(element, 'content')];
      if (label && target) add(target.attribs['src'], textWithin(label));
    }
  }
  return titles;
}

function partOf(from: string, href: string): string {
  const path = href.split('#')[0]!;
  try {
    return resolvePart(from, decodeURIComponent(path));
  } catch {
    return resolvePart(from, path);
  }
}
