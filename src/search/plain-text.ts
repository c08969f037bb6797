// Markdown as a reader would hear it: the words without the signs. For snippets only: it never has to be turned back.

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const TABLE_RULE = /^[\s|:-]*-{2,}[\s|:-]*$/;
const RULE_OR_UNDERLINE = /^ {0,3}([-*_=] ?){3,}$/;

/** One line for each heading, paragraph line, list item, table row or line of code. Plain text comes out as it is. */
export function plainText(markdown: string): string {
  const lines = markdown.split(/\r?\n/);
  const plain: string[] = [];
  let fence = startsInCode(lines) ? '`' : '';
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && (fence === '' || (mark.startsWith(fence) && line.trim() === mark))) {
      fence = fence === '' ? mark : '';
    } else {
      plain.push(fence === '' ? plainLine(line) : line);
    }
  }
  return plain
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** A passage may be cut out of a long piece of code: then what looks like a fence's end names a language. */
function startsInCode(lines: readonly string[]): boolean {
  const fences = lines.filter((line) => FENCE.test(line)).map((line) => /^\s*[`~]+\s*$/.test(line));
  return fences[0] === true && fences.some((bare, i) => i % 2 === 1 && !bare);
}

function plainLine(line: string): string {
  if (TABLE_RULE.test(line) || RULE_OR_UNDERLINE.test(line)) return '';
  const text = line
    .replace(/^\s*(>\s?)+/, '')
    .replace(/^\s*#{1,6}\s+(.*?)(\s+#+)?\s*$/, '$1')
    .replace(/^\s*([-*+]|\d{1,3}[.)])\s+(\[[ xX]\]\s+)?/, '');
  const cells = text.trim().startsWith('|') ? text.replace(/^\s*\||\|\s*$/g, '').replace(/\|/g, ' · ') : text;
  return withoutSigns(cells);
}

/** Signs that mean nothing, escaped ones and those in code, wait in the private use area meanwhile. */
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
