// Sanitises HTML written by a model or a document: text and its structure stay, nothing that loads or acts.
//
// - Nothing is ever fetched: no images, media, frames, styles, SVG or forms, and no attribute that names a resource.
// - Nothing can pose as part of the app: no ids, names, classes or styles.
// - Links go to http, https or mailto only, open separately from the app, and have their real host as their title.
import type { Config, DOMPurify } from 'dompurify';

const TAGS = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'kbd', 'samp', 'var'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'q', 'a'],
  // Formulas and footnotes, created by the parser; unknown to browsers.
  ...['tex-inline', 'tex-block', 'note-ref', 'note-text'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

/** Attributes whose value is a number or a word. */
const PLAIN = ['start', 'align', 'colspan', 'rowspan'];

export const POLICY = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ['href', ...PLAIN],
  // Otherwise DOMPurify would treat their values as addresses and drop them.
  ADD_URI_SAFE_ATTR: PLAIN,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
  RETURN_DOM_FRAGMENT: true,
} satisfies Config;

/** Turns untrusted HTML into nodes that are safe to show. */
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
