// The texts that each language of the widget has.

/** Numbers of things, by the plural forms of the language; `other` is always there. `{count}` is the number. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

export interface Texts {
  /** On the button and the closed field. */
  button: string;
  /** Names the window for those who do not see it. */
  title: string;
  placeholder: string;
  close: string;
  clear: string;
  filters: string;
  recent: string;
  clearRecent: string;
  /** `{query}` is what was searched for, here and below. */
  forget: string;
  questions: string;
  results: string;
  pages: Plural;
  nothing: string;
  nothingHint: string;
  withoutFilters: string;
  searching: string;
  failed: string;
  /** `{address}` is what could not be loaded, `{directive}` the rule of the page that forbids it. */
  forbidden: string;
  tryAgain: string;
  move: string;
  choose: string;
  /** Names the assistant, and leads to it. */
  assistant: string;
  ask: string;
}
