// Splits a body into headings, code fences and other runs of lines, with their positions. One pass, lines of any
// length.
import { headingText } from './headings.ts';

/** `body.slice(start, end)`, without surrounding blank lines. */
export interface Block {
  kind: 'heading' | 'code' | 'text';
  start: number;
  end: number;
  /** Of a heading: level 1 to 6, and its text. */
  level?: number;
  title?: string;
}

/** The first characters decide the kind of a line. */
const LOOK = 400;
/** Fences can be inside lists and quotes. */
const FENCE = /^[>\s]{0,16}(?:[-*+] +|\d+[.)] +)?(`{3,}(?!.*`)|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s;
const UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/;
const LIST_OR_QUOTE = /^\s*(?:[-*+>|]|\d+[.)])/;

/**
 * Yields the blocks of a Markdown body; for plain text (`markdown` false) only its paragraphs.
 * @param inCode it begins within a code block
 */
export function* blocksOf(body: string, markdown: boolean, inCode = false): Generator<Block> {
  let text: { start: number; end: number; lines: number } | undefined;
  /** Of a fence above the body, only its sign is not known: any closes it. */
  let fence: { start: number; mark: string } | undefined = inCode ? { start: 0, mark: '' } : undefined;
  let end: number;
  for (let start = 0; start < body.length; start = end + 1) {
    end = body.indexOf('\n', start);
    if (end < 0) end = body.length;
    const line = body.slice(start, Math.min(end, start + LOOK));
    const mark = markdown ? FENCE.exec(line)?.[1] : undefined;
    if (fence) {
      if (!mark?.startsWith(fence.mark) || !line.trim().endsWith(mark)) continue;
      yield { kind: 'code', start: fence.start, end };
      fence = undefined;
      continue;
    }
    if (line.trim() === '' && (end - start <= LOOK || body.slice(start, end).trim() === '')) {
      if (text) yield { kind: 'text', start: text.start, end: text.end };
      text = undefined;
      continue;
    }
    const atx = markdown ? HEADING.exec(line) : null;
    if (mark || atx) {
      if (text) yield { kind: 'text', start: text.start, end: text.end };
      text = undefined;
    }
    if (mark) fence = { start, mark };
    else if (atx) yield heading(start, end, atx[1]!.length, atx[2] ?? '');
    else if (markdown && text?.lines === 1 && UNDERLINE.test(line) && canBeTitle(body, text)) {
      yield heading(text.start, end, line.includes('=') ? 1 : 2, body.slice(text.start, text.end));
      text = undefined;
    } else {
      text ??= { start, end, lines: 0 };
      text.end = end;
      text.lines++;
    }
  }
  if (fence) yield { kind: 'code', start: fence.start, end: body.length };
  if (text) yield { kind: 'text', start: text.start, end: text.end };
}

function canBeTitle(body: string, { start, end }: { start: number; end: number }): boolean {
  return end - start <= LOOK && !LIST_OR_QUOTE.test(body.slice(start, end));
}

function heading(start: number, end: number, level: number, marked: string): Block {
  return { kind: 'heading', start, end, level, title: headingText(marked) };
}
