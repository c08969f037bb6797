// The interface to a remote search engine. Another engine is another file that implements these calls.
//
// - Remote passages include everything that a hit needs, so a search asks the engine once and the library not at all.
// - Failures are sentences: what could not be reached, and what to change.
import type { RemoteState } from '../../core/remote.ts';

/** A passage as stored in an engine. */
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
  /** The revision of the document's text; passages of older ones are removed after a push. */
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

/** Only passages that match all of these. */
export interface RemoteFilter {
  /** Any of them; empty for all. */
  sources: readonly string[];
  /** All of them, in lower case. */
  tags: readonly string[];
  /** ISO 8601: the latest of the requested dates. */
  since?: string | undefined;
}

export interface RemoteEngine {
  state(signal?: AbortSignal): Promise<RemoteState>;
  /** Creates the collection for vectors of this model, if missing. @throws Failure `conflict` for another model's */
  prepare(model: string, signal?: AbortSignal): Promise<void>;
  /** Returns document ids with their stored revision, of one source or of all. */
  revisions(signal?: AbortSignal, source?: string): Promise<Map<string, string>>;
  /** Writes passages with their vectors, replacing those with the same document and index. */
  put(
    passages: readonly RemotePassage[],
    vectors: readonly Float32Array[],
    signal?: AbortSignal,
  ): Promise<void>;
  /** Removes passages of older revisions of a document. */
  prune(document: string, revision: string, signal?: AbortSignal): Promise<void>;
  remove(documents: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Returns the nearest passages to a vector. */
  nearest(
    vector: Float32Array,
    limit: number,
    filter: RemoteFilter,
    signal?: AbortSignal,
  ): Promise<RemoteCandidate[]>;
  /** Returns passages with any of the words, unordered; with `vector`, each with its cosine. */
  containing(
    words: readonly string[],
    limit: number,
    filter: RemoteFilter,
    vector: Float32Array | undefined,
    signal?: AbortSignal,
  ): Promise<RemoteCandidate[]>;
  /** Returns the passages of a document, in order; none when it is missing. */
  document(id: string, signal?: AbortSignal): Promise<RemotePassage[]>;
  sources(signal?: AbortSignal): Promise<{ documents: number; passages: number }>;
}
