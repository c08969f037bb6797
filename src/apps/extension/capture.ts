// Reads the page or its selection once, when the user presses the icon. Address and title come from the browser, so the
// page can't forge them.
import { Failure } from '../../core/errors.ts';
import { MOST_CLIPPED, type Clip } from '../../core/ports/companion.ts';
import { chrome, type Tab } from './chrome.ts';

export const NOT_READABLE =
  'Click the extension’s icon in the toolbar while this page is open. Then the browser lets the extension read it.';

/** @throws Failure with a sentence for the person */
export async function capture(tab: Tab, collection?: string): Promise<Clip> {
  if (tab.id === undefined || tab.url === undefined) throw new Failure('denied', NOT_READABLE);
  if (!/^https?:/.test(tab.url))
    throw new Failure('denied', 'Only web pages can be saved, with http or https.');
  const [read] = await chrome.scripting
    .executeScript({ target: { tabId: tab.id }, func: readPage })
    .catch((error: unknown) => {
      throw new Failure('denied', `The browser does not let extensions read this page. ${String(error)}`);
    });
  const { html, isSelection } = read?.result ?? { html: '', isSelection: false };
  if (html.trim() === '') throw new Failure('bad_request', 'This page has no text.');
  if (html.length > MOST_CLIPPED)
    throw new Failure('too_large', 'This page is too large. Select the part that you want, and save it.');
  const url = new URL(tab.url);
  url.hash = url.username = url.password = '';
  return {
    id: crypto.randomUUID(),
    url: url.href,
    title: tab.title?.trim() || url.host,
    html,
    isSelection,
    at: new Date().toISOString(),
    ...(collection !== undefined && { collection }),
  };
}

/** Runs in the page, apart from the page's scripts. It must not refer to anything outside itself. */
function readPage(): { html: string; isSelection: boolean } {
  // Scripts, and form fields: they contain typed or hidden text.
  const left = 'script, style, noscript, template, iframe, object, embed, input, textarea, select, svg';
  // A copy in the page's own document would load its pictures again, and run their `onerror`.
  const inert = document.implementation.createHTMLDocument('');
  const copy = inert.createElement('div');
  const selection = getSelection();
  const isSelection = selection !== null && selection.rangeCount > 0 && !selection.isCollapsed;
  if (isSelection) {
    const {
      commonAncestorContainer: top,
      startContainer,
      startOffset,
      endContainer,
      endOffset,
    } = selection.getRangeAt(0);
    const twin = inert.createElement('div').appendChild(inert.importNode(top, true));
    /** The node of the copy at the same place. */
    const same = (node: Node): Node =>
      node === top
        ? twin
        : same(node.parentNode!).childNodes[[...node.parentNode!.childNodes].indexOf(node as ChildNode)]!;
    const range = inert.createRange();
    range.setStart(same(startContainer), startOffset);
    range.setEnd(same(endContainer), endOffset);
    copy.append(range.cloneContents());
  } else if (document.body) copy.append(inert.importNode(document.body, true));
  for (const element of copy.querySelectorAll(left)) element.remove();
  for (const link of copy.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (URL.canParse(href, document.baseURI)) link.setAttribute('href', new URL(href, document.baseURI).href);
  }
  return { html: copy.innerHTML, isSelection };
}
