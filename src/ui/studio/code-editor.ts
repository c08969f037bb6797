// The code editor: CodeMirror with Lua or JSON. Loaded when a script is opened.
//
// - Tab indents; Esc, then Tab leaves the editor, as everywhere in CodeMirror.
// - Alt-click sets another cursor, Shift-Alt-drag selects a block: Ctrl-click goes to a definition.
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
  /** The steps of undo that led to the text. */
  steps: Steps | undefined;
  onchange: (text: string) => void;
  onsave: () => void;
  onrun: () => void;
  onformat: () => void;
  /** Typing rested, or the editor closes: the steps of undo so far. */
  onsteps: (text: string, steps: Steps) => void;
}

export interface Editor {
  /** For what is loaded later. */
  view: EditorView;
  /** Turns the text into this one by the least change: cursor, folds and the steps of undo stay. */
  setText(text: string): void;
  /** Marks the line that an error speaks of (from 1) and brings it into view; undefined unmarks. */
  markLine(line: number | undefined): void;
  /** Underlines what was found. What lies outside the text is left out. */
  markProblems(marks: readonly Mark[]): void;
  /** Puts the cursor there, from 1, in view and in focus. */
  goTo(line: number, column: number): void;
  /** Resolves when snippets can be dropped: what does that loads when it is first needed. */
  prepare(): Promise<unknown>;
  /** Puts a snippet over the selection and goes to the first of its places. */
  insert(snippet: string): Promise<void>;
  destroy(): void;
}

/** Typing this long at rest has its steps of undo kept. */
const REST_MS = 500;

/** Another cursor wherever one clicks. */
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
  // Offline and never loaded before, it edits without them.
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
  // Typing may end in a reload before it rests.
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

/** Steps that do not fit (another version of the editor wrote them) are left out. */
function stateWith(config: EditorStateConfig, text: string, steps: Steps | undefined): EditorState {
  if (!steps) return EditorState.create(config);
  try {
    const kept = { doc: text, selection: { ranges: [{ anchor: 0, head: 0 }], main: 0 }, history: steps };
    return EditorState.fromJSON(kept, config, { history: historyField });
  } catch {
    return EditorState.create(config);
  }
}
