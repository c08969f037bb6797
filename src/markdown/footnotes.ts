// Footnotes in Markdown: `[^name]` in the text and `[^name]: …` for the note.
//
// - A note stays where it was written, and a reference stays plain text until its note is found, because a long text
//   is parsed in independent parts. `ui/components/footnotes.ts` numbers them.
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { lineOf } from './block-line.ts';

const DEFINITION = /^\[\^([^\s[\]^]{1,60})\]:[ \t]*/;
const REFERENCE = /\[\^([^\s[\]^]{1,60})\]/y;

export function readFootnotes({ block, inline, renderer }: MarkdownIt): void {
  block.ruler.before('reference', 'note', noteBlock, { alt: ['paragraph', 'reference'] });
  inline.ruler.before('link', 'note', noteReference);
  renderer.rules['note_ref'] = (tokens, index) =>
    `<note-ref>${tokens[index]!.content.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</note-ref>`;
}

function noteBlock(state: StateBlock, from: number, to: number, silent: boolean): boolean {
  const [opening, name] = DEFINITION.exec(lineOf(state, from)) ?? [];
  if (opening === undefined || name === undefined || state.sCount[from]! - state.blkIndent >= 4) return false;
  if (silent) return true;
  Object.assign(state.push('note_open', 'note-text', 1), { attrs: [['start', name]], map: [from, from + 1] });
  let line = from;
  while (line < to) {
    const end = paragraphEnd(state, line, to);
    const content = state.getLines(line, end, state.blkIndent, false).trim();
    pushParagraph(state, line === from ? content.slice(opening.length).trim() : content, [line, end]);
    line = end;
    const next = nextLine(state, end, to);
    if (next === to || next === end || state.sCount[next]! - state.blkIndent < 2) break;
    line = next;
  }
  state.push('note_close', 'note-text', -1);
  state.line = line;
  return true;
}

function pushParagraph(state: StateBlock, content: string, map: [number, number]): void {
  state.push('paragraph_open', 'p', 1).map = map;
  Object.assign(state.push('inline', '', 0), { content, map, children: [] });
  state.push('paragraph_close', 'p', -1);
}

/** Finds the end of a note's paragraph: an empty line, or the start of another block. */
function paragraphEnd(state: StateBlock, from: number, to: number): number {
  const enders = state.md.block.ruler.getRules('reference');
  let line = from + 1;
  while (line < to && !state.isEmpty(line) && !enders.some((ends) => ends(state, line, to, true))) line++;
  return line;
}

function nextLine(state: StateBlock, from: number, to: number): number {
  let line = from;
  while (line < to && state.isEmpty(line)) line++;
  return line;
}

function noteReference(state: StateInline, silent: boolean): boolean {
  REFERENCE.lastIndex = state.pos;
  const [reference] = (state.src[state.pos] === '[' && REFERENCE.exec(state.src)) || [];
  if (reference === undefined) return false;
  if (!silent) state.push('note_ref', '', 0).content = reference;
  state.pos += reference.length;
  return true;
}
