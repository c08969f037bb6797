// Dropping snippets into the code: they land under the pointer, with arguments as placeholders.
import { snippet } from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';
import { SNIPPET_TYPE } from './snippet-type.ts';

export const snippetDrop = EditorView.domEventHandlers({
  drop(event, view) {
    const piece = event.dataTransfer?.getData(SNIPPET_TYPE);
    if (!piece) return false;
    event.preventDefault();
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
    snippet(piece)(view, null, at, at);
    const line = view.state.doc.lineAt(at).number;
    view.dispatch({
      effects: EditorView.announce.of(`Inserted at line ${line}. Press Tab to go to the next placeholder.`),
    });
    view.focus();
    return true;
  },
});
