// Sync in the app: when it runs, in which tab, and what is shown of it.
//
// - One tab syncs at a time, under a Web Lock.
// - It runs soon after a change, at start, when the page is shown again, and every few minutes.
import type { App } from '../../apps/web/app.ts';
import { Listeners } from '../../base/listeners.ts';
import { Failure, isAbort, toErrorData } from '../../core/errors.ts';
import { openDatabase, type Database } from '../../storage/database.ts';
import { measureOriginals } from '../../storage/originals.ts';
import { join, type Joined } from './engine/join.ts';
import { acceptKeys, changeKeys, type KeepKeys } from './engine/change-keys.ts';
import type { Replica, SyncProgress } from './engine/replica.ts';
import { syncFiles } from './engine/sync-files.ts';
import { noteChanges, sync } from './engine/sync.ts';
import { followChanges } from './follow-changes.ts';
import type { Invitation } from './invitation.ts';
import { openReplica } from './open-replica.ts';
import { askAgain, placeOf, secretOf, storeOf, testPlace, withSecret, type ChosenPlace } from './places.ts';
import { AppRecords, DEFAULT_GROUPS, GROUPS, kindsOf, withGroup, type Group } from './records/app-records.ts';
import { SecretRecords } from './records/secret-records.ts';
import { SecretSeal } from './secret-seal.ts';
import { StateTable } from './state-table.ts';
import { keepData } from './keep-data.ts';
import { needsOf, withoutNeeds } from './sync-needs.ts';
import { KEYS, PASSPHRASE, PASSWORD, WITH_FILES, type RunOptions, type SyncConfig } from './sync-config.ts';
import { fetchFor } from './way.ts';

const LOCK = 'perilune-sync';
/** Milliseconds: after a change, between two looks, and since the last look when the page is shown again. */
const SOON = 3_000;
const EVERY = 5 * 60_000;
const SHOWN_AGAIN = 30_000;
const sessions = new WeakMap<App, Promise<SyncSession>>();

export function sessionOf(app: App): Promise<SyncSession> {
  let session = sessions.get(app);
  if (!session) {
    session = SyncSession.open(app);
    sessions.set(app, session);
    session.catch(() => sessions.delete(app));
  }
  return session;
}

export class SyncSession {
  readonly #app: App;
  readonly #db: Database;
  readonly #states: StateTable;
  readonly #records: AppRecords;
  readonly seal: SecretSeal;
  readonly #listeners = new Listeners();
  readonly #channel = new BroadcastChannel('perilune-sync');
  #config: SyncConfig | undefined;
  #replica: Replica | undefined;
  #progress: SyncProgress | undefined;
  #running: Promise<void> | undefined;
  #stop: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looked = 0;
  /** Kinds that may have changed since they were last compared. */
  #changed = new Set<Group>(Object.keys(GROUPS) as Group[]);

