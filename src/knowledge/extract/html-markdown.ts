// HTML elements to Markdown blocks: headings, paragraphs, lists, tables, code, quotes. Inline markup is in
// `html-inline.ts`.
import { escapeInline, escapeLineStart, inlineMarkdown } from './html-inline.ts';
import { emptyCells, MOST_EMPTY } from './tables.ts';
import {
  type HtmlElement,
  type HtmlNode,
  type HtmlTag,
  attribute,
  elementsOf,
  isTag,
  isText,
  textWithin,
} from './html-nodes.ts';

/** Deeper nesting is read as plain text, because indentation and the call stack are limited. */
const DEEPEST = 60;

/**
 * Maximum characters indented by all lists and quotes, counted at each level: three seconds. Five levels of a page of
 * 20 MB stay below it; the rest is written without its marks.
 */
const MOST_INDENTED = 100_000_000;

/** Elements that start a block. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol optgroup p pre search section summary table ' +
    'tbody td tfoot th thead tr ul caption'
  ).split(' '),
);

/** Converts the content of `root` to Markdown, in time linear in its size, whatever its shape. */
export function toMarkdown(root: HtmlElement): string {
  return new Converter(root).blocks(root.children, 0).join('\n\n').trim();
}

class Converter {
  /** Elements with a block somewhere below them: among these, inline ones are only containers. */
  readonly #holders = new Set<HtmlElement>();
  #indented = 0;
  #emptyCells = MOST_EMPTY;

  constructor(root: HtmlElement) {
    for (const element of elementsOf(root)) {
      if (!BLOCKS.has(element.name)) continue;
      for (let up = element.parent as HtmlElement | null; up && !this.#holders.has(up);) {
        this.#holders.add(up);
        up = up.parent as HtmlElement | null;
      }
    }
  }

