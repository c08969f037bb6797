// Remote collections: a collection in a search engine elsewhere that is searched beside the local library, or instead
// of it.

export const REMOTE_ENGINES = ['chroma'] as const;
export type RemoteEngineName = (typeof REMOTE_ENGINES)[number];

/** Whether it is searched together with the local library, alone, or not at all. */
export const REMOTE_USES = ['beside', 'instead', 'off'] as const;
export type RemoteUse = (typeof REMOTE_USES)[number];

export interface Remote {
  id: string;
  name: string;
  engine: RemoteEngineName;
  /** Base URL, such as `http://localhost:8000`. */
  url: string;
  tenant: string;
  database: string;
  collection: string;
  /** Name of the secret that holds its token, if it needs one. */
  secret?: string;
  use: RemoteUse;
  /** ISO 8601. */
  createdAt: string;
}

/** Fields of a remote that a person or a script can set; the others have Chroma's defaults. */
export type RemoteInput = Pick<Remote, 'url'> & Partial<Omit<Remote, 'id' | 'url' | 'createdAt'>>;

/** State of a remote, as reported by its engine. */
export interface RemoteState {
  /** The engine and its version, such as `Chroma 1.0.0`. */
  engine: string;
  /** Absent: the collection does not exist yet. */
  passages?: number;
  /** The model that made its vectors. */
  model?: string;
  dimensions?: number;
}

export interface PushReport {
  /** Number of documents written. */
  documents: number;
  passages: number;
  /** Number of documents that were already there, unchanged. */
  unchanged: number;
  /** Number of remote documents removed because they no longer exist here. */
  removed: number;
}
