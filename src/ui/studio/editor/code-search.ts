// Search in the code, with the keys for it. Loaded when one of them is pressed for the first time: not everybody searches.
import {
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
  selectNextOccurrence,
} from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { keymap, type Command } from '@codemirror/view';

/** The panel in the words of the app. */
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

export const codeSearch: Extension = [
  search({ top: true }),
  EditorState.phrases.of(phrases),
  highlightSelectionMatches(),
  keymap.of(searchKeymap),
];

export const searchCommands: Record<'panel' | 'nextSame', Command> = {
  panel: openSearchPanel,
  nextSame: selectNextOccurrence,
};
