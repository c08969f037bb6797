// The pages of a site that is built from a library pack: one per document, and a list of them. A pack's texts are
// untrusted: their HTML is shown as text, and links lead to web addresses only. Pure, apart from the parser.
import createMarkdownIt from 'markdown-it';
import type { LibraryPack } from '../../core/library-pack.ts';
import { freeFileName } from '../../tools/formats/bundle-zip.ts';
import { fileName } from '../../tools/formats/write-library-pack.ts';
import { pagePolicy } from './page-policy.ts';
import { headingIds } from './site-pages.ts';

/** Marks files that this program wrote, and may replace or remove. */
export const GENERATOR = '<meta name="generator" content="Perilune pack" />';

const POLICY = pagePolicy("form-action 'none'");

/** Names that a build leaves out, or that the list of documents has. */
const TAKEN = ['404.html', 'index.html', 'search.html', 'print.html', 'toc.html', 'contents.html'];

/** Returns the pages by path. @param widget whether they load the widget */
export function pagesOf(pack: LibraryPack, widget: boolean): Map<string, string> {
  const pages = new Map<string, string>();
  const names = new Set(TAKEN);
  const links: string[] = [];
  for (const document of pack.documents) {
    const path = `documents/${freeFileName(names, `${fileName(document.title)}.html`)}`;
    links.push(`<li><a href="${encodeURI(path)}">${escaped(document.title)}</a></li>`);
    pages.set(path, frame(pack, document.title, articleOf(document), '../', widget));
  }
  const about = paragraphs(pack.description);
  const list = `<main class="list">\n<h1>${escaped(pack.name)}</h1>\n${about}\n<ul>\n${links.join('\n')}\n</ul>\n</main>`;
  pages.set('index.html', frame(pack, '', list, '', widget));
  return pages;
}

function articleOf({ title, body, content_type, source_url }: LibraryPack['documents'][number]): string {
  const from = source_url
    ? `\n<p class="from" data-perilune-ignore><a href="${escaped(source_url)}" rel="nofollow noopener">${escaped(source_url)}</a></p>`
    : '';
  const html = content_type === 'text/plain' ? paragraphs(body) : rendered(body);
  const heading = /^\s*<h1/.test(html) ? '' : `<h1>${escaped(title)}</h1>\n`;
  return `<main>\n${heading}${html}${from}\n</main>`;
}

function rendered(markdown: string): string {
  const parser = createMarkdownIt({ html: false, linkify: true });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  const idOf = headingIds();
  parser.renderer.rules['heading_open'] = (tokens, at) => {
    const { tag } = tokens[at]!;
    const id = idOf(tokens[at + 1]?.content ?? '');
    return id === '' ? `<${tag}>` : `<${tag} id="${escaped(id)}">`;
  };
  // Pictures would be requested from wherever the text says.
  parser.renderer.rules['image'] = (tokens, at) => {
    const { content, attrs } = tokens[at]!;
    const address = String(attrs?.find(([name]) => name === 'src')?.[1] ?? '');
    return /^https?:/i.test(address)
      ? `<a href="${escaped(address)}" rel="nofollow noopener">${escaped(content || address)}</a>`
      : escaped(content);
  };
  return parser.render(markdown);
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((one) => one.trim() !== '')
    .map((one) => `<p>${escaped(one)}</p>`)
    .join('\n');
}

function frame(pack: LibraryPack, title: string, main: string, up: string, widget: boolean): string {
  const shown = title === '' ? pack.name : `${title} · ${pack.name}`;
  const isList = title === '';
  const script = `\n<script type="module" src="${up}perilune/perilune-chat.js"></script>`;
  const chat = `<perilune-chat pack="${up}perilune/" form="search"></perilune-chat>`;
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8" />
<meta http-equiv="content-security-policy" content="${POLICY}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
${GENERATOR}${isList ? '\n<meta name="perilune" content="noindex" />' : ''}
<meta property="og:site_name" content="${escaped(pack.name)}" />
<title>${escaped(shown)}</title>
<link rel="stylesheet" href="${up}style.css" />${widget ? script : ''}
</head>
<body>
<header><a href="${up}index.html">${escaped(pack.name)}</a>${widget ? chat : ''}</header>
${main}
</body>
</html>
`;
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export const STYLE = `/* Perilune pack */
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/26px system-ui, sans-serif; background: light-dark(oklch(98.5% 0.003 260), oklch(17% 0.012 265)); color: light-dark(oklch(24% 0.02 265), oklch(94% 0.006 265)); }
a { color: light-dark(oklch(50% 0.16 262), oklch(76% 0.12 262)); }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; justify-content: space-between; padding: 12px 24px; border-bottom: 1px solid light-dark(oklch(91% 0.006 265), oklch(30% 0.014 265)); }
header a { color: inherit; font-weight: 600; text-decoration: none; overflow-wrap: anywhere; }
main { max-width: 72ch; margin: 0 auto; padding: 24px; overflow-wrap: anywhere; }
h1 { font-size: 26px; line-height: 34px; }
h2 { font-size: 20px; line-height: 28px; }
.list ul { padding: 0; list-style: none; }
.list li { padding: 8px 0; border-bottom: 1px solid light-dark(oklch(91% 0.006 265), oklch(30% 0.014 265)); }
.from { font-size: 13px; }
p { white-space: pre-line; }
pre { overflow-x: auto; padding: 12px; border-radius: 6px; font-size: 13px; line-height: 20px; background: light-dark(oklch(95% 0.004 260), oklch(20.5% 0.013 265)); }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: 4px 12px; border: 1px solid light-dark(oklch(91% 0.006 265), oklch(30% 0.014 265)); text-align: start; }
`;
