// Turns a block of HTML or SVG into a complete page. Pure.
import type { Json } from '../../base/json.ts';

/** One of the pages in a conversation or document. */
export interface Version {
  source: string;
  language: string;
}

/** Characters. A larger page would freeze the browser. */
export const LONGEST = 2_000_000;

/** @param scheme the app's current one, for pages without colours of their own */
export function pageOf(source: string, language: string, scheme: 'light' | 'dark'): string {
  if (/<(?:!doctype|html)[\s>]/i.test(source.slice(0, 2000))) return source;
  const layout =
    language === 'svg'
      ? 'body{margin:0;min-height:100vh;display:grid;place-items:center}svg{max-width:100%;max-height:100vh}'
      : 'body{margin:16px;font:16px/1.5 system-ui,sans-serif}';
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>:root{color-scheme:${scheme}}${layout}</style>${source}`;
}

/** Gives a page the result to show, as its global `result`. */
export function withResult(page: string, result: Json): string {
  // The text must not end the script.
  const json = JSON.stringify(result).replaceAll('<', '\\u003c');
  // A script before the doctype would switch the page to quirks mode.
  const [type = ''] = /^\s*(?:<!doctype[^>]*>)?/i.exec(page) ?? [];
  return `${type}<script>self.result = ${json};</script>${page.slice(type.length)}`;
}

/** Returns the title of a page, for its file name and for screen readers. */
export function titleOf(source: string): string | undefined {
  const [, title = ''] = /<title>([^<]{1,200})<\/title>/i.exec(source.slice(0, 20_000)) ?? [];
  return title.trim() || undefined;
}
