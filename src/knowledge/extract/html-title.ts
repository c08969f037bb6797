// Finds the title of a web page, even where the title element or the first heading names the whole site.
import { attribute, elementsOf, type HtmlElement, isTag, isText, textWithin } from './html-nodes.ts';

/** Addresses that lead to the home page. */
const HOME = /^(?![?#])(?:https?:\/\/[^/?#]+)?\/?(?:\.{1,2}\/)*(?:(?:index|default|home)\.\w{2,5})?[?#]?$/i;
const HOME_FILE = /^(?:index|default|home|readme)$/;
/** Shorter words in file names are too often numbers or abbreviations. */
const SHORTEST_NAME = 4;

/**
 * Returns the site's names from headings with a link to the home page. Call it before navigation is removed from
 * `root`. @param site from the page's head
 */
export function siteNames(root: HtmlElement, site?: string): Set<string> {
  const names = new Set<string>();
  if (site) names.add(site.toLowerCase());
  for (const element of elementsOf(root)) {
    if (element.name !== 'h1') continue;
    const [link, ...others] = element.children.filter((node) => !isText(node) || node.data.trim() !== '');
    if (!link || others.length > 0 || !isTag(link) || link.name !== 'a') continue;
    const address = attribute(link, 'href')?.trim();
    if (address && HOME.test(address)) names.add(oneLine(element).toLowerCase());
  }
  return names;
}

/**
 * @param title from the head. @param name of the file, if known. @returns undefined if nothing in the page can be its
 *   title.
 */
export function titleOf(
  content: HtmlElement,
  title: string,
  sites: ReadonlySet<string>,
  name = '',
): string | undefined {
  const headings = headingsOf(content);
  const stated = title || headings.find(({ level }) => level === 1)?.text;
  if (!stated) return undefined;
  const file = slug(/([^/\\]*?)(?:\.\w+)?$/.exec(name)?.[1] ?? '');
  if (HOME_FILE.test(file)) return stated;
  const others = headings.map(({ text }) => text).filter((text) => !sites.has(text.toLowerCase()));
  if (sites.has(stated.toLowerCase())) return others[0] ?? stated;
  // The title element and the main heading are the same, and the file is named after the next heading.
  const isSame = headings.some(({ level, text }) => level === 1 && text === stated);
  if (!isSame || isNamed(file, stated)) return stated;
  const next = others.find((text) => text !== stated);
  return next !== undefined && isNamed(file, next) ? next : stated;
}

function headingsOf(content: HtmlElement): { level: number; text: string }[] {
  const headings: { level: number; text: string }[] = [];
  for (const element of elementsOf(content)) {
    const level = Number(/^h([1-3])$/.exec(element.name)?.[1] ?? 0);
    const text = level > 0 ? oneLine(element) : '';
    if (text !== '') headings.push({ level, text });
  }
  return headings;
}

/** `install` is named after "Installation", but `changes` not after "Changes in 3.2". */
function isNamed(file: string, heading: string): boolean {
  const words = slug(heading);
  if (file.length < SHORTEST_NAME || words.length < SHORTEST_NAME) return false;
  if (words.split(' ').length !== file.split(' ').length) return false;
  return words.startsWith(file) || file.startsWith(words);
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function oneLine(element: HtmlElement): string {
  return textWithin(element).replace(/\s+/g, ' ').trim();
}
