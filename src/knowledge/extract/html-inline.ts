// Inline HTML to Markdown: escaped text, emphasis, code and web links.
//
// - Links within the site lose their target, which leads nowhere inside the library. Web links keep it.
// - Images become their alternative text: nothing remote is ever written so that a viewer would load it.
import { type HtmlNode, type HtmlTag, attribute, isTag, isText, textWithin } from './html-nodes.ts';

interface InlineOptions {
  /** Without emphasis and code marks, for headings and terms. */
  plain?: boolean;
}

const DEEPEST = 60;
const EMPHASIS = new Map(
  Object.entries({
    b: '**',
    strong: '**',
    i: '*',
    em: '*',
    cite: '*',
    dfn: '*',
    del: '~~',
    s: '~~',
    strike: '~~',
  }),
);
const CODE = new Set(['code', 'kbd', 'samp', 'tt']);
const WORD = /[\p{L}\p{N}_]/u;

/** Returns one paragraph of text; line breaks are `\n`. */
export function inlineMarkdown(nodes: HtmlNode[], options: InlineOptions = {}): string {
  const writer = new InlineWriter(options.plain ?? false);
  writer.write(nodes, 0);
  return writer.text
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

class InlineWriter {
  text = '';
  /** The last character, because reading it from the text would join all pieces each time. */
  #last = '';
  readonly #plain: boolean;

  constructor(plain: boolean) {
    this.#plain = plain;
  }

  #append(text: string): void {
    if (text === '') return;
    this.text += text;
    this.#last = text.at(-1)!;
  }

  write(nodes: HtmlNode[], depth: number): void {
    nodes.forEach((node, i) => {
      if (isText(node)) this.#plainText(node.data);
      else if (isTag(node)) this.#element(node, nodes[i + 1], depth);
    });
  }

  #element(element: HtmlTag, next: HtmlNode | undefined, depth: number): void {
    const { name } = element;
    const emphasis = EMPHASIS.get(name);
    if (depth > DEEPEST) this.#plainText(textWithin(element));
    else if (name === 'br') this.#append('\n');
    else if (name === 'img') this.#plainText(attribute(element, 'alt') ?? '');
    else if (CODE.has(name) && !this.#plain) this.#code(element, next);
    else if (name === 'a' && !this.#plain) this.#link(element, depth);
    else if (emphasis && !this.#plain) this.#emphasis(emphasis, element, next, depth);
    else if (name === 'q') {
      this.#append('"');
      this.write(element.children, depth + 1);
      this.#append('"');
    } else this.write(element.children, depth + 1);
  }

  /** Only with the previous text is it known whether a `_` is inside a word. */
  #plainText(text: string): void {
    const before = this.#last;
    const known = WORD.test(before) ? before : '';
    this.#append(escapeInline(known + collapse(text)).slice(known.length));
  }

  #inner(children: HtmlNode[], depth: number): string {
    const writer = new InlineWriter(this.#plain);
    writer.write(children, depth + 1);
    return writer.text;
  }

  /** Puts marks around the text, not its outer blanks, and never inside a word: `<b>S</b>QL` stays a word. */
  #emphasis(mark: string, element: HtmlTag, next: HtmlNode | undefined, depth: number): void {
    const inner = this.#inner(element.children, depth);
    const core = inner.trim();
    // Adjacent marks would be read as longer ones.
    const touches = /^[*~]|[*~]$/.test(core) || /[*~]/.test(this.#last);
    if (core === '' || core.includes('\n') || touches || this.#joinsWord(inner, next)) this.#append(inner);
    else this.#append(inner.replace(core, () => mark + core + mark));
  }

  #code(element: HtmlTag, next: HtmlNode | undefined): void {
    const code = collapse(textWithin(element)).trim();
    if (code === '') return;
    if (this.#joinsWord(code, next)) {
      this.#plainText(code);
      return;
    }
    const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
    const ticks = '`'.repeat(longest + 1);
    const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
    this.#append(ticks + pad + code + pad + ticks);
  }

  #link(element: HtmlTag, depth: number): void {
    const inner = this.#inner(element.children, depth);
    const core = inner.trim();
    const target = attribute(element, 'href')?.trim() ?? '';
    if (core === '' || core.includes('\n') || !/^https?:\/\/[^\s<>]+$/i.test(target)) this.#append(inner);
    else {
      const href = target.replace(/\(/g, '%28').replace(/\)/g, '%29');
      const isBare = core.replace(/\\/g, '') === target;
      this.#append(inner.replace(core, () => (isBare ? `<${target}>` : `[${core}](${href})`)));
    }
  }

  #joinsWord(inner: string, next: HtmlNode | undefined): boolean {
    const before = this.#last;
    const after = next ? (isText(next) ? next.data : isTag(next) ? textWithin(next) : '')[0] : '';
    return (
      (WORD.test(before) && WORD.test(inner[0] ?? '')) ||
      (WORD.test(after ?? '') && WORD.test(inner.at(-1) ?? ''))
    );
  }
}

function collapse(text: string): string {
  return text.replace(/[\u00ad\u200b\ufeff]/g, '').replace(/[\s\u00a0]+/g, ' ');
}

/** Escapes characters that would become emphasis, code, a link, a tag or an entity; leaves everything else readable. */
export function escapeInline(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])|[`]|\](?=[([:])|<(?=[A-Za-z/!?])|~~/g, '\\$&')
    .replace(/&(?=#?\w{1,12};)/g, '&amp;')
    .replace(/(?<!\s)\*|\*(?!\s|$)/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}]|$)/gu, '\\_');
}

/** Escapes characters that would begin a heading, list, quote, rule, table or fence at the start of a line. */
export function escapeLineStart(text: string): string {
  return text
    .replace(/^(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|={2,}$|-{2,}$|~{3,}|\|)/gm, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2');
}
