// What may be left of HTML that a model or a document wrote: words and their structure, nothing that loads or acts.
//
// - Nothing is ever fetched: no images, media, frames, styles, SVG or forms, and no attribute that names a resource.
// - Nothing can pose as a part of the app: no ids, names, classes or styles.
// - A link goes to http, https or mail only, opens apart from the app, and its title is the host it really goes to.
import type { Config, DOMPurify } from 'dompurify';

const TAGS = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'kbd', 'samp', 'var'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'q', 'a'],
  // Formulas and footnotes, which the parser makes; browsers know nothing of them.
  ...['tex-inline', 'tex-block', 'note-ref', 'note-text'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

/** Attributes whose value is a number or a word. */
const PLAIN = ['start', 'align', 'colspan', 'rowspan'];

export const POLICY = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ['href', ...PLAIN],
  // Else their values would be held to be addresses, which they are not, and be dropped.
  ADD_URI_SAFE_ATTR: PLAIN,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
  RETURN_DOM_FRAGMENT: true,
} satisfies Config;

/** Turns HTML that nobody trusts into nodes that may be shown. */
export function sanitise(purify: DOMPurify, html: string): DocumentFragment {
  const fragment = purify.sanitize(html, POLICY);
  for (const link of fragment.querySelectorAll('a')) tameLink(link);
  return fragment;
}

function tameLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href');
  if (href === null || !URL.canParse(href)) {
    link.removeAttribute('href');
    return;
  }
  const url = new URL(href);
  link.title = url.protocol === 'mailto:' ? url.href : url.host;
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
}
