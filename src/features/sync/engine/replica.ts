// One device's part of a workspace: its state, in memory and saved step by step.
import { Failure } from '../../../core/errors.ts';
import { winner, type Cell } from '../log/cells.ts';
import { Clock } from '../log/clock.ts';
import { Sealed, type Entry, type Workspace } from '../log/files.ts';
import type { SyncStore } from '../stores/store.ts';
import type { DeviceState, LocalFiles, LocalRecords, Pending, StateChange, StateStore } from './ports.ts';

/** What is wrong with the storage. Sync continues with everything else. */
export interface SyncProblem {
  kind: 'older' | 'damaged' | 'replaced' | 'missing' | 'newer' | 'full' | 'undeleted';
  /** Name of the device whose log it is about. */
  device: string;
  seq?: number;
  /** Name of the file that it is about. Its log is fine. */
  file?: string;
}

export interface SyncProgress {
  /** Of files, `done` and `total` are bytes. */
  phase: 'sending' | 'receiving' | 'applying' | 'sendingFiles' | 'receivingFiles';
  done: number;
  /** Unknown while this device's records are compared. */
  total?: number;
}

export interface SyncReport {
  sent: number;
  received: number;
  applied: number;
  problems: readonly SyncProblem[];
  /** The other devices. */
  devices: readonly KnownDevice[];
}

export interface KnownDevice {
  id: string;
  name: string;
  /** When it last wrote, in milliseconds of its own clock. */
  at?: number;
}

export interface SyncOptions {
  /** Kinds to sync; absent: all. */
  kinds?: readonly string[];
  /** Kinds to compare; absent: all that are synced. */
  changed?: readonly string[];
  /** Continues past entries that the storage has lost. */
  skipMissing?: boolean;
  /** Entries between two snapshots. */
  snapshotEvery?: number;
  onProgress?(progress: SyncProgress): void;
  signal?: AbortSignal;
}

/** Entries of other devices kept in memory until they are applied. */
const CACHED = 64;

export interface ReplicaDeps {
  store: SyncStore;
  local: LocalRecords;
  files?: LocalFiles;
  states: StateStore;
  workspace: Workspace;
  now(): number;
}

export class Replica {
  readonly store: SyncStore;
  readonly local: LocalRecords;
  readonly files: LocalFiles | undefined;
  readonly states: StateStore;
  sealed: Sealed;
  readonly clock: Clock;
  readonly cells: Map<string, Cell>;
  state: DeviceState;
  pending: Pending[];
  readonly problems: SyncProblem[] = [];
  readonly counts = { sent: 0, received: 0, applied: 0 };
  /** Keys of records to compare again: they were made from concurrent values, or outlive a deletion. */
  readonly again = new Set<string>();
  /** Entries read lately, by path. */
  readonly #entries = new Map<string, Entry>();

  private constructor(
    deps: ReplicaDeps,
    loaded: { state: DeviceState; cells: readonly Cell[]; pending: readonly Pending[] },
  ) {
    this.store = deps.store;
    this.local = deps.local;
    this.files = deps.files;
    this.states = deps.states;
    this.sealed = new Sealed(deps.workspace);
    this.state = loaded.state;
    this.cells = new Map(loaded.cells.map((cell) => [cell.key, cell]));
    this.pending = [...loaded.pending];
    this.clock = new Clock(() => deps.now(), loaded.state.clock);
  }

  /** @throws Failure `not_found` when this device has not joined */
  static async open(deps: ReplicaDeps): Promise<Replica> {
    const loaded = await deps.states.load();
    if (!loaded) throw new Failure('not_found', 'Sync is not set up on this device.');
    return new Replica(deps, loaded);
  }

  /** Continues with other keys of the same workspace. */
  rekey(workspace: Workspace): void {
    this.sealed = new Sealed(workspace);
  }

  /** False for parts of a record that is removed. */
  isOwned(key: string): boolean {
    const owner = this.local.ownerOf(key);
    if (owner === undefined) return true;
    const cell = this.cells.get(owner);
    return cell !== undefined && winner(cell.heads)?.hash !== null && this.isOwned(owner);
  }

  async save(change: Omit<StateChange, 'state'> & { state?: Partial<DeviceState> }): Promise<void> {
    const state = { ...this.state, ...change.state, clock: this.clock.state };
    await this.states.save({ ...change, state });
    this.state = state;
    for (const cell of change.cells ?? []) this.cells.set(cell.key, cell);
    const { add = [], drop = [] } = change;
    this.pending = [...this.pending.filter(({ seq }) => !drop.includes(seq)), ...add];
  }

  pendingBytes(): number {
    return this.pending.reduce(
      (sum, { bytes, blobs }) => sum + bytes.length + blobs.reduce((all, blob) => all + blob.bytes.length, 0),
      0,
    );
  }

  nameOf(device: string): string {
    return device === this.state.device ? this.state.name : (this.state.names[device] ?? device);
  }

  report(problem: SyncProblem): void {
    const isKnown = this.problems.some(
      ({ kind, device, file }) => kind === problem.kind && device === problem.device && file === problem.file,
    );
    if (!isKnown) this.problems.push(problem);
  }

  remember(path: string, entry: Entry): void {
    this.#entries.delete(path);
    this.#entries.set(path, entry);
    if (this.#entries.size <= CACHED) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  recall(path: string): Entry | undefined {
    return this.#entries.get(path);
  }
}

export function kindOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

/** Returns the cells that are parts of a record. A file is none: a record without its file is whole. */
export function partsOf(
  { cells, local, files }: Pick<Replica, 'cells' | 'local' | 'files'>,
  key: string,
): Cell[] {
  return [...cells.values()].filter(
    (cell) => local.ownerOf(cell.key) === key && kindOf(cell.key) !== files?.kind,
  );
}
