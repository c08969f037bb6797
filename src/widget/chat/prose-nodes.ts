// Turns Markdown tokens into a tree of plain data, and defines the allowed elements and link targets. Nothing else
// gets through.
import { splitCitations } from '../../core/citation-text.ts';
import type { MarkdownToken } from '../../markdown/parser.ts';

/** A text, a source number, or an element. */
export type ProseNode = string | { cite: number } | ProseElement;

export interface ProseElement {
  tag: ProseTag;
  href?: string;
  /** Of an ordered list that does not start at 1. */
  start?: number;
  align?: 'left' | 'center' | 'right';
  children: ProseNode[];
}

export type ProseTag =
  | 'p'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'pre'
  | 'code'
  | 'blockquote'
  | 'ul'
  | 'ol'
  | 'li'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'hr'
  | 'br'
  | 'strong'
  | 'em'
  | 'del'
  | 'a'
  | 'sup'
  | 'div'
  | 'tex-inline'
  | 'tex-block';

/** @returns the target of a link, or undefined, which leaves only its text. */
export type LinkRule = (href: string) => string | undefined;

/** Headings of an answer are below that of the conversation. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

const BLOCKS: Readonly<Record<string, ProseTag>> = {
  paragraph_open: 'p',
  blockquote_open: 'blockquote',
  bullet_list_open: 'ul',
  ordered_list_open: 'ol',
  list_item_open: 'li',
  table_open: 'table',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  th_open: 'th',
  td_open: 'td',
  note_open: 'div',
};
const INLINE: Readonly<Record<string, ProseTag>> = { strong_open: 'strong', em_open: 'em', s_open: 'del' };
const SIDES = ['left', 'center', 'right'] as const;

/** Links are not checked yet: see `LinkRule`. */
export function blockNodes(tokens: readonly MarkdownToken[]): ProseNode[] {
  const root: ProseNode[] = [];
  const around: ProseNode[][] = [];
  let within = root;
  for (const token of tokens) {
    if (token.nesting < 0) within = around.pop() ?? root;
    else if (token.nesting > 0) {
      around.push(within);
      // Items of a list without blank lines contain no paragraphs.
      if (!token.hidden) {
        const block = blockOf(token);
        within.push(block);
        within = block.children;
      }
    } else within.push(...leafNodes(token));
  }
  return root;
}

function blockOf(token: MarkdownToken): ProseElement {
  if (token.type === 'heading_open') {
    return element(HEADINGS[Number(token.tag.slice(1)) - 1] ?? 'h6', []);
  }
  if (token.type === 'note_open') return element('div', [noteName(`[^${token.attrGet('start')}]`), ' ']);
  const start = Number(token.attrGet('start') ?? 1);
  const align = SIDES.find((side) => side === token.attrGet('align'));
  return {
    tag: BLOCKS[token.type] ?? 'p',
    ...(start !== 1 && { start }),
    ...(align && { align }),
    children: [],
  };
}

function leafNodes(token: MarkdownToken): ProseNode[] {
  switch (token.type) {
    case 'inline':
      return inlineNodes(token.children ?? []);
    case 'fence':
    case 'code_block':
      return [element('pre', [element('code', [token.content.replace(/\n$/, '')])])];
    case 'hr':
      return [element('hr', [])];
    case 'formula':
      return [formulaNode(token)];
    default:
      // A tag becomes text: it may be harmful.
      return [token.content.trim()];
  }
}

function inlineNodes(tokens: readonly MarkdownToken[]): ProseNode[] {
  const root: ProseNode[] = [];
  const around: ProseNode[][] = [];
  let within = root;
  let text = '';
  const put = (): void => {
    if (text !== '') within.push(...cited(text));
    text = '';
  };
  for (const token of tokens) {
    if (token.type === 'text' || token.type === 'text_special') text += token.content;
    else if (token.type === 'softbreak') text += '\n';
    else {
      put();
      if (token.nesting < 0) within = around.pop() ?? root;
      else if (token.nesting > 0) {
        const inline = inlineOf(token);
        within.push(inline);
        around.push(within);
        within = inline.children;
      } else within.push(...inlineLeaf(token));
    }
  }
  put();
  return root;
}

function inlineOf(token: MarkdownToken): ProseElement {
  if (token.type !== 'link_open') return element(INLINE[token.type] ?? 'em', []);
  return { tag: 'a', href: String(token.attrGet('href') ?? ''), children: [] };
}

function inlineLeaf(token: MarkdownToken): ProseNode[] {
  switch (token.type) {
    case 'code_inline':
      return [element('code', [token.content])];
    case 'formula':
      return [formulaNode(token)];
    case 'note_ref':
      return [noteName(token.content)];
    case 'hardbreak':
      return [element('br', [])];
    case 'image': {
      // An image would be fetched from any address in the text; a link waits for a click.
      const href = String(token.attrGet('src') ?? '');
      return [{ tag: 'a', href, children: [token.content || href] }];
    }
    default:
      return /^<br\s{0,9}\/?>$/i.test(token.content) ? [element('br', [])] : [token.content];
  }
}

function formulaNode({ tag, content }: MarkdownToken): ProseNode {
  return element(tag === 'tex-block' ? 'tex-block' : 'tex-inline', [content]);
}

/** @param source `[^name]` */
function noteName(source: string): ProseNode {
  return element('sup', [source.slice(2, -1)]);
}

function cited(text: string): ProseNode[] {
  return splitCitations(text).map((piece) => (typeof piece === 'string' ? piece : { cite: piece }));
}

function element(tag: ProseTag, children: ProseNode[]): ProseElement {
  return { tag, children };
}

/** Allows links to the web, and to pages of this site. */
export function linkRule(site: string): LinkRule {
  return (href) => {
    if (!URL.canParse(href, site)) return undefined;
    const { protocol, href: target } = new URL(href.replace(/^\/(?!\/)/, './'), site);
    return protocol === 'https:' || protocol === 'http:' ? target : undefined;
  };
}
