// Goes from a name to its definition, in this text or another of the tool: F12, or click with Ctrl or ⌘.
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { definitionAt } from '../../../lua-language/definition.ts';

export interface DefinitionOptions {
  /** The tool's other texts, by path. */
  files: () => Readonly<Record<string, string>>;
  /** Opens a place in another text; offset from 0. */
  onopen: (path: string, from: number) => void;
}

export function goToDefinition({ files, onopen }: DefinitionOptions): Extension {
  /** False when no definition is known. */
  function go(view: EditorView, at: number): boolean {
    const found = definitionAt(view.state.doc.toString(), at, files());
    if (!found) return false;
    if (found.path !== undefined) {
      onopen(found.path, found.from);
      return true;
    }
    view.dispatch({
      selection: { anchor: found.from, head: found.to },
      effects: EditorView.scrollIntoView(found.from, { y: 'center' }),
    });
    return true;
  }
  return [
    keymap.of([
      {
        key: 'F12',
        preventDefault: true,
        run(view) {
          if (!go(view, view.state.selection.main.head)) {
            view.dispatch({ effects: EditorView.announce.of('No definition found.') });
          }
          return true;
        },
      },
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (event.button !== 0 || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
          return false;
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at === null || !go(view, at)) return false;
        event.preventDefault();
        return true;
      },
    }),
  ];
}
