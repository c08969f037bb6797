// Vite plugin: the guide, Markdown pages under public/demo-docs. The app adds them to its library; they also become a
// small static docs site (guide-site.ts) for trying the widget (guide-pack.ts).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { contentsHtml, type GuidePage, htmlName, isInLibrary, pageHtml, readGuide } from './guide-site.ts';

/** Contains the hash of the text, compared at each start. */
const VIRTUAL = 'virtual:guide';
/** The list of the pages. */
const LIST = 'pages.json';
/** The list with the text of each page: a first start reads the guide in one request. */
const WHOLE = 'guide.json';
/** The typeface of its headings, the app's own. */
const FONT = 'fraunces-latin-600-normal.woff2';
const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  woff2: 'font/woff2',
};

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
      for (const { markdown } of byFile(readGuide(folder))) hash.update(markdown);
      return `export const guideVersion = '${hash.digest('hex').slice(0, 16)}';`;
    },
    generateBundle() {
      for (const [name, source] of filesOf(readGuide(folder)))
        this.emitFile({ type: 'asset', fileName: `demo-docs/${name}`, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = /\/demo-docs\/([\w-]+\.(?:html|json|woff2)|)(?:[?#]|$)/.exec(request.url ?? '')?.[1];
        const file = name === undefined ? undefined : filesOf(readGuide(folder)).get(name || 'index.html');
        if (file === undefined) return next();
        response.setHeader('content-type', TYPES[name?.split('.').at(-1) ?? ''] ?? TYPES['html']!);
        response.end(file);
      });
    },
  };
}

/** The files generated from the guide, by name. */
function filesOf(pages: readonly GuidePage[]): Map<string, string | Buffer> {
  const whole = byFile(pages).map(({ file, title, markdown }) => ({ file, title, markdown }));
  return new Map<string, string | Buffer>([
    [LIST, JSON.stringify(whole.map(({ file, title }) => ({ file, title })))],
    [WHOLE, JSON.stringify(whole)],
    ['index.html', contentsHtml(pages)],
    [FONT, readFileSync(new URL(`../../node_modules/@fontsource/fraunces/files/${FONT}`, import.meta.url))],
    ...pages.map((page): [string, string] => [htmlName(page), pageHtml(page, pages)]),
  ]);
}

/** The pages for the app's library. */
function byFile(pages: readonly GuidePage[]): GuidePage[] {
  return pages.filter(isInLibrary).sort((a, b) => (a.file < b.file ? -1 : 1));
}