  blocks(nodes: HtmlNode[], depth: number): string[] {
    const blocks: string[] = [];
    let run: HtmlNode[] = [];
    const flush = (): void => {
      const text = run.length > 0 ? escapeLineStart(inlineMarkdown(run)) : '';
      if (text !== '') blocks.push(text);
      run = [];
    };
    for (const node of nodes) {
      if (isText(node) || (isTag(node) && !BLOCKS.has(node.name) && !this.#holders.has(node))) run.push(node);
      else if (isTag(node)) {
        flush();
        for (const block of this.#block(node, depth)) blocks.push(block);
      }
    }
    flush();
    return blocks;
  }

  #block(element: HtmlTag, depth: number): string[] {
    if (depth > DEEPEST) {
      const text = textWithin(element).replace(/\s+/g, ' ').trim();
      return text === '' ? [] : [escapeLineStart(escapeInline(text))];
    }
    switch (element.name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6': {
        const text = inlineMarkdown(element.children, { plain: true }).replace(/\s*\n\s*/g, ' ');
        return text === '' ? [] : [`${'#'.repeat(Number(element.name[1]))} ${text}`];
      }
      case 'hr':
        return ['---'];
      case 'pre':
        return codeBlock(element);
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return this.#list(element, depth);
      case 'blockquote':
        return this.#quote(element, depth);
      case 'table':
        return this.#table(element, depth);
      case 'dt': {
        if (this.#holders.has(element)) return this.blocks(element.children, depth + 1);
        const term = inlineMarkdown(element.children, { plain: true });
        return term === '' ? [] : [`**${term}**`];
      }
      default:
        return this.blocks(element.children, depth + 1);
    }
  }

  /** A quote with only code or tables is meant as indentation. */
  #quote(element: HtmlTag, depth: number): string[] {
    const blocks = this.blocks(element.children, depth + 1);
    if (blocks.every((block) => /^(?:```|\| )/.test(block)) || !this.#mayIndent(blocks)) return blocks;
    return [
      blocks
        .join('\n\n')
        .replace(/^(?=.)/gm, '> ')
        .replace(/^$/gm, '>'),
    ];
  }

  #mayIndent(blocks: string[]): boolean {
    for (const { length } of blocks) this.#indented += length;
    return this.#indented <= MOST_INDENTED;
  }

  #list(list: HtmlTag, depth: number): string[] {
    const items: string[] = [];
    let number = Number.parseInt(attribute(list, 'start') ?? '1', 10) || 1;
    let loose = false;
    for (const node of list.children) {
      const isItem = isTag(node) && node.name === 'li';
      const blocks = isItem ? this.blocks(node.children, depth + 1) : this.blocks([node], depth + 1);
      if (blocks.length === 0) continue;
      if (!this.#mayIndent(blocks)) {
        items.push(blocks.join('\n\n'));
        continue;
      }
      const marker = list.name === 'ol' ? `${number++}. ` : '- ';
      const indent = ' '.repeat(marker.length);
      // A list right below the first line of its item belongs to it; other blocks need an empty line.
      let content = '';
      blocks.forEach((block, i) => {
        const tight = i === 1 && /^(?:- |\d+\. )/.test(block) && !blocks[0]!.includes('\n\n');
        content += i === 0 ? block : (tight ? '\n' : '\n\n') + block;
        if (i > 0 && !tight) loose = true;
      });
      items.push(marker + content.replace(/\n(?=[^\n])/g, `\n${indent}`));
    }
    return items.length === 0 ? [] : [items.join(loose ? '\n\n' : '\n')];
  }

  #table(table: HtmlTag, depth: number): string[] {
    const rows = rowsOf(table);
    const cells = rows.map((row) => row.children.filter((node) => isTag(node) && isCell(node)) as HtmlTag[]);
    const width = cells.reduce((most, { length }) => Math.max(most, length), 0);
    // Layout tables: one column, one row, whole sections in the cells, or text beside them.
    const forLayout =
      width < 2 ||
      rows.length < 2 ||
      hasTextBesideCells(table) ||
      cells.flat().some((cell) => this.#holdsSections(cell));
    if (forLayout) return this.blocks(table.children, depth + 1);
    const caption = this.#captions(table, depth);
    const empty = emptyCells(cells, width);
    const fits = empty <= this.#emptyCells;
    if (fits) this.#emptyCells -= empty;
    const filled = (row: string[]): string[] =>
      fits ? Array.from({ length: width }, (_, i) => row[i] ?? '') : row;
    const lines = cells
      .map((row) => row.map((cell) => this.#cell(cell, depth)))
      .filter((row) => row.some((cell) => cell !== ''))
      .map((row) => `| ${filled(row).join(' | ')} |`);
    if (lines.length === 0) return caption;
    const hasHead = cells[0]?.every((cell) => cell.name === 'th') ?? false;
    const rule = `|${' --- |'.repeat(width)}`;
    const head = hasHead ? lines.splice(0, 1)[0]! : `|${'  |'.repeat(width)}`;
    return [...caption, [head, rule, ...lines].join('\n')];
  }

  #captions(table: HtmlTag, depth: number): string[] {
    return table.children.flatMap((node) =>
      isTag(node) && node.name === 'caption' ? this.blocks(node.children, depth + 1) : [],
    );
  }

  #cell(cell: HtmlTag, depth: number): string {
    const content = this.#holders.has(cell)
      ? this.blocks(cell.children, depth + 1).join(' ')
      : inlineMarkdown(cell.children);
    return content
      .replace(/\s*\n\s*/g, ' ')
      .replace(/(?<!\\)\|/g, '\\|')
      .trim();
  }

  #holdsSections(cell: HtmlTag): boolean {
    if (!this.#holders.has(cell)) return false;
    for (const { name } of elementsOf(cell)) {
      if (['table', 'pre', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'dl', 'blockquote'].includes(name))
        return true;
    }
    return false;
  }
}

function isCell({ name }: HtmlTag): boolean {
  return name === 'td' || name === 'th';
}

/** Returns the rows of this table, not those of a nested one. */
function rowsOf(table: HtmlTag): HtmlTag[] {
  const rows: HtmlTag[] = [];
  for (const element of elementsOf(table, ({ name }) => name !== 'tr' && name !== 'table')) {
    if (element.name === 'tr') rows.push(element);
  }
  return rows;
}

const TABLE_PARTS = new Set(['thead', 'tbody', 'tfoot', 'tr']);
const TABLE_CONTENT = new Set(['td', 'th', 'caption', 'colgroup', 'col']);

function hasTextBesideCells(table: HtmlTag): boolean {
  return table.children.some((node) =>
    isTag(node)
      ? !TABLE_CONTENT.has(node.name) && (!TABLE_PARTS.has(node.name) || hasTextBesideCells(node))
      : isText(node) && node.data.trim() !== '',
  );
}

function codeBlock(pre: HtmlTag): string[] {
  const code = linesWithin(pre).replace(/^\n/, '').trimEnd();
  if (code === '') return [];
  const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${languageOf(pre)}\n${code}\n${fence}`];
}

/** Elements in which tools put each line of code separately, without a line feed. */
const LINES = new Set(['div', 'p', 'li', 'tr']);

function linesWithin(pre: HtmlTag): string {
  let text = '';
  let last = '\n';
  const append = (more: string): void => {
    if (more === '') return;
    text += more;
    last = more.at(-1)!;
  };
  const stack: HtmlNode[] = [...pre.children].reverse();
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (isText(node)) append(node.data);
    else if (isTag(node) && node.name !== 'script' && node.name !== 'style') {
      if (node.name === 'br' || (LINES.has(node.name) && last !== '\n')) append('\n');
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
    }
  }
  return text;
}

/**
 * Levels around the code at which its language is looked for: Material for MkDocs puts a table with line numbers in
 * between.
 */
const LEVELS_AROUND = 6;
const LANGUAGE = /(?:^|\s)(?:language|lang|highlight|highlight-source)-([\w+#-]+)/;
const AROUND_CODE = /^(?:div|figure|table|tbody|tr|td)$/;

function languageOf(pre: HtmlTag): string {
  const first = pre.children.find((node) => isTag(node)) as HtmlTag | undefined;
  const said = (element: HtmlElement | undefined): string | undefined =>
    LANGUAGE.exec((element && attribute(element, 'class')) ?? '')?.[1];
  let found = said(pre) ?? said(first) ?? /^[\w+#-]+$/.exec(attribute(pre, 'data-language') ?? '')?.[0];
  let around = pre.parent as HtmlElement | null;
  for (let level = 0; !found && around && level < LEVELS_AROUND; level++) {
    if (!AROUND_CODE.test(around.name ?? '')) break;
    found = said(around);
    around = around.parent as HtmlElement | null;
  }
  return found ?? '';
}
