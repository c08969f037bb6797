// The types of the widget's texts.

/** Texts for counts, by the language's plural forms; `other` always exists. `{count}` is the number. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

export interface Texts {
  /** On the button and the closed field. */
  button: string;
  /** Name of the window for screen readers. */
  title: string;
  placeholder: string;
  close: string;
  clear: string;
  filters: string;
  recent: string;
  clearRecent: string;
  /** `{query}` is the search text, here and below. */
  forget: string;
  questions: string;
  results: string;
  pages: Plural;
  nothing: string;
  nothingHint: string;
  withoutFilters: string;
  searching: string;
  failed: string;
  /** `{address}` failed to load because of the page's policy `{directive}`. */
  forbidden: string;
  tryAgain: string;
  move: string;
  choose: string;
  /** Name of the assistant, and label of the link to it. */
  assistant: string;
  ask: string;
}
