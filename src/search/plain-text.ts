// Markdown as a reader would hear it: the words without the signs. For snippets only: it never has to be turned back.

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const TABLE_RULE = /^[\s|:-]*-{2,}[\s|:-]*$/;
const RULE_OR_UNDERLINE = /^ {0,3}([-*_=] ?){3,}$/;

/** One line for each heading, paragraph line, list item, table row or line of code. Plain text comes out as it is. */
export function plainText(markdown: string): string {
  const lines: string[] = [];
  let fence = '';
  for (const line of markdown.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && (fence === '' || (mark.startsWith(fence) && line.trim() === mark))) {
      fence = fence === '' ? mark : '';
    } else {
      lines.push(fence === '' ? plainLine(line) : line);
    }
  }
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function plainLine(line: string): string {
  if (TABLE_RULE.test(line) || RULE_OR_UNDERLINE.test(line)) return '';
  const text = line
    .replace(/^\s*(>\s?)+/, '')
    .replace(/^\s*#{1,6}\s+(.*?)(\s+#+)?\s*$/, '$1')
    .replace(/^\s*([-*+]|\d{1,3}[.)])\s+(\[[ xX]\]\s+)?/, '');
  const cells = text.trim().startsWith('|') ? text.replace(/^\s*\||\|\s*$/g, '').replace(/\|/g, ' · ') : text;
  // Code between backticks is kept as it stands; odd pieces of the split are such code.
  return cells
    .split(/(?:(`+)(?!`))(.+?)(?<!`)\1(?!`)/)
    .map((piece, i) => (i % 3 === 0 ? plainInline(piece) : i % 3 === 2 ? piece : ''))
    .join('');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

function plainInline(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+["'][^)]*["'])?\)/g, '$1')
    .replace(/!?\[([^\]]+)\]\[[^\]]*\]/g, '$1')
    .replace(/<((?:https?|mailto):[^>\s]+)>/g, '$1')
    .replace(/<!--.*?-->|<\/?[a-zA-Z][^<>]*>/g, ' ')
    .replace(/(\*{1,3}|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!);
}
