// Summary of the library, given to the model with each question.
export interface SourceOverview {
  name: string;
  documents: number;
  /**
   * Kinds of its documents, most frequent first: `pdf`, `markdown`, `csv`. Large sources count only the newest
   * documents.
   */
  kinds: string[];
  /** ISO 639-1, most frequent first. */
  languages: string[];
}

export interface LibraryOverview {
  documents: number;
  /** Sources with the most documents first. */
  sources: SourceOverview[];
  /** Number of documents in each collection, by id; empty collections are left out. */
  collections?: Readonly<Record<string, number>>;
  /** Number of sources not listed. */
  more: number;
}

/** Maximum number of listed sources, and length of a name in characters. */
export const MOST_LISTED = { sources: 20, name: 60, kinds: 5, languages: 4 } as const;
