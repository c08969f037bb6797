// Lua in the editor: completion, help, definitions, snippets. Loaded separately, so that the text appears sooner.
import { snippet } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Surroundings } from '../../../lua-language/surroundings.ts';
import { goToDefinition } from './definition.ts';
import { luaCompletion } from './lua-completion.ts';
import { luaHelp } from './lua-help.ts';
import { snippetDrop } from './snippet-drop.ts';

export interface LuaOptions {
  /** Names available besides the text itself, as of now. */
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

/** Replaces the selection by a snippet and selects its first placeholder. */
export function putSnippet(view: EditorView, piece: string): void {
  const { from, to } = view.state.selection.main;
  snippet(piece)(view, null, from, to);
  view.focus();
}
