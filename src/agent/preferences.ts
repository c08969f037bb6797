// What the user chose, the model connections made from it, and their keys, which only the vault holds.
//
// - A key belongs to the origin that its connection is saved with: it is sent to no other, and goes when the origin changes.
import { once } from '../core/deferred.ts';
import type { ModelChoice } from '../core/model-choice.ts';
import {
  DEFAULT_CONNECTION,
  DEFAULT_SETTINGS,
  hasModel,
  type ModelConnection,
  type ModelSettings,
  type Settings,
} from '../core/settings.ts';
import type { LocalModels, ModelConnections } from './model-connections.ts';
import type { Model } from './models/model.ts';

interface SettingsStore {
  save(settings: Settings): Promise<void>;
}

interface KeyStore {
  has(name: string): Promise<boolean>;
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export class Preferences {
  readonly #table: SettingsStore;
  readonly #vault: KeyStore;
  readonly #connections: () => Promise<ModelConnections>;
  readonly #listeners = new Set<() => void>();
  #current: Settings;

  constructor(table: SettingsStore, vault: KeyStore, current: Settings, local: LocalModels = {}) {
    this.#table = table;
    this.#vault = vault;
    this.#current = { ...DEFAULT_SETTINGS, ...current };
    const key = (connection: string): Promise<string | undefined> => vault.get(keyName(connection));
    // Models and what speaks with them load when one is asked for.
    this.#connections = once(async () => {
      const { ModelConnections } = await import('./model-connections.ts');
      return new ModelConnections(() => this.#current, key, local);
    });
  }

  get current(): Settings {
    return this.#current;
  }

  async save(settings: Settings): Promise<void> {
    await this.#table.save(settings);
    this.#current = settings;
    for (const listener of this.#listeners) listener();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hasKey(connection = DEFAULT_CONNECTION): Promise<boolean> {
    return this.#vault.has(keyName(connection));
  }

  /** Keeps the key of a connection; an empty one forgets it. */
  async setKey(key: string, connection = DEFAULT_CONNECTION): Promise<void> {
    if (key === '') await this.#vault.remove(keyName(connection));
    else await this.#vault.set(keyName(connection), key);
  }

  /**
   * Saves a connection, which may be new, with its key.
   * @param key undefined: the one that is stored, unless that belongs to another origin; empty: none.
   */
  async saveConnection(connection: ModelConnection, key?: string): Promise<void> {
    const { id, name, ...model } = connection;
    const before = this.#connection(id);
    // At no moment does an old key stand beside a new address, or the other way round.
    if (key === '' || originOf(before?.baseUrl) !== originOf(model.baseUrl)) await this.setKey('', id);
    const { models } = this.#current;
    const known = models.some((one) => one.id === id);
    const changed = known
      ? models.map((one) => (one.id === id ? connection : one))
      : [...models, { ...model, id, name }];
    await this.save({ ...this.#current, ...(id === DEFAULT_CONNECTION ? { model } : { models: changed }) });
    if (key) await this.setKey(key, id);
  }

  /** The chosen model, else the default one; with fallback the others behind it. Undefined: search mode. */
  async connect(choice?: ModelChoice): Promise<Model | undefined> {
    const isThere = choice !== undefined && this.#connection(choice.connection) !== undefined;
    if (!isThere && !hasModel(this.#current)) return undefined;
    return (await this.#connections()).connect(choice);
  }

  /** The models an endpoint offers. `key` undefined: the stored one of this connection, if it belongs there. */
  async models(
    baseUrl: string,
    key: string | undefined,
    signal: AbortSignal,
    connection = DEFAULT_CONNECTION,
  ): Promise<string[]> {
    return (await this.#connections()).list(baseUrl, key, signal, connection);
  }

  /** `key` as in `models`. */
  async test(
    settings: ModelSettings,
    key: string | undefined,
    signal: AbortSignal,
    connection = DEFAULT_CONNECTION,
  ) {
    return (await this.#connections()).test(settings, key, signal, connection);
  }

  #connection(id: string): ModelSettings | undefined {
    return id === DEFAULT_CONNECTION
      ? this.#current.model
      : this.#current.models.find((one) => one.id === id);
  }
}

/** The name under which the vault keeps the key of a connection. */
function keyName(connection: string): string {
  return connection === DEFAULT_CONNECTION ? 'model-key' : `model-key:${connection}`;
}

function originOf(address = ''): string | undefined {
  return URL.canParse(address.trim()) ? new URL(address.trim()).origin : undefined;
}
