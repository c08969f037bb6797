// The widget's texts in English.
import type { Texts } from '../text-types.ts';

export const texts: Texts = {
  button: 'Search',
  title: 'Search this site',
  placeholder: 'Search the docs',
  close: 'Close',
  clear: 'Clear',
  filters: 'Filters',
  recent: 'Recent',
  clearRecent: 'Clear',
  forget: 'Remove “{query}”',
  questions: 'Try',
  results: 'Results',
  pages: { one: '{count} page', other: '{count} pages' },
  nothing: 'Nothing found for “{query}”',
  nothingHint: 'Check the spelling, or try fewer or other words.',
  withoutFilters: 'Search without filters',
  searching: 'Searching …',
  failed: 'Couldn’t load the search.',
  forbidden:
    'The content security policy of this page ({directive}) blocks {address}. The site’s owner can allow it.',
  tryAgain: 'Try again',
  move: 'move',
  choose: 'open',
  assistant: 'Assistant',
  ask: 'Ask the assistant: “{query}”',
};
