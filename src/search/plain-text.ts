// Converts Markdown to one line of plain text: the words without marks and without headings, which a result shows
// separately. For snippets only; the conversion is one-way.

/** Fences can be inside lists and quotes. */
const FENCE = /^[>\s]{0,16}(?:[-*+] +|\d{1,3}[.)] +)?(`{3,}(?!.*`)|~{3,})/;
const HEADING = /^ {0,3}#{1,6}([ \t].*)?$/;
const UNDERLINE = /^ {0,3}(=+|-{2,})\s*$/;
const RULE = /^ {0,3}([-*_=] ?){3,}$/;
const ITEM = /^([-*+]|\d{1,3}[.)]) /;
const LIST_OR_QUOTE = /^([-*+>|]|\d{1,3}[.)])/;
/** A longer line before an underline is a paragraph. */
const LONGEST_TITLE = 400;

/** Separates paragraphs, list items and table rows that would otherwise read as one sentence. */
export const BETWEEN_BLOCKS = ' · ';
const BETWEEN_CELLS = ' – ';

/** Plain text is returned on one line. Headings are included only when there is nothing else. */
export function plainText(markdown: string): string {
  const { headings, blocks } = blocksOf(markdown.split(/\r?\n/));
  return inOneLine(blocks.length > 0 ? blocks : headings);
}

function blocksOf(lines: readonly string[]): { headings: string[]; blocks: string[] } {
  const headings: string[] = [];
  const blocks: string[] = [];
  let open: string[] = [];
  const close = (to = blocks): void => {
    const block = open.map(tidied).filter(Boolean).join(' ');
    if (block !== '') to.push(block);
    open = [];
  };
  let fence = startsInCode(lines) ? '`' : '';
  let inTable = false;
  lines.forEach((line, i) => {
    const mark = FENCE.exec(line)?.[1];
    if (mark && (fence === '' || (mark.startsWith(fence) && isBareFence(line)))) {
      fence = fence === '' ? mark : '';
      return close();
    }
    if (fence !== '') return void open.push(line);

    const text = tidied(line);
    const single = open.length === 1 && !LIST_OR_QUOTE.test(tidied(lines[i - 1]!));
    const isTitle = single && open[0]!.length <= LONGEST_TITLE && UNDERLINE.test(line);
    inTable = text.includes('|') && (inTable || text.startsWith('|') || isTableRule(lines[i + 1] ?? ''));
    if (HEADING.test(line)) {
      close();
      open.push(withoutSigns(text.replace(/^#+ ?/, '').replace(/(^| )#+$/, '')));
      close(headings);
    } else if (isTitle) close(headings);
    else if (text === '' || RULE.test(line) || isTableRule(line)) close();
    else {
      if (inTable || ITEM.test(text)) close();
      open.push(inTable ? rowText(text) : lineText(text));
      if (inTable) close();
    }
  });
  close();
  return { headings, blocks };
}

function inOneLine(blocks: readonly string[]): string {
  return blocks.reduce((text, block) => (text === '' ? block : text + between(text, block) + block), '');
}

/**
 * A blank is enough after the end of a sentence. A full stop ends one only before a capital, or in a script without
 * capitals.
 */
function between(text: string, next: string): string {
  const end = /([.!?:。！？：])["')\]”’»]*$/.exec(text.slice(-8))?.[1];
  const ended = end === '.' ? /^\P{L}*[\p{Lu}\p{Lo}]/u.test(next) : end !== undefined;
  return ended ? ' ' : BETWEEN_BLOCKS;
}

/** Tells whether the passage was cut out of a long code block: then an apparent closing fence names a language. */
function startsInCode(lines: readonly string[]): boolean {
  const fences = lines.filter((line) => FENCE.test(line)).map(isBareFence);
  return fences[0] === true && fences.some((bare, i) => i % 2 === 1 && !bare);
}

function isBareFence(line: string): boolean {
  return /^[>\s]*[`~]+\s*$/.test(line);
}

function isTableRule(line: string): boolean {
  return line.includes('--') && line.includes('|') && /^[\s|:-]+$/.test(line);
}

function tidied(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}

function lineText(text: string): string {
  return withoutSigns(
    text
      .replace(/^(> ?)+/, '')
      .replace(/^#{1,6} (.*?)( #+)?$/, '$1')
      .replace(/^([-*+]|\d{1,3}[.)]) (\[[ xX]\] )?/, ''),
  );
}

function rowText(text: string): string {
  return text
    .split(/(?<!\\)\|/)
    .map((cell) => withoutSigns(cell.trim()))
    .filter(Boolean)
    .join(BETWEEN_CELLS);
}

/** Escaped marks and those in code are moved to the private use area temporarily. */
const ESCAPED = 0xe000;
const CODE = 0xe100;
const MOST_CODE = 0x1000;

function withoutSigns(line: string): string {
  const code: string[] = [];
  return line
    .replace(/[\ue000-\uf8ff]/g, '')
    .replace(/(?<![`\\])(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, (span: string, _: string, inside: string) =>
      code.length < MOST_CODE ? String.fromCharCode(CODE + code.push(inside) - 1) : span,
    )
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, (_, sign: string) =>
      String.fromCharCode(ESCAPED + sign.charCodeAt(0)),
    )
    .replace(/!?\[([^\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+["'][^)]*["'])?\)/g, '$1')
    .replace(/!?\[([^\]]+)\]\[[^\]]*\]/g, '$1')
    .replace(/<((?:https?|mailto):[^>\s]+)>/g, '$1')
    .replace(/<!--.*?-->|<\/?[a-zA-Z][^<>]*>/g, ' ')
    .replace(/(\*{1,3}|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/[\ue000-\ue07f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - ESCAPED))
    .replace(/[\ue100-\uf0ff]/g, (sign) => code[sign.charCodeAt(0) - CODE]!);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };
