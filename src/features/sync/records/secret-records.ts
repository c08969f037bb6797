// Syncs secrets and API keys of models, encrypted with a passphrase of their own. The passphrase of sync alone reveals
// only their names.
//
// - A secret's name and hosts are sealed with it, and so is the origin of a model's key: neither goes anywhere else.
// - A value that doesn't open, or belongs elsewhere, is ignored.
import { isObject } from '../../../base/json.ts';
import { keptKeyName, keyName, originOf } from '../../../models/connection-keys.ts';
import { Failure } from '../../../core/errors.ts';
import { connectionsOf } from '../../../core/settings.ts';
import type { Database } from '../../../storage/database.ts';
import type { OpenSecrets, OpenVault } from '../../../storage/open-vault.ts';
import { SettingsTable } from '../../../storage/settings.ts';
import type { Incoming, LocalRecord, Outcome } from '../engine/ports.ts';
import type { SecretSeal } from '../secret-seal.ts';
import { idIn, localRecord, markOf, withTexts, type RecordKind } from './record-kind.ts';
import { markOfPlain, openedSeal, openPlain, sealedRecord } from './sealed-values.ts';

export const SEAL = 'seal';
export const SECRET = 'secret';
export const KEY = 'key';
const SEAL_KEY = `${SEAL}/keys`;

/** What is sealed. */
type Plain =
  | { name: string; value: string; hosts: readonly string[] }
  | { connection: string; value: string; origin: string };

interface SecretDeps {
  vault: Pick<OpenVault, 'get' | 'set' | 'remove'>;
  secrets: Pick<OpenSecrets, 'list' | 'reveal' | 'set' | 'remove'>;
  seal: SecretSeal;
}

export class SecretRecords implements RecordKind {
  readonly kinds = [SEAL, SECRET, KEY];
  readonly #vault: SecretDeps['vault'];
  readonly #secrets: SecretDeps['secrets'];
  readonly #seal: SecretSeal;
  readonly #settings: SettingsTable;

  constructor(db: Database, { vault, secrets, seal: own }: SecretDeps) {
    this.#vault = vault;
    this.#secrets = secrets;
    this.#seal = own;
    this.#settings = new SettingsTable(db);
  }

  async *scan(kinds: readonly string[]): AsyncIterable<LocalRecord> {
    const sealed = await this.#seal.sealed();
    if (kinds.includes(SEAL) && sealed !== undefined) yield localRecord(SEAL_KEY, { sealed });
    if (!kinds.includes(SECRET) && !kinds.includes(KEY)) return;
    const open = await openedSeal(this.#seal);
    for (const [key, plain] of await this.#here()) {
      if (kinds.includes(key.slice(0, key.indexOf('/')))) yield await sealedRecord(key, plain, open);
    }
  }

  async apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    for (const change of changes) {
      const { key } = change;
      outcomes.set(key, await (key === SEAL_KEY ? this.#applySeal(change) : this.#applySecret(change)));
    }
    return outcomes;
  }

  async #applySeal({ value, mark }: Incoming): Promise<Outcome> {
    const markHere = async (): Promise<string | undefined> => {
      const sealed = await this.#seal.sealed();
      return sealed === undefined ? undefined : markOf({ sealed });
    };
    if ((await markHere()) !== mark) return 'later';
    await this.#seal.accept(isObject(value) ? value['sealed'] : undefined);
    return { mark: await markHere() };
  }

  async #applySecret({ key, value, mark }: Incoming): Promise<Outcome> {
    const identity = await this.#seal.identity();
    if (identity === undefined) return 'later';
    const earlier = await this.#seal.earlier();
    const markHere = async (by: string): Promise<string | undefined> => {
      const plain = (await this.#here()).get(key);
      return plain && markOfPlain(by, plain);
    };
    const isSame = (await markHere(identity)) === mark || (await markHere(earlier ?? identity)) === mark;
    if (!isSame) return 'later';
    const id = idIn(key);
    const isKey = key.startsWith(`${KEY}/`);
    if (value === undefined) await (isKey ? this.#vault.remove(keyName(id)) : this.#secrets.remove(id));
    else {
      const plain = await openPlain(identity, value);
      if (isKey) await this.#keepKey(id, plain);
      else await this.#keepSecret(id, plain);
    }
    return { mark: await markHere(identity) };
  }

  async #keepSecret(id: string, plain: unknown): Promise<void> {
    const given = withTexts(plain, 'name', 'value');
    const hosts = given?.['hosts'];
    if (given?.name !== id || !Array.isArray(hosts) || !hosts.every((host) => typeof host === 'string'))
      return;
    try {
      await this.#secrets.set(id, given.value, hosts);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'bad_request') throw error;
    }
  }

  /** Goes to the connection only if that has the origin of the key; otherwise it waits for one that has. */
  async #keepKey(id: string, plain: unknown): Promise<void> {
    const given = withTexts(plain, 'connection', 'value', 'origin');
    if (given?.connection !== id || given.value === '' || originOf(given.origin) !== given.origin) return;
    const { value, origin } = given;
    const here = connectionsOf(await this.#settings.load()).find((one) => one.id === id);
    await this.#vault.set(originOf(here?.baseUrl) === origin ? keyName(id) : keptKeyName(origin), value);
  }

  async #here(): Promise<Map<string, Plain>> {
    const all = new Map<string, Plain>();
    const names = (await this.#secrets.list()).map(({ name }) => name);
    for (const { name, value, hosts } of await this.#secrets.reveal(names)) {
      all.set(`${SECRET}/${name}`, { name, value, hosts });
    }
    for (const { id, baseUrl } of connectionsOf(await this.#settings.load())) {
      const origin = originOf(baseUrl);
      const value = origin === undefined ? undefined : await this.#vault.get(keyName(id));
      if (value !== undefined) all.set(`${KEY}/${id}`, { connection: id, value, origin: origin! });
    }
    return all;
  }
}