  private constructor(app: App, db: Database) {
    this.#app = app;
    this.#db = db;
    this.#states = new StateTable(db);
    this.seal = new SecretSeal(app.vault);
    this.#records = new AppRecords(db, {
      keys: app.vault,
      secrets: new SecretRecords(db, { vault: app.vault, secrets: app.secrets, seal: this.seal }),
      seal: this.seal,
      isAnswered: (conversation) => app.conversations.isAnswered(conversation),
      documents: { remove: (ids) => app.knowledge.remove(ids) },
      originals: { read: (id) => app.knowledge.original(id) },
      removeServer: async (id) => (await app.servers()).remove(id),
    });
  }

  static async open(app: App): Promise<SyncSession> {
    const db = await openDatabase();
    const session = new SyncSession(app, db);
    session.#config = await session.#states.config<SyncConfig>();
    session.#listen(db.name);
    if (session.#config && !session.#config.paused) session.#later(0);
    return session;
  }

  get config(): SyncConfig | undefined {
    return this.#config;
  }

  /** Undefined while nothing runs. */
  get progress(): SyncProgress | undefined {
    return this.#progress;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Calls back when something shown has changed. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Checks that a storage can be used. @throws Failure that says what to do */
  async test(place: ChosenPlace): Promise<ChosenPlace> {
    return testPlace(place, fetchFor(this.#app));
  }

  /** Makes a workspace or joins the one that is there. @throws Failure: then nothing was changed */
  async connect(
    place: ChosenPlace,
    { passphrase, name }: { passphrase: string; name: string },
  ): Promise<{ founded: boolean }> {
    const tested = await this.test(place);
    const store = storeOf(tested, fetchFor(this.#app));
    const joined: Joined = await join(store, { passphrase, name });
    const [{ vault }, secret] = [this.#app, secretOf(tested)];
    await vault.set(KEYS, JSON.stringify(joined.workspace));
    await vault.set(PASSPHRASE, passphrase);
    if (secret !== undefined) await vault.set(PASSWORD, secret);
    await this.seal.forget();
    await this.#states.forget();
    await this.#states.save({ state: joined.state });
    this.#replica = undefined;
    await this.#save({
      place: placeOf(tested),
      ...{ name, groups: DEFAULT_GROUPS, paused: false, devices: [], problems: [] },
    });
    this.#changed = new Set(Object.keys(GROUPS) as Group[]);
    keepData(this.#app);
    void this.syncNow().catch(() => undefined);
    return { founded: joined.state.founder };
  }

  /** Continues with the same storage as another user, or with a new password. @throws Failure: then nothing was changed */
  async signIn(place: ChosenPlace): Promise<void> {
    const tested = await this.test(place);
    await this.#app.vault.set(PASSWORD, secretOf(tested) ?? '');
    this.#replica = undefined;
    await this.#save({ ...withoutNeeds(this.#config!), place: placeOf(tested) });
    await this.syncNow().catch(() => undefined);
  }

  /** Forgets the storage and the keys. The data stays here and in the storage. */
  async disconnect(): Promise<void> {
    this.#stop?.abort();
    await this.#running?.catch(() => undefined);
    for (const name of [KEYS, PASSPHRASE, PASSWORD]) await this.#app.vault.remove(name);
    await this.seal.forget();
    await this.#states.forget();
    this.#replica = undefined;
    this.#config = undefined;
    this.#channel.postMessage('changed');
    this.#tell();
  }

  async setPaused(paused: boolean): Promise<void> {
    await this.#change({ paused });
    if (paused) this.#stop?.abort();
    else this.#later(0);
  }

  async setGroup(group: Group, on: boolean): Promise<void> {
    await this.#change({ groups: withGroup(this.#config?.groups ?? [], group, on) });
    this.#changed.add(group);
    if (on) this.#later(0);
  }

  /**
   * Syncs secrets too, sealed a second time.
   * @param what `open`: with the passphrase of another device @throws Failure: then nothing was changed
   */
  async syncSecrets(what: 'open' | 'create', passphrase: string): Promise<void> {
    if (what === 'open') await this.seal.open(passphrase);
    else await this.seal.create(passphrase, await this.#app.vault.get(PASSPHRASE));
    await this.setGroup('secrets', true);
  }

  /** What another device needs to join. @throws Failure when the vault is locked */
  async invitation(): Promise<Invitation> {
    const { vault } = this.#app;
    const [secret = '', passphrase = ''] = [await vault.get(PASSWORD), await vault.get(PASSPHRASE)];
    const place = this.#config && withSecret(this.#config.place, secret);
    if (!place || place.kind === 'folder') {
      throw new Failure('bad_request', 'A folder can’t be sent as a link. Choose it on each device.');
    }
    return { place, passphrase };
  }

  /**
   * Writes new keys under a new passphrase, after a last sync with the old ones.
   * @param remove devices that shall read nothing that comes after
   * @throws Failure: then nothing was changed
   */
  async changeKeys(passphrase: string, remove: readonly string[] = []): Promise<void> {
    await this.syncNow({ withoutFiles: true });
    await this.#withKeys(passphrase, (replica, keys) => changeKeys(replica, { ...keys, remove }));
    // The keys are changed, whatever becomes of this sync: the state shows a failure.
    await this.syncNow().catch(() => undefined);
  }

  /** Continues with the passphrase that another device set. @throws Failure: then nothing was changed */
  async enterPassphrase(passphrase: string): Promise<void> {
    await this.#withKeys(passphrase, acceptKeys);
    await this.syncNow().catch(() => undefined);
  }

  #withKeys(
    passphrase: string,
    change: (replica: Replica, keys: { old: string; passphrase: string; keep: KeepKeys }) => Promise<void>,
  ): Promise<void> {
    return navigator.locks.request(LOCK, async () => {
      const { vault } = this.#app;
      this.#replica = undefined;
      const keep: KeepKeys = async (workspace) => {
        await vault.set(KEYS, JSON.stringify(workspace));
        await vault.set(PASSPHRASE, passphrase);
      };
      await change(
        await openReplica(this.#app, this.#config!.place, { local: this.#records, states: this.#states }),
        { old: (await vault.get(PASSPHRASE)) ?? '', passphrase, keep },
      );
      await this.#save(withoutNeeds(this.#config!));
    });
  }

  /** Syncs immediately, also when another tab is just doing so. @throws Failure that says what to do */
  async syncNow(options: RunOptions = {}): Promise<void> {
    await askAgain(this.#config?.place);
    this.#interruptFiles();
    await this.#running?.catch(() => undefined);
    await this.#run(options);
    if (this.#config?.error !== undefined) throw new Failure('unavailable', this.#config.error);
  }

  readonly originals = (): Promise<{ items: number; bytes: number }> => measureOriginals(this.#db);

  stop(): void {
    this.#stop?.abort();
  }

  #listen(database: string): void {
    followChanges(this.#app, database, (...groups) => {
      for (const group of groups) this.#changed.add(group);
      const { groups: synced = [], paused = true } = this.#config ?? {};
      if (!paused && groups.some((group) => synced.includes(group))) this.#later(SOON);
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && Date.now() - this.#looked > SHOWN_AGAIN) this.#later(0);
    });
    addEventListener('online', () => this.#later(0));
    setInterval(() => document.visibilityState === 'visible' && this.#later(0), EVERY);
    this.#channel.addEventListener('message', () => void this.#reload());
  }

  async #reload(): Promise<void> {
    this.#config = await this.#states.config<SyncConfig>();
    this.#tell();
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#config || this.#config.paused) return;
      if (!this.#running) return void this.#run({ ifFree: true }).catch(() => undefined);
      this.#interruptFiles();
      this.#later(SOON);
    }, milliseconds);
  }

  /** Changes go before files, which continue after them. */
  #interruptFiles(): void {
    if (this.#progress?.phase.endsWith('Files')) this.#stop?.abort();
  }

  #run(options: RunOptions): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    const running = navigator.locks.request(LOCK, { ifAvailable: options.ifFree === true }, async (lock) => {
      if (lock && this.#config) await this.#sync(options, stop.signal);
    });
    this.#running = running.finally(() => {
      this.#running = this.#progress = undefined;
      this.#tell();
    });
    this.#tell();
    return this.#running;
  }

  async #sync({ skipMissing = false, withoutFiles = false }: RunOptions, signal: AbortSignal): Promise<void> {
    const compared = [...this.#changed];
    this.#changed.clear();
    this.#looked = Date.now();
    const groups = this.#config?.groups ?? [];
    try {
      if (this.#replica && !(await this.#states.isCurrent())) this.#replica = undefined;
      const replica = (this.#replica ??= await openReplica(this.#app, this.#config!.place, {
        local: this.#records,
        states: this.#states,
      }));
      const kinds = kindsOf(groups, await this.seal.state());
      const options = { kinds, changed: compared.flatMap((group): string[] => [...GROUPS[group]]) };
      // Without a connection, the changes are at least noted.
      if (!navigator.onLine) await noteChanges(replica, options);
      const onProgress = (progress: SyncProgress): void => {
        this.#progress = progress;
        this.#tell();
      };
      const { devices } = await sync(replica, { ...options, signal, skipMissing, onProgress });
      await this.#save({
        ...withoutNeeds(this.#config!),
        last: new Date().toISOString(),
        problems: [...replica.problems],
        devices,
      });
      if (withoutFiles || !groups.includes('originals')) return;
      await syncFiles(replica, {
        changed: compared.some((one) => WITH_FILES.includes(one)),
        signal,
        onProgress,
      });
      await this.#change({ problems: [...replica.problems] });
    } catch (error) {
      for (const group of compared) this.#changed.add(group);
      // The state is read again, as after a restart.
      this.#replica = undefined;
      if (isAbort(error)) return;
      const { message, details } = toErrorData(error, 'unavailable');
      await this.#change({ error: message, ...needsOf(details) });
    }
  }

  async #change(change: Partial<SyncConfig>): Promise<void> {
    if (this.#config) await this.#save({ ...this.#config, ...change });
  }

  async #save(config: SyncConfig): Promise<void> {
    await this.#states.saveConfig(config);
    this.#config = config;
    this.#channel.postMessage('changed');
    this.#tell();
  }

  #tell(): void {
    this.#listeners.tell();
  }
}
