// The widget's texts in German.
import type { Texts } from '../text-types.ts';

export const texts: Texts = {
  button: 'Suchen',
  title: 'Diese Website durchsuchen',
  placeholder: 'Dokumentation durchsuchen',
  close: 'Schließen',
  clear: 'Leeren',
  filters: 'Filter',
  recent: 'Zuletzt gesucht',
  clearRecent: 'Löschen',
  forget: '„{query}“ entfernen',
  questions: 'Zum Beispiel',
  results: 'Treffer',
  pages: { one: '{count} Seite', other: '{count} Seiten' },
  nothing: 'Nichts gefunden für „{query}“',
  nothingHint: 'Prüfen Sie die Schreibweise, oder versuchen Sie es mit weniger oder anderen Wörtern.',
  withoutFilters: 'Ohne Filter suchen',
  searching: 'Suche läuft …',
  failed: 'Die Suche konnte nicht geladen werden.',
  forbidden:
    'Die Regeln dieser Seite ({directive}) lassen die Suche {address} nicht laden. Wer die Website betreibt, kann es erlauben.',
  tryAgain: 'Noch einmal',
  move: 'bewegen',
  choose: 'öffnen',
  assistant: 'Assistent',
  ask: 'Den Assistenten fragen: „{query}“',
};
