// What Perilune asks of a search engine elsewhere. Another engine is another file that answers these calls.
//
// - Passages lie there with all that a hit needs, so that a search asks the engine once and the library not at all.
// - Failures are sentences: who could not be reached, and what to change.
import type { RemoteState } from '../../core/remote.ts';

/** A passage as it lies in an engine. */
export interface RemotePassage {
  /** The id of its document. */
  document: string;
  index: number;
  text: string;
  title: string;
  heading: string[];
  source: string;
  source_id: string;
  content_type: string;
  /** ISO 8601. */
  updated_at: string;
  /** Which text of the document it is of; passages of an older one are removed after a push. */
  revision: string;
  tags: string[];
  author?: string;
  source_url?: string;
  page?: number;
}

/** A passage that an engine found, with its cosine to the question, -1 to 1. */
export interface RemoteCandidate {
  passage: RemotePassage;
  cosine?: number;
}

/** Only what passes all of these. */
export interface RemoteFilter {
  /** Any of them; empty: all. */
  sources: readonly string[];
  /** All of them, in lower case. */
  tags: readonly string[];
  /** ISO 8601: the latest of those asked for. */
  since?: string | undefined;
}

export interface RemoteEngine {
  state(signal?: AbortSignal): Promise<RemoteState>;
  /** Makes the collection for vectors of this model, unless it is there. @throws Failure `conflict` for another model's. */
  prepare(model: string, signal?: AbortSignal): Promise<void>;
  /** Document ids with the revision that is there, of one source or of all. */
  revisions(signal?: AbortSignal, source?: string): Promise<Map<string, string>>;
  /** Writes passages with their vectors; those that are there under the same document and index are replaced. */
  put(
    passages: readonly RemotePassage[],
    vectors: readonly Float32Array[],
    signal?: AbortSignal,
  ): Promise<void>;
  /** Removes what is left of older revisions of a document. */
  prune(document: string, revision: string, signal?: AbortSignal): Promise<void>;
  remove(documents: readonly string[], signal?: AbortSignal): Promise<void>;
  /** The nearest passages to a vector. */
  nearest(
    vector: Float32Array,
    limit: number,
    filter: RemoteFilter,
    signal?: AbortSignal,
  ): Promise<RemoteCandidate[]>;
  /** Passages that have any of the words, in no order; with `vector` each with its cosine. */
  containing(
    words: readonly string[],
    limit: number,
    filter: RemoteFilter,
    vector: Float32Array | undefined,
    signal?: AbortSignal,
  ): Promise<RemoteCandidate[]>;
  /** The passages of a document, in order; empty when it is not there. */
  document(id: string, signal?: AbortSignal): Promise<RemotePassage[]>;
  sources(signal?: AbortSignal): Promise<{ documents: number; passages: number }>;
}
