// Remote knowledge: a collection in a search engine elsewhere that answers beside the local library, or instead of it.

export const REMOTE_ENGINES = ['chroma'] as const;
export type RemoteEngineName = (typeof REMOTE_ENGINES)[number];

/** Whether it answers together with the local library, alone, or not at all. */
export const REMOTE_USES = ['beside', 'instead', 'off'] as const;
export type RemoteUse = (typeof REMOTE_USES)[number];

export interface Remote {
  id: string;
  name: string;
  engine: RemoteEngineName;
  /** Its base address, such as `http://localhost:8000`. */
  url: string;
  tenant: string;
  database: string;
  collection: string;
  /** The name of the secret that holds its token, if it wants one. */
  secret?: string;
  use: RemoteUse;
  /** ISO 8601. */
  createdAt: string;
}

/** What a person or a script says of a remote; the rest is as Chroma has it at first. */
export type RemoteInput = Pick<Remote, 'url'> & Partial<Omit<Remote, 'id' | 'url' | 'createdAt'>>;

/** What an engine says of a remote. */
export interface RemoteState {
  /** The engine and its version, such as `Chroma 1.0.0`. */
  engine: string;
  /** Absent: there is no such collection yet. */
  passages?: number;
  /** The model whose vectors it holds. */
  model?: string;
  dimensions?: number;
}

export interface PushReport {
  /** Documents that were written. */
  documents: number;
  passages: number;
  /** Documents that were there already, as they are here. */
  unchanged: number;
  /** Documents that were removed there because they are no longer here. */
  removed: number;
}
