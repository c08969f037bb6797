// A device in memory for tests and benchmarks: records of a few kinds, a clock that may be wrong, and a state that
// survives a kill.
import type { Json } from '../../../base/json.ts';
import type { Cell } from '../log/cells.ts';
import type { SyncStore } from '../stores/store.ts';
import { acceptKeys, changeKeys } from './change-keys.ts';
import type { Workspace } from '../log/files.ts';
import { join } from './join.ts';
import { MemoryFiles } from './memory-files.test-support.ts';
import type {
  Incoming,
  LocalRecord,
  LocalRecords,
  Outcome,
  Pending,
  StateChange,
  StateStore,
} from './ports.ts';
import { Replica, type SyncOptions, type SyncReport } from './replica.ts';
import { noteChanges, sync } from './sync.ts';
import type { FileOptions } from './piece-folder.ts';
import { syncFiles } from './sync-files.ts';

/** `note`: concurrent texts are both kept. `setting`: the latest wins. `chat` owns its `message`s. */
const KINDS = ['setting', 'note', 'chat', 'message'] as const;
/** As low as age allows, so that tests are fast. */
const WORK = 1;

export class MemoryRecords implements LocalRecords {
  readonly kinds = KINDS;
  readonly records = new Map<string, { value: Json; time: number | undefined; mark: string }>();
  #marks = 0;
  /** Called at each step; throwing stops the device there. */
  step: () => void = () => undefined;

  set(key: string, value: Json, time?: number): void {
    this.#marks += 1;
    this.records.set(key, { value, time, mark: `${this.#marks}` });
  }

  async *scan(kinds: readonly string[]): AsyncIterable<LocalRecord> {
    for (const [key, { time, mark }] of [...this.records]) {
      if (!kinds.includes(key.slice(0, key.indexOf('/')))) continue;
      this.step();
      yield {
        key,
        mark,
        ...(time !== undefined && { time }),
        read: async () => this.records.get(key)?.value,
      };
    }
  }

  async apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    for (const { key, value, mark } of changes) {
      this.step();
      if (this.records.get(key)?.mark !== mark) {
        outcomes.set(key, 'later');
        continue;
      }
      if (value === undefined) this.remove(key);
      else this.set(key, value);
      outcomes.set(key, { mark: this.records.get(key)?.mark });
    }
    return outcomes;
  }

  remove(key: string): void {
    this.records.delete(key);
    if (!key.startsWith('chat/')) return;
    for (const one of [...this.records.keys()]) {
      if (one.startsWith(`message/${key.slice('chat/'.length)}/`)) this.records.delete(one);
    }
  }

  ownerOf(key: string): string | undefined {
    if (key.startsWith('file/')) return key.slice('file/'.length);
    return key.startsWith('message/') ? `chat/${key.split('/')[1]}` : undefined;
  }

  async fork(key: string, value: Json, hash: string): Promise<{ key: string; value: Json } | undefined> {
    return key.startsWith('note/') ? { key: `${key}+${hash.slice(0, 8)}`, value } : undefined;
  }

  /** Everything a person sees, by key. */
  seen(): Record<string, Json> {
    const entries = [...this.records].map(([key, { value }]) => [key, value] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

export class MemoryState implements StateStore {
  #saved:
    { state: StateChange['state']; cells: Map<string, Cell>; pending: Map<number, Pending> } | undefined;
  step: () => void = () => undefined;

  async load() {
    if (!this.#saved) return undefined;
    const { state, cells, pending } = this.#saved;
    return structuredClone({
      state,
      cells: [...cells.values()],
      pending: [...pending.values()].sort((a, b) => a.seq - b.seq),
    });
  }

  async save({ state, cells = [], add = [], drop = [] }: StateChange): Promise<void> {
    this.step();
    this.#saved ??= { state, cells: new Map(), pending: new Map() };
    this.#saved.state = structuredClone(state);
    for (const cell of cells) this.#saved.cells.set(cell.key, cell);
    for (const seq of drop) this.#saved.pending.delete(seq);
    for (const pending of add) this.#saved.pending.set(pending.seq, pending);
  }

  readonly pieces = new Map<string, Uint8Array<ArrayBuffer>>();

  async piece(name: string) {
    return this.pieces.get(name);
  }

  async keepPiece(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.step();
    this.pieces.set(name, bytes);
  }

  async dropPieces(): Promise<void> {
    this.pieces.clear();
  }

  /** The state as it is now, as a browser profile that is copied would have it. */
  async copy(): Promise<MemoryState> {
    const copy = new MemoryState();
    const loaded = await this.load();
    if (loaded) await copy.save({ state: loaded.state, cells: loaded.cells, add: loaded.pending });
    return copy;
  }
}

export class MemoryDevice {
  readonly name: string;
  readonly store: SyncStore;
  records = new MemoryRecords();
  readonly files = new MemoryFiles(this.records);
  states = new MemoryState();
  /** Milliseconds that its clock is wrong. */
  skew = 0;
  #replica: Replica | undefined;
  #time: () => number;
  passphrase: string;

  constructor(name: string, store: SyncStore, time: () => number, passphrase = 'a long passphrase') {
    this.name = name;
    this.store = store;
    this.#time = time;
    this.passphrase = passphrase;
  }

  now(): number {
    return this.#time() + this.skew;
  }

  set(key: string, value: Json): void {
    this.records.set(key, value, key.startsWith('setting/') ? undefined : this.now());
  }

  async join(): Promise<void> {
    const { store, name, passphrase } = this;
    const { workspace, state } = await join(store, { passphrase, name, work: WORK });
    await this.states.save({ state });
    this.#workspace = workspace;
  }

  #workspace: Workspace | undefined;

  async replica(): Promise<Replica> {
    this.#replica ??= await Replica.open({
      ...{ store: this.store, local: this.records, states: this.states, workspace: this.#workspace! },
      files: this.files,
      now: () => this.now(),
    });
    return this.#replica;
  }

  async sync(options: SyncOptions = {}): Promise<SyncReport> {
    return sync(await this.replica(), options);
  }

  /** As the app does: records first, then their files. */
  async syncFiles(options: FileOptions = {}): Promise<SyncReport> {
    const report = await this.sync();
    await syncFiles(await this.replica(), options);
    return { ...report, problems: [...(await this.replica()).problems] };
  }

  async changeKeys(passphrase: string, remove: readonly string[] = []): Promise<void> {
    await changeKeys(await this.replica(), { ...this.#keys(passphrase), remove, work: WORK });
  }

  async acceptKeys(passphrase: string): Promise<void> {
    await acceptKeys(await this.replica(), this.#keys(passphrase));
  }

  #keys(passphrase: string) {
    const keep = async (workspace: Workspace): Promise<void> => {
      this.#workspace = workspace;
      this.passphrase = passphrase;
    };
    return { old: this.passphrase, passphrase, keep };
  }

  async note(): Promise<void> {
    await noteChanges(await this.replica());
  }

  /** The process ends; what was saved is read again. */
  kill(): void {
    this.#replica = undefined;
  }

  /** Another process with the same records and state. */
  async clone(name: string): Promise<MemoryDevice> {
    const clone = new MemoryDevice(name, this.store, this.#time, this.passphrase);
    clone.#workspace = this.#workspace;
    clone.states = await this.states.copy();
    for (const [key, record] of this.records.records) clone.records.records.set(key, record);
    return clone;
  }
}
