// Stands in for the search until it is loaded: the key that asks for it loads it, and then does what it is for.
import { Compartment, type Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';

export function lazySearch(): Extension {
  const place = new Compartment();
  const load = (name: 'panel' | 'nextSame') => (view: EditorView) => {
    void import('./code-search.ts').then(
      ({ codeSearch, searchCommands }) => {
        view.dispatch({ effects: place.reconfigure(codeSearch) });
        searchCommands[name](view);
      },
      // Offline and never loaded before: the key does nothing, as before.
      () => undefined,
    );
    return true;
  };
  return place.of(
    keymap.of([
      { key: 'Mod-f', preventDefault: true, run: load('panel') },
      { key: 'Mod-d', preventDefault: true, run: load('nextSame') },
    ]),
  );
}
