// The guide as a plain static docs site: its pages by part, each linked to all others. Works without scripts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagePolicy } from '../../src/apps/cli/page-policy.ts';
import { escapeHtml, readGuideText, type GuideText } from './guide-markdown.ts';

export interface GuidePage extends GuideText {
  /** File name in the guide's folder, ending in `.md`. */
  file: string;
  /** As written in the file. */
  title: string;
  markdown: string;
  part: string;
}

/** Parts in reading order. A file's number assigns its page to a part; the last part takes the rest. */
const PARTS: readonly { name: string; about: string; holds: RegExp }[] = [
  { name: 'First steps', about: 'Documents, questions, models.', holds: /^0[1-4]-/ },
  { name: 'Chat', about: 'Versions, commands, models, profiles, scripts.', holds: /^04[c-i]-/ },
  { name: 'Tools', about: 'Small programs in Lua, made and tried in the page.', holds: /^0(?:4b|5|6-)/ },
  { name: 'Library', about: 'What can be found, and how.', holds: /^06/ },
  { name: 'On websites', about: 'Search and chat for any documentation site.', holds: /^0[78][a-z]-/ },
  { name: 'Reference', about: 'Privacy, keys, and help.', holds: /^/ },
];

const POLICY = pagePolicy("font-src 'self'");

/** Reads the guide in the order of its parts. */
export function readGuide(folder: string): GuidePage[] {
  const pages = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file): GuidePage => {
      const markdown = readFileSync(join(folder, file), 'utf8');
      const title = /^# (.+)$/m.exec(markdown)?.[1];
      if (title === undefined) throw new Error(`public/demo-docs/${file} has no "# Title" line`);
      const part = PARTS.find(({ holds }) => holds.test(file))!.name;
      return { file, title, markdown, part, ...readGuideText(markdown) };
    });
  return PARTS.flatMap(({ name }) => pages.filter(({ part }) => part === name));
}

/** All pages except the programmers' reference: in the library, its headings would answer questions about the app. */
export function isInLibrary({ file }: Pick<GuidePage, 'file'>): boolean {
  return file !== '08d-page-api.md';
}

export function htmlName({ file }: Pick<GuidePage, 'file'>): string {
  return file.replace(/\.md$/, '.html');
}

export function pageHtml(page: GuidePage, pages: readonly GuidePage[]): string {
  const at = pages.indexOf(page);
  const article = `<main id="site-content" data-perilune-filter="part:${page.part}">
      <p class="part" data-perilune-ignore>${page.part}</p>
${page.html}
      <nav class="turn" aria-label="Next and previous page">
        ${turn('prev', 'Previous', pages[at - 1])}
        ${turn('next', 'Next', pages[at + 1])}
      </nav>
    </main>
    ${sectionsHtml(page)}`;
  return frame(pages, page, {
    title: `${nameOf(page)} · Perilune guide`,
    description: page.description,
    main: article,
  });
}

/** The start page with the contents by part. It is for readers; searches should find the pages themselves. */
export function contentsHtml(pages: readonly GuidePage[]): string {
  const parts = PARTS.map(({ name, about }) => {
    const items = pages
      .filter(({ part }) => part === name)
      .map(
        (page) =>
          `<li><a href="${htmlName(page)}">${escapeHtml(nameOf(page))}</a><p>${escapeHtml(page.description)}</p></li>`,
      );
    return `<section><h2>${name}</h2><p class="about">${about}</p>
        <ul>${items.join('\n          ')}</ul></section>`;
  });
  return frame(pages, undefined, {
    title: 'Perilune guide',
    description:
      'How to fill the library, ask it, write tools in Lua, and put search and chat on a website: the guide to Perilune.',
    head: '<meta name="perilune" content="noindex" />',
    main: `<main id="site-content" class="contents">
      <h1>Perilune guide</h1>
      <p>Perilune answers questions from your own documents and runs small tools written in Lua, in your browser. Begin with
      <a href="${htmlName(pages[0]!)}">${escapeHtml(nameOf(pages[0]!))}</a>, or press <kbd>/</kbd> and search.</p>
      ${parts.join('\n      ')}
    </main>`,
  });
}

interface Framed {
  title: string;
  description: string;
  head?: string;
  main: string;
}

function frame(pages: readonly GuidePage[], page: GuidePage | undefined, shown: Framed): string {
  const parts = PARTS.map(({ name }) => {
    const items = pages.filter(({ part }) => part === name).map((other) => linkTo(other, page));
    return `<h2>${name}</h2>
      <ul>
        ${items.join('\n        ')}
      </ul>`;
  });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(shown.title)}</title>
    <meta name="description" content="${escapeHtml(shown.description)}" />
    <meta property="og:site_name" content="Perilune guide" />
    ${shown.head ?? ''}
    <link rel="icon" href="../icons/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="style.css" />
    <script src="site.js"></script>
    <script type="module" src="../widget/perilune-chat.js"></script>
  </head>
  <body>
    <a class="skip-link" href="#site-content">Skip to the text</a>
    <header class="bar">
      <button type="button" class="narrow" popovertarget="site-pages">Menu</button>
      <a class="home" href="index.html" aria-label="Perilune guide"><img src="../icons/icon.svg" alt="" width="24" height="24" /> <span>Perilune guide</span></a>
      <perilune-chat pack="perilune/" form="search" placeholder="Search the guide"></perilune-chat>
      <button type="button" id="site-theme" hidden></button>
      <a class="app" href="../">Open the app</a>
    </header>
    <nav id="site-pages" popover aria-label="Guide">
      <a class="narrow" href="../">Open the app</a>
      ${parts.join('\n      ')}
    </nav>
    ${shown.main}
  </body>
</html>
`;
}

function linkTo(page: GuidePage, current: GuidePage | undefined): string {
  const mark = page === current ? ' aria-current="page"' : '';
  return `<li><a href="${htmlName(page)}"${mark}>${escapeHtml(nameOf(page))}</a></li>`;
}

function turn(rel: 'prev' | 'next', word: string, page: GuidePage | undefined): string {
  if (!page) return '';
  return `<a rel="${rel}" href="${htmlName(page)}"><small>${word}</small> ${escapeHtml(nameOf(page))}</a>`;
}

/** Pages with one section need no list of sections. */
function sectionsHtml({ sections }: GuidePage): string {
  if (sections.length < 2) return '';
  const items = sections.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${text}</a></li>`,
  );
  return `<button type="button" class="narrow on-this-page" popovertarget="site-sections">On this page</button>
    <nav id="site-sections" popover aria-labelledby="site-sections-title">
      <h2 id="site-sections-title">On this page</h2>
      <ul>
        ${items.join('\n        ')}
      </ul>
    </nav>`;
}

/** Without Markdown. */
function nameOf({ title }: GuidePage): string {
  return title.replaceAll('`', '');
}
