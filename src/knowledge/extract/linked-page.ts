// Reads a single web page that is not added to the library: like html.ts, but with its links resolved.
import { Failure } from '../../core/errors.ts';
import type { ReadPage } from '../../core/ports/page-reader.ts';
import { declaredCharset, decodeText } from './decode.ts';
import { extractPage } from './html.ts';
import { Refusal } from './extracted.ts';
import { attribute, elementsOf, type HtmlElement, parsePage } from './html-nodes.ts';

/** @throws Failure `bad_request` for anything but a page, and for a page without text */
export function readLinkedPage(page: Uint8Array, address: string | undefined): ReadPage {
  try {
    return read(page, address);
  } catch (problem) {
    throw problem instanceof Refusal ? new Failure('bad_request', problem.message) : problem;
  }
}

function read(page: Uint8Array, address: string | undefined): ReadPage {
  const root = parsePage(decodeText(page, declaredCharset));
  if (address !== undefined) resolveLinks(root, address);
  const { body, title, author, source_url, updated_at } = extractPage(root);
  if (body.trim() === '') throw new Refusal('the page has no text in it; scripts may generate its content');
  return {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(source_url !== undefined && { url: source_url }),
    ...(updated_at !== undefined && { updated_at }),
    markdown: body,
  };
}

function resolveLinks(root: HtmlElement, address: string): void {
  let base = address;
  for (const element of elementsOf(root)) {
    const href = attribute(element, 'href');
    if (href === undefined) continue;
    if (element.name === 'base') base = resolved(href, address) ?? base;
    // A link within the page is useless without the page.
    else if (element.name === 'a' && !href.startsWith('#'))
      element.attribs['href'] = resolved(href, base) ?? href;
  }
}

function resolved(href: string, base: string): string | undefined {
  return URL.canParse(href, base) ? new URL(href, base).href : undefined;
}
