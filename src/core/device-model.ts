// Language models that run on this device: metadata and state.

export interface KnownModel {
  /** Name on the model hub: `owner/name`. */
  id: string;
  name: string;
  license: string;
  /**
   * Approximate download size in bytes, for graphics cards with 16-bit floats, and without them. If the second is missing, the
   * model needs such a card. The exact size is known once the hub has answered.
   */
  about: { f16: number; other?: number };
  note: string;
}

/** One file of a model. */
export interface ModelFile {
  path: string;
  size: number;
}

/** Record of a model that was downloaded or is downloading. */
export interface DeviceModelFacts {
  id: string;
  name: string;
  /** Where its files come from: the hub, or a folder on this computer. */
  from: 'hub' | 'folder';
  /** The hub revision of all files. */
  revision?: string;
  dtype: string;
  externalData: number;
  files: ModelFile[];
  license?: string;
  /** Context window in tokens; known once its configuration is here. */
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
  /** Size of all its files in bytes; approximate while it is offered. */
  size: number;
  /** Bytes that are here. */
  here: number;
  contextWindow?: number | undefined;
  /** Loaded in memory, and the device it runs on. */
  runsOn?: string | undefined;
  /** Why it is not progressing, as a sentence. */
  problem?: string | undefined;
}
