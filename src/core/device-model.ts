// Models of language that run on this device: what is known of one, and how far it is.

export interface KnownModel {
  /** As the model hub names it: `owner/name`. */
  id: string;
  name: string;
  license: string;
  /**
   * Bytes, about, where a graphics card knows short floats, and elsewhere; without the second it runs on such a card alone. What is
   * downloaded is told exactly once the hub has been asked.
   */
  about: { f16: number; other?: number };
  note: string;
}

/** One file of a model. */
export interface ModelFile {
  path: string;
  size: number;
}

/** What is kept of a model that was downloaded, or is being. */
export interface DeviceModelFacts {
  id: string;
  name: string;
  /** Where its files come from: the hub, or a folder of this computer. */
  from: 'hub' | 'folder';
  /** The state of the hub that all files are of. */
  revision?: string;
  dtype: string;
  externalData: number;
  files: ModelFile[];
  license?: string;
  /** Tokens that it holds; known once its configuration is there. */
  contextWindow?: number;
}

/** `offered`: nothing of it is here. `paused`: some of it is. */
export type DeviceModelPhase = 'offered' | 'asking' | 'downloading' | 'paused' | 'ready';

export interface DeviceModel {
  id: string;
  name: string;
  phase: DeviceModelPhase;
  license?: string | undefined;
  note?: string | undefined;
  /** Bytes of all its files; about, while it is offered. */
  size: number;
  /** Bytes of them that are here. */
  here: number;
  contextWindow?: number | undefined;
  /** In memory now, and what it runs on. */
  runsOn?: string | undefined;
  /** Why it stands still: a sentence. */
  problem?: string | undefined;
}
