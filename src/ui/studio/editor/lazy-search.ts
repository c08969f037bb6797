// A placeholder for search: its first key press loads it, then acts.
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
      // Offline before its first use: the key does nothing.
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
