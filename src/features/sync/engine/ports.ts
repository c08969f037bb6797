// What the engine needs: this device's own records, and a place for its state.
import type { Json } from '../../../base/json.ts';
import type { Cell } from '../log/cells.ts';
import type { ClockState } from '../log/clock.ts';
import type { Reached } from '../log/files.ts';

export interface LocalRecord {
  key: string;
  /** When the record was last changed, in milliseconds. Absent: unknown, so records of other devices win at first. */
  time?: number;
  /** Changes with the record. */
  mark: string;
  /** Its mark if only its form has changed, such as its key: another device's newer value then wins over it. */
  was?: string;
  /** @returns undefined when it was removed meanwhile */
  read(): Promise<Json | undefined>;
}

export interface Incoming {
  key: string;
  /** Undefined: remove the record. */
  value: Json | undefined;
  /** The mark that the record must still have; undefined: there must be no record. */
  mark: string | undefined;
}

/** The mark after the change; undefined when there is no record now. */
export type Outcome = { mark: string | undefined } | 'later';

/** This device's own records. A key begins with its kind and a slash. */
export interface LocalRecords {
  /** In the order in which they are applied. */
  readonly kinds: readonly string[];
  /** Yields all records of these kinds. */
  scan(kinds: readonly string[]): AsyncIterable<LocalRecord>;
  /**
   * Applies changes. A record that has changed since its mark is left alone: `later`.
   * @returns by key; a missing key means `later`
   */
  apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>>;
  /** The key of the record that this one is a part of: it exists only together with it. */
  ownerOf(key: string): string | undefined;
  /** Makes a second record of a value that lost against the concurrent one that is kept; undefined where the latest wins. */
  fork(key: string, value: Json, hash: string, kept: Json): Promise<{ key: string; value: Json } | undefined>;
}

/** A file of this device. */
export interface LocalFile {
  /** Its kind, a slash, and the key of the record that owns it. */
  key: string;
  /** Changes with the file. */
  mark: string;
  size: number;
  /** @returns undefined when it was removed meanwhile */
  read(): Promise<FileContent | undefined>;
}

export interface FileContent {
  name: string;
  /** The content type from the browser. */
  type: string;
  /** Tells which content of its record it is for: a later version never shows the file of an older one. */
  of: string;
  blob: Blob;
}

export interface FetchedFile extends FileContent {
  key: string;
  /** The mark of the place that it is for. */
  mark: string;
}

/** Files of records, sent apart from the log. One that is missing here is fetched: only with its record it is deleted. */
export interface LocalFiles {
  readonly kind: string;
  /** Whether this device keeps files. */
  wants(): Promise<boolean>;
  scan(): AsyncIterable<LocalFile>;
  /** @returns undefined while its record is not here, or has another content than the file is for */
  placeFor(key: string, of: string): Promise<{ mark: string; file?: LocalFile } | undefined>;
  /** @returns by key; a missing key means that the place has changed meanwhile */
  keep(files: readonly FetchedFile[]): Promise<ReadonlyMap<string, 'kept' | 'full'>>;
}

/** An entry that is not sent yet. */
export interface Pending {
  seq: number;
  /** Before encryption. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Large values: their name and their bytes before encryption. */
  blobs: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[];
}

export interface DeviceState {
  device: string;
  name: string;
  /** The age identity of this device. */
  identity: string;
  /** This device made the workspace: its settings are the ones that others get. */
  founder: boolean;
  clock: ClockState;
  /** The last entry written here, and the last one sent. */
  written: Reached;
  sent: Reached;
  /** The last entry that the marker in the storage names. */
  marked: number;
  /** The storage has a marker, so that other devices list this one although it has sent nothing. */
  shown?: boolean;
  /** The last entry read, by device. */
  reached: Readonly<Record<string, Reached>>;
  /** Tags of markers that were read to the end, by device. */
  tags: Readonly<Record<string, string>>;
  /** Names of devices, by id. */
  names: Readonly<Record<string, string>>;
  /** When other devices last wrote, by id: milliseconds of their own clocks. */
  times?: Readonly<Record<string, number>>;
  /** Digest of the key file that this device has accepted. */
  header?: string;
  /** The latest snapshot written here, and the number of entries it covers. */
  snapshot?: { name: string; entries: number };
  /** When the files in the storage were last compared, and since when it holds some without a record. */
  files?: { checked: number; unused: Readonly<Record<string, number>> };
  /** Pieces that this device has found missing or damaged in the storage, as its marker names them. */
  lacking?: readonly string[];
  /** Pieces that other devices lack and this one has not checked yet, by device. */
  asked?: Readonly<Record<string, readonly string[]>>;
  /** When pieces were last checked because a device asked, in milliseconds. */
  repaired?: Readonly<Record<string, number>>;
}

export interface StateChange {
  state: DeviceState;
  cells?: readonly Cell[];
  add?: readonly Pending[];
  /** Sequence numbers of sent entries. */
  drop?: readonly number[];
}

/** Keeps the state of sync. */
export interface StateStore {
  load(): Promise<{ state: DeviceState; cells: readonly Cell[]; pending: readonly Pending[] } | undefined>;
  /** Saves everything or nothing. */
  save(change: StateChange): Promise<void>;
  /** A piece of a file that is not whole yet. */
  piece(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  keepPiece(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  dropPieces(): Promise<void>;
}
