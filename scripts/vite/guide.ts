// The guide: Markdown pages under public/demo-docs. The app puts them into the library; this also serves them as a small HTML docs site.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import type { Plugin } from 'vite';

/** A picture that stands alone in its paragraph, as `marked` writes it. */
const PICTURE = /<p><img src="(images\/[\w-]+)\.webp" alt="([^"]*)"><\/p>/g;

/** The hash of the text, which each start compares. The list of the pages, which only an update needs, lies beside them. */
const VIRTUAL = 'virtual:guide';
const LIST = 'pages.json';

interface Page {
  file: string;
  title: string;
  markdown: string;
}

export function guide(): Plugin {
  let folder = '';
  return {
    name: 'perilune:guide',
    configResolved(config) {
      folder = join(config.root, 'public/demo-docs');
    },
    resolveId(id) {
      return id === VIRTUAL ? `\0${VIRTUAL}` : undefined;
    },
    load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined;
      const hash = createHash('sha256');
      for (const { markdown } of readPages(folder)) hash.update(markdown);
      return `export const guideVersion = '${hash.digest('hex').slice(0, 16)}';`;
    },
    generateBundle() {
      const pages = readPages(folder);
      this.emitFile({ type: 'asset', fileName: `demo-docs/${LIST}`, source: listOf(pages) });
      for (const page of pages) {
        this.emitFile({
          type: 'asset',
          fileName: `demo-docs/${htmlName(page)}`,
          source: toHtml(page, pages),
        });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (/\/demo-docs\/pages\.json(?:[?#]|$)/.test(request.url ?? '')) {
          response.setHeader('content-type', 'application/json');
          response.end(listOf(readPages(folder)));
          return;
        }
        const name = /\/demo-docs\/([\w-]+\.html)(?:[?#]|$)/.exec(request.url ?? '')?.[1];
        const pages = name === undefined ? [] : readPages(folder);
        const page = pages.find((candidate) => htmlName(candidate) === name);
        if (!page) return next();
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(toHtml(page, pages));
      });
    },
  };
}

function readPages(folder: string): Page[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => {
      const markdown = readFileSync(join(folder, file), 'utf8');
      const title = /^# (.+)$/m.exec(markdown)?.[1];
      if (title === undefined) throw new Error(`public/demo-docs/${file} has no "# Title" line`);
      return { file, title, markdown };
    });
}

function listOf(pages: Page[]): string {
  return JSON.stringify(pages.map(({ file, title }) => ({ file, title })));
}

function htmlName(page: Page): string {
  return page.file.replace(/\.md$/, '.html');
}

function toHtml(page: Page, pages: Page[]): string {
  const marked = new Marked({ gfm: true, async: false });
  const body = (marked.parse(page.markdown) as string)
    .replace(/href="([\w-]+)\.md(#[\w-]*)?"/g, 'href="$1.html$2"')
    .replace(PICTURE, (_, name: string, alt: string) => pictureHtml(name, alt))
    .replace(/<h2>(.*?)<\/h2>/g, (_, text: string) => `<h2 id="${slug(text)}">${text}</h2>`);
  const links = pages
    .map((other) => {
      const current = other === page ? ' aria-current="page"' : '';
      return `<li><a href="${htmlName(other)}"${current}>${escape(other.title)}</a></li>`;
    })
    .join('\n          ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escape(page.title)} · Perilune</title>
    <link rel="icon" href="../icons/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="style.css" />
  </head>
  <body>
    <nav aria-label="Guide">
      <a class="home" href="../">Perilune</a>
      <ul>
          ${links}
      </ul>
    </nav>
    <main>
${body}
    </main>
  </body>
</html>
`;
}

/** Pictures are as bright as the page around them: each lies there twice. */
function pictureHtml(name: string, alt: string): string {
  return `<picture>
  <source srcset="${name}-dark.webp" media="(prefers-color-scheme: dark)" />
  <img src="${name}.webp" alt="${alt}" loading="lazy" />
</picture>`;
}

function slug(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
}
