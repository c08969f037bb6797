// Markdown tokens as a tree of plain data: which elements there may be, and where a link may lead. Nothing else gets through.
import type { Token, Tokens } from 'marked';
import { splitCitations } from '../../core/citation-text.ts';

/** A text, the number of a source, or an element. */
export type ProseNode = string | { cite: number } | ProseElement;

export interface ProseElement {
  tag: ProseTag;
  href?: string;
  /** Of an ordered list that does not begin at 1. */
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
  | 'a';

/** @returns where a link may lead, or undefined: then its text stands there alone. */
export type LinkRule = (href: string) => string | undefined;

/** Headings of an answer stand below that of the conversation. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

export function blockNodes(token: Token, linkTo: LinkRule): ProseNode[] {
  const within = (tokens: Token[] | undefined): ProseNode[] =>
    (tokens ?? []).flatMap((each) => blockNodes(each, linkTo));
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'paragraph':
      return [element('p', inlineNodes(token.tokens, linkTo))];
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      return [element(HEADINGS[depth - 1] ?? 'h6', inlineNodes(tokens, linkTo))];
    }
    case 'code':
      return [element('pre', [element('code', [(token as Tokens.Code).text])])];
    case 'blockquote':
      return [element('blockquote', within(token.tokens))];
    case 'hr':
      return [element('hr', [])];
    case 'list': {
      const { ordered, start, items, loose } = token as Tokens.List;
      const children = items.map((item) => element('li', itemNodes(item, loose, linkTo)));
      return [
        { tag: ordered ? 'ol' : 'ul', ...(typeof start === 'number' && start !== 1 && { start }), children },
      ];
    }
    case 'table':
      return [tableOf(token as Tokens.Table, linkTo)];
    default:
      // A tag is text: what it would do is not known to be harmless.
      return inlineNodes([token], linkTo);
  }
}

function itemNodes(item: Tokens.ListItem, loose: boolean, linkTo: LinkRule): ProseNode[] {
  const children = item.tokens.flatMap((token) => {
    if (token.type === 'checkbox') return [];
    if (token.type !== 'text') return blockNodes(token, linkTo);
    const inline = inlineNodes([token], linkTo);
    return loose ? [element('p', inline)] : inline;
  });
  return item.task ? [item.checked ? '☑ ' : '☐ ', ...children] : children;
}

function tableOf({ header, rows, align }: Tokens.Table, linkTo: LinkRule): ProseElement {
  const row = (tag: 'th' | 'td', cells: Tokens.TableCell[]): ProseElement =>
    element(
      'tr',
      cells.map(({ tokens }, index) => {
        const side = align[index];
        return { tag, ...(side && { align: side }), children: inlineNodes(tokens, linkTo) };
      }),
    );
  return element('table', [
    element('thead', [row('th', header)]),
    element(
      'tbody',
      rows.map((cells) => row('td', cells)),
    ),
  ]);
}

function inlineNodes(tokens: Token[] | undefined, linkTo: LinkRule): ProseNode[] {
  return (tokens ?? []).flatMap((token): ProseNode[] => {
    const within = (): ProseNode[] => inlineNodes('tokens' in token ? token.tokens : undefined, linkTo);
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del':
        return [element(token.type, within())];
      case 'codespan':
        return [element('code', [(token as Tokens.Codespan).text])];
      case 'br':
        return [element('br', [])];
      case 'link': {
        const { href, raw } = token as Tokens.Link;
        // With an address for it at the end of the answer, the number of a source looks like a link.
        if (/^\[\d{1,3}\]$/.test(raw)) return cited(raw);
        return linked(href, within(), linkTo);
      }
      case 'image': {
        // It would be fetched from wherever the text says; a link waits for a click.
        const { href, text } = token as Tokens.Image;
        return linked(href, [text || href], linkTo);
      }
      case 'checkbox':
        return [];
      case 'html':
        return /^<br\s*\/?>$/i.test(token.raw.trim()) ? [element('br', [])] : [token.raw];
      default:
        if ('tokens' in token && token.tokens) return within();
        return cited(withoutEntities('text' in token ? String(token.text) : token.raw));
    }
  });
}

function cited(text: string): ProseNode[] {
  return splitCitations(text).map((piece) => (typeof piece === 'string' ? piece : { cite: piece }));
}

function linked(href: string, children: ProseNode[], linkTo: LinkRule): ProseNode[] {
  const target = linkTo(href);
  return target === undefined ? children : [{ tag: 'a', href: target, children }];
}

function element(tag: ProseTag, children: ProseNode[]): ProseElement {
  return { tag, children };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
};

/** Markdown leaves these to HTML, which there is none of here. */
function withoutEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g,
    (whole, ten, sixteen, name) => {
      if (name !== undefined) return ENTITIES[name as string] ?? whole;
      const point = ten === undefined ? parseInt(sixteen as string, 16) : Number(ten);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}

/** Links of an answer: to the web, or to pages of this site. */
export function linkRule(site: string): LinkRule {
  return (href) => {
    if (!URL.canParse(href, site)) return undefined;
    const { protocol, href: target } = new URL(href.replace(/^\/(?!\/)/, './'), site);
    return protocol === 'https:' || protocol === 'http:' ? target : undefined;
  };
}
