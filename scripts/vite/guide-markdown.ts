// Renders a page of the guide from Markdown to HTML: linkable headings, coloured code, scrollable tables and code.
import { Marked, type Tokens } from 'marked';
import { luaTokens } from '../../src/lua-language/lua-tokens.ts';

export interface GuideSection {
  level: 2 | 3;
  id: string;
  /** The heading's HTML without marks. */
  text: string;
}

export interface GuideText {
  html: string;
  sections: GuideSection[];
  /** A plain-text summary: its first sentences. */
  description: string;
}

/** Characters of a description shown by search engines and link previews. */
const LONGEST_DESCRIPTION = 160;

export function readGuideText(markdown: string): GuideText {
  const sections: GuideSection[] = [];
  const taken = new Map<string, number>();
  let description: string | undefined;
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        const text = inner.replace(/<[^>]+>/g, '');
        const slug = slugOf(text);
        const count = taken.get(slug) ?? 0;
        taken.set(slug, count + 1);
        const id = count === 0 ? slug : `${slug}-${count}`;
        if (depth === 2 || depth === 3) sections.push({ level: depth, id, text });
        const link = `<a class="anchor" href="#${id}" aria-label="Link to “${text}”">#</a>`;
        return `<h${depth} id="${id}">${inner} ${link}</h${depth}>\n`;
      },
      paragraph({ tokens }: Tokens.Paragraph): string {
        const inner = this.parser.parseInline(tokens);
        const picture = PICTURE.exec(inner);
        if (picture) return pictureHtml(picture[1]!, picture[2]!);
        description ??= firstSentences(plain(inner));
        return `<p>${inner}</p>\n`;
      },
      link({ href, title, tokens }: Tokens.Link): string {
        const page = href.replace(/^([\w-]+)\.md(?=#|$)/, '$1.html');
        const said = title ? ` title="${escapeHtml(title)}"` : '';
        return `<a href="${escapeHtml(page)}"${said}>${this.parser.parseInline(tokens)}</a>`;
      },
      code({ text, lang = '' }: Tokens.Code): string {
        const language = /^[\w-]+/.exec(lang)?.[0] ?? '';
        const kind = language === '' ? '' : ` class="language-${language}"`;
        const coloured = language === 'lua' ? luaHtml(text) : escapeHtml(text);
        return `<div class="code"><pre tabindex="0"><code${kind}>${coloured}</code></pre></div>\n`;
      },
      table(token: Tokens.Table): string {
        const row = (cells: Tokens.TableCell[]): string =>
          `<tr>${cells.map((cell) => cellHtml(cell, this.parser.parseInline(cell.tokens))).join('')}</tr>`;
        const body = token.rows.map(row).join('\n');
        return `<div class="table" tabindex="0"><table>\n<thead>${row(token.header)}</thead>\n<tbody>\n${body}\n</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown) as string;
  return { html, sections, description: description ?? '' };
}

/** An image alone in its paragraph. */
const PICTURE = /^<img src="(images\/[\w-]+)\.webp" alt="([^"]*)">$/;

/** Images match the page's brightness, so each exists twice. */
function pictureHtml(name: string, alt: string): string {
  return `<picture>
  <source srcset="${name}-dark.webp" media="(prefers-color-scheme: dark)" />
  <img src="${name}.webp" alt="${alt}" loading="lazy" />
</picture>
`;
}

function cellHtml({ header }: Tokens.TableCell, inner: string): string {
  return header ? `<th scope="col">${inner}</th>` : `<td>${inner}</td>`;
}

const COLOURED: Partial<Record<string, string>> = {
  keyword: 'k',
  string: 's',
  number: 'n',
  comment: 'c',
};

function luaHtml(source: string): string {
  return luaTokens(source)
    .map(({ kind, text }) => {
      const name = COLOURED[kind];
      return name ? `<span class="${name}">${escapeHtml(text)}</span>` : escapeHtml(text);
    })
    .join('');
}

function firstSentences(text: string): string {
  let said = '';
  for (const sentence of text.match(/[^.!?]+(?:[.!?]+(?=\s|$)|[.!?]+\S|$)+\s*/g) ?? [text]) {
    if (said !== '' && said.length + sentence.trim().length > LONGEST_DESCRIPTION) break;
    said += sentence;
  }
  const trimmed = said.trim().replace(/:$/, '.');
  if (trimmed.length <= LONGEST_DESCRIPTION) return trimmed;
  return `${trimmed.slice(0, LONGEST_DESCRIPTION - 1).replace(/\s+\S*$/, '')}…`;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function plain(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim();
}

function slugOf(html: string): string {
  return plain(html)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
}
