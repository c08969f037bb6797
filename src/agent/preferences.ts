// The user's settings, the model connections made from them, and their keys, which only the vault holds.
//
// - A key belongs to the origin that its connection is saved with: it is sent to no other, and deleted when the
//   origin changes.
import { once } from '../core/deferred.ts';
import type { ModelChoice } from '../core/model-choice.ts';
import {
  DEFAULT_CONNECTION,
  DEFAULT_SETTINGS,
  hasModel,
  type ModelSettings,
  type Settings,
  type SettingsChange,
} from '../core/settings.ts';
import type { ConnectionEditor } from './connection-editor.ts';
import { keyName } from '../models/connection-keys.ts';
import type { LocalModels, ModelConnections } from './model-connections.ts';
import type { Secret } from '../core/secrets.ts';
import type { Model } from '../models/model.ts';
import { Listeners } from '../base/listeners.ts';

interface SettingsStore {
  load(): Promise<Settings>;
  change(change: SettingsChange): Promise<Settings>;
  /** Calls back when another tab saved settings. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

interface SecretStore {
  reveal(names: string[]): Promise<Secret[]>;
}

interface KeyStore {
  has(name: string): Promise<boolean>;
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
  list(prefix: string): Promise<{ name: string }[]>;
}

export class Preferences {
  readonly #table: SettingsStore;
  readonly #vault: KeyStore;
  readonly #connections: () => Promise<ModelConnections>;
  readonly #listeners = new Listeners();
  #current: Settings;

  constructor(
    table: SettingsStore,
    vault: KeyStore,
    secrets: SecretStore,
    current: Settings,
    local: LocalModels = {},
  ) {
    this.#table = table;
    this.#vault = vault;
    this.#current = { ...DEFAULT_SETTINGS, ...current };
    const key = (connection: string): Promise<string | undefined> => vault.get(keyName(connection));
    // Models and their clients load on first use.
    this.#connections = once(async () => {
      const { ModelConnections } = await import('./model-connections.ts');
      return new ModelConnections(
        () => this.#current,
        key,
        (names) => secrets.reveal(names),
        local,
      );
    });
    table.onChange(() => void this.#reload());
  }

  get current(): Settings {
    return this.#current;
  }

  /** Changes single settings, keeping changes that other tabs saved. */
  async change(change: SettingsChange): Promise<void> {
    this.#take(await this.#table.change(change));
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  hasKey(connection = DEFAULT_CONNECTION): Promise<boolean> {
    return this.#vault.has(keyName(connection));
  }

  /** Stores the key of a connection; an empty one deletes it. */
  async setKey(key: string, connection = DEFAULT_CONNECTION): Promise<void> {
    if (key === '') await this.#vault.remove(keyName(connection));
    else await this.#vault.set(keyName(connection), key);
  }

  /** Returns the services of the screen that connects models. */
  async connecting() {
    const { Connecting } = await import('./connecting.ts');
    return new Connecting(this.#vault, await this.#connections());
  }

  /** Returns the editor that adds, changes, orders and removes connections with their keys. */
  async editConnections(): Promise<ConnectionEditor> {
    const { ConnectionEditor } = await import('./connection-editor.ts');
    return new ConnectionEditor(this, this.#vault);
  }

  /**
   * Connects the chosen model, or the default one; with fallback, also the others behind it. Undefined: search mode.
   * @throws Failure `unavailable` when the chosen one is gone.
   */
  async connect(choice?: ModelChoice): Promise<Model | undefined> {
    if (choice === undefined && !hasModel(this.#current)) return undefined;
    return (await this.#connections()).connect(choice);
  }

  /** Lists the models of an endpoint. `key` undefined: the stored one of this connection, if it belongs there. */
  async models(
    at: Pick<ModelSettings, 'baseUrl' | 'headers'>,
    key: string | undefined,
    signal: AbortSignal,
    connection = DEFAULT_CONNECTION,
  ): Promise<string[]> {
    return (await this.#connections()).list(at, key, signal, connection);
  }

  /** Tests a connection; `key` as in `models`. */
  async test(
    settings: ModelSettings,
    key: string | undefined,
    signal: AbortSignal,
    connection = DEFAULT_CONNECTION,
  ) {
    return (await this.#connections()).test(settings, key, signal, connection);
  }

  /** Finds model servers on this computer. Called only after a person opens the screen for it or asks. */
  async findServers(signal: AbortSignal) {
    return (await this.#connections()).findServers(signal);
  }

  async #reload(): Promise<void> {
    try {
      this.#take(await this.#table.load());
    } catch {
      // Keeps the known ones.
    }
  }

  #take(settings: Settings): void {
    this.#current = settings;
    this.#listeners.tell();
  }
}
