// What the editor knows of Lua: completion, help, definitions, snippets. Loaded when somebody turns to a script, so that the
// text itself is there sooner.
import { snippet } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Surroundings } from '../../../lua-language/surroundings.ts';
import { goToDefinition } from './definition.ts';
import { luaCompletion } from './lua-completion.ts';
import { luaHelp } from './lua-help.ts';
import { snippetDrop } from './snippet-drop.ts';

export interface LuaOptions {
  /** What completion and help know besides the text, as it stands. */
  around: () => Surroundings;
  /** A definition is in another of the tool's texts, at an offset. */
  onopen: (path: string, offset: number) => void;
}

export function luaFeatures({ around, onopen }: LuaOptions): Extension {
  return [
    luaCompletion(around),
    luaHelp(around),
    goToDefinition({ files: () => around().files, onopen }),
    snippetDrop,
  ];
}

/** Puts a snippet over the selection and goes to the first of its places. */
export function putSnippet(view: EditorView, piece: string): void {
  const { from, to } = view.state.selection.main;
  snippet(piece)(view, null, from, to);
  view.focus();
}
