// The code editor: CodeMirror with Lua or JSON. Loaded when a script is opened.
//
// - Tab indents; Esc, then Tab leaves the editor, as always in CodeMirror.
// - Alt-click adds a cursor, Shift-Alt-drag selects a block; Ctrl-click goes to a definition.
import { defaultKeymap, history, historyField, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from '@codemirror/language';
import { Compartment, EditorState, Prec, type EditorStateConfig } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { once } from '../../core/deferred.ts';
import { editorLook } from './editor/editor-look.ts';
import { lazySearch } from './editor/lazy-search.ts';
import type { LuaOptions } from './editor/lua-features.ts';
import { offsetOf, problemMarks, setProblems, setWrongLine, wrongLine, type Mark } from './editor/marks.ts';
import { changesTo } from './editor/text-change.ts';
import type { Steps } from './editor/undo-keep.ts';
import { languages, type Written } from './editor/written.ts';

export interface EditorOptions extends LuaOptions {
  text: string;
  written: Written;
  label: string;
  /** The undo history of the text. */
  steps: Steps | undefined;
  onchange: (text: string) => void;
  onsave: () => void;
  onrun: () => void;
  onformat: () => void;
  /** Called after a pause in typing, or on closing: the undo history so far. */
  onsteps: (text: string, steps: Steps) => void;
}

export interface Editor {
  /** For code that is loaded later. */
  view: EditorView;
  /** Replaces the text by a minimal change: cursor, folds and undo history stay. */
  setText(text: string): void;
  /** Marks the line of an error (from 1) and scrolls to it; undefined removes the mark. */
  markLine(line: number | undefined): void;
  /** Underlines problems. Positions outside the text are ignored. */
  markProblems(marks: readonly Mark[]): void;
  /** Moves cursor and focus there (from 1). */
  goTo(line: number, column: number): void;
  /** Resolves when snippets can be dropped; loads that code on first use. */
  prepare(): Promise<unknown>;
  /** Replaces the selection by a snippet and selects its first placeholder. */
  insert(snippet: string): Promise<void>;
  destroy(): void;
}

/** Milliseconds of pause after which the undo history is saved. */
const REST_MS = 500;

/** Adds a cursor at any clicked position. */
const manyCursors = [
  EditorState.allowMultipleSelections.of(true),
  EditorView.clickAddsSelectionRange.of((event) => event.altKey && !event.shiftKey),
  rectangularSelection({ eventFilter: (event) => event.altKey && event.shiftKey }),
];

export function createEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const { text, label, written, steps, onchange, onsave, onrun, onformat, onsteps } = options;
  const commands = [
    { key: 'Mod-s', preventDefault: true, run: () => (onsave(), true) },
    { key: 'Mod-Enter', preventDefault: true, run: () => (onrun(), true) },
    { key: 'Shift-Alt-f', preventDefault: true, run: () => (onformat(), true) },
  ];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const { history: kept } = view.state.toJSON({ history: historyField }) as { history: Steps };
    onsteps(view.state.doc.toString(), kept);
  };
  const lua = new Compartment();
  const loadLua = once(async () => {
    const features = await import('./editor/lua-features.ts');
    view.dispatch({ effects: lua.reconfigure(features.luaFeatures(options)) });
    return features;
  });
  // Offline before its first use, the editor works without them.
  const turned = (): void => void (written === 'lua' && loadLua().catch(() => undefined));
  const config: EditorStateConfig = {
    doc: text,
    extensions: [
      Prec.highest(keymap.of(commands)),
      lineNumbers(),
      codeFolding(),
      foldGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      dropCursor(),
      manyCursors,
      history(),
      indentOnInput(),
      indentUnit.of('  '),
      bracketMatching(),
      lazySearch(),
      lua.of([]),
      EditorView.domEventHandlers({ focus: turned, mouseover: turned, dragenter: turned }),
      languages[written],
      wrongLine,
      problemMarks,
      editorLook,
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        onchange(update.state.doc.toString());
        clearTimeout(timer);
        timer = setTimeout(keep, REST_MS);
      }),
      keymap.of([...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
    ],
  };
  const view = new EditorView({ parent, state: stateWith(config, text, steps) });
  // The page may be reloaded before typing pauses.
  const leave = (): void => {
    if (timer !== undefined) keep();
  };
  window.addEventListener('pagehide', leave);
  return {
    view,
    setText(next) {
      const changes = changesTo(view.state.doc.toString(), next);
      if (changes.length > 0) view.dispatch({ changes });
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
    prepare: loadLua,
    async insert(piece) {
      (await loadLua()).putSnippet(view, piece);
    },
    destroy() {
      leave();
      window.removeEventListener('pagehide', leave);
      view.destroy();
    },
  };
}

/** A history that does not fit (from another version of the editor) is dropped. */
function stateWith(config: EditorStateConfig, text: string, steps: Steps | undefined): EditorState {
  if (!steps) return EditorState.create(config);
  try {
    const kept = { doc: text, selection: { ranges: [{ anchor: 0, head: 0 }], main: 0 }, history: steps };
    return EditorState.fromJSON(kept, config, { history: historyField });
  } catch {
    return EditorState.create(config);
  }
}
