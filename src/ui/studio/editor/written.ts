// The code editor's languages: tokens and folding.
import { foldService, StreamLanguage } from '@codemirror/language';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import type { EditorState, Extension } from '@codemirror/state';

/** Language of a text. */
export type Written = 'lua' | 'json' | 'plain';

/** The mode treats `goto` as a name. */
const luaLanguage = StreamLanguage.define<unknown>({
  ...lua,
  token(stream, state) {
    const style = lua.token(stream, state);
    return style === 'variable' && stream.current() === 'goto' ? 'keyword' : style;
  },
});

/** The JavaScript mode would do, but is ten times as large. */
const jsonLanguage = StreamLanguage.define<unknown>({
  name: 'json',
  token(stream) {
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/))
      return stream.match(/^\s*:/, false) ? 'variableName.definition' : 'string';
    if (stream.match(/^-?\d[\d.eE+-]*/)) return 'number';
    if (stream.match(/^(?:true|false|null)\b/)) return 'atom';
    stream.next();
    return null;
  },
});

/** Neither mode knows blocks: lines indented deeper than the first one, including blank lines in between, fold. */
function foldAt(state: EditorState, start: number): { from: number; to: number } | null {
  const first = state.doc.lineAt(start);
  const depth = indentOf(first.text);
  if (depth === undefined) return null;
  let end = first.to;
  for (let number = first.number + 1; number <= state.doc.lines; number += 1) {
    const line = state.doc.line(number);
    const inner = indentOf(line.text);
    if (inner === undefined) continue;
    if (inner <= depth) break;
    end = line.to;
  }
  return end > first.to ? { from: first.to, to: end } : null;
}

/** Undefined for a blank line. */
function indentOf(text: string): number | undefined {
  const at = text.search(/\S/);
  return at < 0 ? undefined : at;
}

const folds = foldService.of((state, start) => foldAt(state, start));

export const languages: Record<Written, Extension> = {
  lua: [luaLanguage, folds],
  json: [jsonLanguage, folds],
  plain: [],
};
