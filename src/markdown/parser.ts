// Parses Markdown to tokens: CommonMark with tables, strikethrough, task lists, footnotes, formulas and bare links,
// in linear time.
//
// - Safety is decided elsewhere: the app sanitises the HTML, the widget creates elements from an allowlist.
import createMarkdownIt, { type MarkdownIt, type StateBlock, type StateCore, type Token } from 'markdown-it';
import { lineOf } from './block-line.ts';
import { boundQuotes } from './bounded-quotes.ts';
import { readFootnotes } from './footnotes.ts';
import { readFormulas } from './formulas.ts';

/** Maximum nesting of lists and quotes; an item takes two levels. Deeper text becomes a paragraph, so no word is lost. */
const DEEPEST = 40;
/** Maximum columns of a table. Wider ones are shown as text, because browsers lay out tables in quadratic time. */
const MOST_COLUMNS = 200;
/** Missing cells before a table counts as empty. Two bytes can create a row of them. */
const EMPTY_CELLS = 2000;
/** Number of rows examined for that. */
const ROWS_COUNTED = 500;

export type MarkdownToken = Token;

export interface ReadingOptions {
  /** `[1]` is a citation, even if the text contains a definition `[1]: address`. */
  areNumbersSources?: boolean;
}

let parser: MarkdownIt | undefined;

export function markdownParser(): MarkdownIt {
  parser ??= createParser();
  return parser;
}

/** @returns block tokens. Those of type `inline` hold the tokens of their text. */
export function parseMarkdown(text: string, options: ReadingOptions = {}): MarkdownToken[] {
  return markdownParser().parse(text, { ...options });
}

function createParser(): MarkdownIt {
  const markdown = createMarkdownIt({ html: true, linkify: true });
  // Names such as README.md are not addresses.
  markdown.linkify.set({ fuzzyLink: false }).add('www.', {
    validate: (text, from) => wwwLength(text, from),
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  // Links are checked when they become nodes.
  markdown.validateLink = () => true;
  boundQuotes(markdown);
  readFormulas(markdown);
  readFootnotes(markdown);
  markdown.block.ruler.before('table', 'deepest', deepestParagraph);
  markdown.block.ruler.before('table', 'unwieldy-table', unwieldyTable, { alt: ['paragraph', 'reference'] });
  markdown.core.ruler.after('block', 'sources', forgetNumbers);
  markdown.core.ruler.push('cells', alignCells);
  markdown.core.ruler.push('tasks', markTasks);
  const image = ({ attrs, content }: Token): string => {
    const href = String(attrs?.find(([name]) => name === 'src')?.[1] ?? '');
    return `<a href="${escapeHtml(href)}">${escapeHtml(content || href)}</a>`;
  };
  // An image would be fetched from any address in the text; a link waits for a click.
  markdown.renderer.rules['image'] = (tokens, index) => image(tokens[index]!);
  return markdown;
}

const WWW = /[^\s<]+/y;

function wwwLength(text: string, from: number): number {
  WWW.lastIndex = from;
  return WWW.exec(text)?.[0].replace(/[?!.,:*_~'")\]]+$/, '').length ?? 0;
}

function deepestParagraph(state: StateBlock, from: number, to: number, silent: boolean): boolean {
  if (silent || state.level < DEEPEST) return false;
  const content = state.getLines(from, to, state.blkIndent, false).trim();
  state.line = to;
  state.push('paragraph_open', 'p', 1).map = [from, to];
  const inline = state.push('inline', '', 0);
  Object.assign(inline, { content, map: [from, to], children: [] });
  state.push('paragraph_close', 'p', -1);
  return true;
}

const DELIMITERS = /^[-:|\s]*\|[-:|\s]*$/;

/** Shows a table as text if it is too wide, or has far more cells than text. */
function unwieldyTable(state: StateBlock, from: number, to: number, silent: boolean): boolean {
  if (from + 1 >= to || !DELIMITERS.test(lineOf(state, from + 1))) return false;
  const columns = lineOf(state, from + 1).split('|').length;
  let [cells, characters, line] = [0, 0, from];
  for (; line < Math.min(to, from + ROWS_COUNTED) && !state.isEmpty(line); line++) {
    cells += columns;
    characters += lineOf(state, line).length;
  }
  if (columns <= MOST_COLUMNS && cells <= characters + EMPTY_CELLS) return false;
  if (silent) return true;
  while (line < to && !state.isEmpty(line)) line++;
  state.line = line;
  const content = state.getLines(from, line, state.blkIndent, true);
  Object.assign(state.push('code_block', 'code', 0), { content, map: [from, line] });
  return true;
}

/** Sets the alignment of cells with an attribute instead of a style. */
function alignCells({ tokens }: StateCore): void {
  for (const token of tokens) {
    const style = token.type === 'th_open' || token.type === 'td_open' ? token.attrGet('style') : null;
    if (style !== null) token.attrs = [['align', String(style).replace('text-align:', '')]];
  }
}

function forgetNumbers({ env }: StateCore): void {
  if (!env['areNumbersSources']) return;
  for (const label of Object.keys(env.references ?? {}))
    if (/^\d{1,3}$/.test(label)) delete env.references![label];
}

const TASK = /^\[([ xX])\](?=\s)/;

function markTasks({ tokens }: StateCore): void {
  tokens.forEach(({ type, children }, index) => {
    if (type !== 'inline' || tokens[index - 2]?.type !== 'list_item_open') return;
    const [first] = children ?? [];
    if (first?.type !== 'text') return;
    first.content = first.content.replace(TASK, (_, mark: string) => (mark === ' ' ? '☐' : '☑'));
  });
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
