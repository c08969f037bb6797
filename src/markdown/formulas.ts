// Formulas in Markdown: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`, distinguished from prices and escaped brackets in linear
// time.
//
// - A token `formula` holds its source with the delimiters, so it can always be shown as text.
// - The app and the widget typeset formulas; this file does not.
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { lineOf } from './block-line.ts';

/** Maximum length of a formula, in characters; longer ones stay text. */
const LONGEST = 4000;
/** Maximum lines of a formula. */
const MOST_LINES = 100;

const DELIMITERS = [
  { open: '$$', close: '$$', isBlock: true },
  { open: '$', close: '$', isBlock: false },
  { open: '\\(', close: '\\)', isBlock: false },
  { open: '\\[', close: '\\]', isBlock: true },
] as const;

type Delimiters = (typeof DELIMITERS)[number];

export interface Formula {
  tex: string;
  /** It has a line of its own. */
  isBlock: boolean;
}

/** @param source with its delimiters */
export function formulaOf(source: string): Formula | undefined {
  const found = DELIMITERS.find(({ open }) => source.startsWith(open));
  if (!found?.close || !source.endsWith(found.close)) return undefined;
  return { tex: source.slice(found.open.length, -found.close.length).trim(), isBlock: found.isBlock };
}

export function readFormulas({ block, inline, renderer }: MarkdownIt): void {
  inline.ruler.before('escape', 'formula', inlineFormula);
  block.ruler.before('reference', 'formula', blockFormula, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  renderer.rules['formula'] = (tokens, index) => {
    const { tag, content } = tokens[index]!;
    return `<${tag}>${content.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</${tag}>`;
  };
}

function inlineFormula(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const delimiters = delimitersAt(src, pos);
  if (!delimiters) return false;
  const end = endOf(src, pos, posMax, delimiters);
  if (end === undefined) return false;
  if (!silent) addToken(state, src.slice(pos, end), delimiters);
  state.pos = end;
  return true;
}

function blockFormula(state: StateBlock, from: number, to: number, silent: boolean): boolean {
  const first = lineOf(state, from);
  const delimiters = delimitersAt(first, 0);
  if (!delimiters?.isBlock || state.sCount[from]! - state.blkIndent >= 4) return false;
  const { open, close } = delimiters;
  for (let line = from; line < Math.min(to, from + MOST_LINES); line++) {
    const text = line === from ? first.slice(open.length) : lineOf(state, line);
    const isOutside = line > from && !state.isEmpty(line) && state.sCount[line]! < state.blkIndent;
    const at = text.indexOf(close);
    if (isOutside || (at > 0 && text.slice(at + close.length).trim() !== '')) return false;
    if (at < 0 || (line === from && text.slice(0, at).trim() === '')) {
      if (line > from && text.startsWith(open)) return false;
      continue;
    }
    const source = state.getLines(from, line + 1, state.blkIndent, false).trim();
    const { tex } = formulaOf(source) ?? { tex: '' };
    if (source.length > LONGEST || tex === '' || !isFormula(tex, delimiters)) return false;
    if (silent) return true;
    addToken(state, source, delimiters).map = [from, line + 1];
    state.line = line + 1;
    return true;
  }
  return false;
}

function addToken(
  state: StateBlock | StateInline,
  content: string,
  { isBlock }: Delimiters,
): ReturnType<StateInline['push']> {
  return Object.assign(state.push('formula', isBlock ? 'tex-block' : 'tex-inline', 0), { content });
}

function delimitersAt(text: string, at: number): Delimiters | undefined {
  const sign = text[at];
  if (sign !== '$' && sign !== '\\') return undefined;
  return DELIMITERS.find(({ open }) => text.startsWith(open, at));
}

/** Returns the end of the formula that starts at `start`, with its delimiters. */
function endOf(text: string, start: number, max: number, delimiters: Delimiters): number | undefined {
  const { open, close } = delimiters;
  const from = start + open.length;
  const at = closeOf(text, from, Math.min(max, from + LONGEST), delimiters);
  if (at === undefined) return undefined;
  const tex = text.slice(from, at);
  if (tex.trim() === '' || !isFormula(tex, delimiters)) return undefined;
  const end = at + close.length;
  if (open === '$' && !standsApart(text[start - 1], tex, text[end])) return undefined;
  return end;
}

/** Returns the next delimiter, since a formula contains none. */
function closeOf(text: string, from: number, to: number, { open, close }: Delimiters): number | undefined {
  for (let at = from; at < to; at++) {
    if (text.startsWith(close, at)) return at;
    if (text.startsWith(open, at)) return undefined;
    if (text[at] === '\\') at++;
  }
  return undefined;
}

/** A dollar sign after a word, with a space on its inner side, or before a digit at the end, is money. */
function standsApart(before: string | undefined, tex: string, after: string | undefined): boolean {
  if (/^\s|\s$|`/.test(tex) || /[\p{L}\p{N}$]/u.test(before ?? '')) return false;
  if (/\d/.test(after ?? '')) return false;
  return !/\p{L}/u.test(after ?? '') || /^\p{L}$/u.test(tex) || HAS_SIGNS.test(tex);
}

const HAS_SIGNS = /[\\^_{}=<>+]/;
const WORDS = /\p{L}{2,}[^\p{L}]+(?:\p{L}[^\p{L}]+)*\p{L}{2,}|^\s*\d.*\p{L}{2,}/su;

function isFormula(tex: string, { open }: Delimiters): boolean {
  if (HAS_SIGNS.test(tex)) return true;
  // Escaped brackets are common in texts converted from web pages: `\[1\]`, `\[edit\]`, `\(see there\)`.
  if (open === '\\[') return false;
  if (open === '\\(') return !/\p{L}{3,}/u.test(tex);
  return !WORDS.test(tex);
}
