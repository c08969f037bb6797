// Search in the code, with its keys. Loaded when one is first pressed.
import {
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
  selectNextOccurrence,
} from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';

/** The app's texts for the panel. */
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

const look = EditorView.theme({
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

export const codeSearch: Extension = [
  look,
  search({ top: true }),
  EditorState.phrases.of(phrases),
  highlightSelectionMatches(),
  keymap.of(searchKeymap),
];

export const searchCommands: Record<'panel' | 'nextSame', Command> = {
  panel: openSearchPanel,
  nextSame: selectNextOccurrence,
};
