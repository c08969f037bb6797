// The code editor: CodeMirror with Lua or JSON, in the colours of the theme. Loaded when a script is opened.
//
// - Tab indents; Esc, then Tab leaves the editor, as everywhere in CodeMirror.
// - Colours are custom properties, so that a change of theme needs no change here.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { json } from '@codemirror/legacy-modes/mode/javascript';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, Prec, StateEffect, StateField, type Extension, type Text } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type DecorationSet,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** How a text is written. */
export type Written = 'lua' | 'json' | 'plain';

export interface EditorOptions {
  text: string;
  written: Written;
  label: string;
  onchange: (text: string) => void;
  onsave: () => void;
  onrun: () => void;
}

/** Something found in the text. Lines and columns from 1; the end is just behind the last character. */
export interface Mark {
  severity: 'error' | 'warning';
  message: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface Editor {
  setText(text: string): void;
  /** Marks the line that an error speaks of (from 1) and brings it into view; undefined unmarks. */
  markLine(line: number | undefined): void;
  /** Underlines what was found. What lies outside the text is left out. */
  markProblems(marks: readonly Mark[]): void;
  /** Puts the cursor there, from 1, in view and in focus. */
  goTo(line: number, column: number): void;
  destroy(): void;
}

/** The mode takes `goto` for a name. */
const luaLanguage = StreamLanguage.define<unknown>({
  ...lua,
  token(stream, state) {
    const style = lua.token(stream, state);
    return style === 'variable' && stream.current() === 'goto' ? 'keyword' : style;
  },
});

const jsonLanguage = StreamLanguage.define<unknown>(json as typeof lua);

const languages: Record<Written, Extension> = { lua: luaLanguage, json: jsonLanguage, plain: [] };

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--link)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.standard(tags.variableName), tags.definition(tags.variableName)], fontWeight: '600' },
]);

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px', minWidth: '36px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklch, var(--hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklch, var(--link) 24%, transparent)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--moon-soft)' },
  '.cm-searchMatch.cm-searchMatch-selected': { outline: '1px solid var(--moon)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--moon-soft)' },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'color-mix(in oklch, var(--bad) 20%, transparent)',
  },
  '.cm-wrong': { backgroundColor: 'color-mix(in oklch, var(--bad) 14%, transparent)' },
  '.cm-error, .cm-warning': {
    textDecoration: 'underline wavy 1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-error': { textDecorationColor: 'var(--bad)' },
  '.cm-warning': { textDecorationColor: 'var(--warn)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 12px', fontFamily: 'var(--font)' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    marginRight: '12px',
    fontSize: '13px',
    whiteSpace: 'nowrap',
  },
  '.cm-panel.cm-search [name=close]': { padding: '4px 10px', fontSize: '16px', cursor: 'pointer' },
  '.cm-textfield': {
    width: 'auto',
    minHeight: '28px',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    fontSize: '13px',
  },
  '.cm-button': {
    minHeight: '28px',
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    fontSize: '13px',
  },
});

const setWrongLine = StateEffect.define<number | undefined>();
const wrongLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setWrongLine)) continue;
      const line = effect.value;
      if (line === undefined || line < 1 || line > transaction.state.doc.lines) return Decoration.none;
      const { from } = transaction.state.doc.line(line);
      return Decoration.set([Decoration.line({ class: 'cm-wrong' }).range(from)]);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const setProblems = StateEffect.define<readonly Mark[]>();
const problemMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setProblems)) return underlined(transaction.state.doc, effect.value);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function underlined(doc: Text, marks: readonly Mark[]): DecorationSet {
  const ranges = marks.flatMap(({ severity, message, line, column, endLine, endColumn }) => {
    const from = offsetOf(doc, line, column);
    const end = offsetOf(doc, endLine, endColumn);
    if (from === undefined || end === undefined) return [];
    // A place without width, such as the end of the text, is shown at the character before it.
    const [start, to] = end > from ? [from, end] : [Math.max(0, from - 1), from];
    if (start === to) return [];
    const mark = Decoration.mark({ class: `cm-${severity}`, attributes: { title: message } });
    return [mark.range(start, to)];
  });
  return Decoration.set(ranges, true);
}

function offsetOf(doc: Text, line: number, column: number): number | undefined {
  if (line < 1 || line > doc.lines) return undefined;
  const { from, to } = doc.line(line);
  return Math.min(from + Math.max(0, column - 1), to);
}

/** The search panel in the words of the app. */
const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Pattern',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
};

export function createEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const { text, label, written, onchange, onsave, onrun } = options;
  const commands = [
    { key: 'Mod-s', preventDefault: true, run: () => (onsave(), true) },
    { key: 'Mod-Enter', preventDefault: true, run: () => (onrun(), true) },
  ];
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of(commands)),
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        drawSelection(),
        history(),
        indentOnInput(),
        indentUnit.of('  '),
        bracketMatching(),
        search({ top: true }),
        EditorState.phrases.of(phrases),
        highlightSelectionMatches(),
        languages[written],
        syntaxHighlighting(colours),
        wrongLine,
        problemMarks,
        look,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onchange(update.state.doc.toString());
        }),
        keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
      ],
    }),
  });
  return {
    setText(next) {
      if (next !== view.state.doc.toString()) {
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      }
    },
    markLine(line) {
      view.dispatch({ effects: setWrongLine.of(line) });
      if (line !== undefined && line >= 1 && line <= view.state.doc.lines) {
        view.dispatch({
          effects: EditorView.scrollIntoView(view.state.doc.line(line).from, { y: 'center' }),
        });
      }
    },
    markProblems(marks) {
      view.dispatch({ effects: setProblems.of(marks) });
    },
    goTo(line, column) {
      const at = offsetOf(view.state.doc, line, column);
      if (at === undefined) return;
      view.dispatch({
        selection: { anchor: at },
        effects: EditorView.scrollIntoView(at, { y: 'center' }),
      });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
