// What a library holds, in a few lines: told to a model with each question.
export interface SourceOverview {
  name: string;
  documents: number;
  /** What its documents are, the most frequent first: `pdf`, `markdown`, `csv`. Of the newest ones where there are many. */
  kinds: string[];
  /** ISO 639-1, the most frequent first. */
  languages: string[];
}

export interface LibraryOverview {
  documents: number;
  /** Those with most documents first. */
  sources: SourceOverview[];
  /** How many documents each collection has, by its id; those without any are left out. */
  collections?: Readonly<Record<string, number>>;
  /** Sources that are not listed. */
  more: number;
}

/** Sources that are listed, and characters of a name. */
export const MOST_LISTED = { sources: 20, name: 60, kinds: 5, languages: 4 } as const;
