// What the user chose, the model connection made from it, and the key, which only the vault holds.
import type { ModelChoice } from '../core/model-choice.ts';
import { DEFAULT_SETTINGS, hasModel, type Settings } from '../core/settings.ts';

/** The name under which the vault keeps the key of the connected model endpoint. */
const MODEL_KEY = 'model-key';

interface SettingsStore {
  save(settings: Settings): Promise<void>;
}

interface KeyStore {
  has(name: string): Promise<boolean>;
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Models and what speaks with them load when one is asked for. */
function connections() {
  return import('./models/connect.ts');
}

export class Preferences {
  readonly #table: SettingsStore;
  readonly #vault: KeyStore;
  readonly #listeners = new Set<() => void>();
  #current: Settings;

  constructor(table: SettingsStore, vault: KeyStore, current: Settings) {
    this.#table = table;
    this.#vault = vault;
    this.#current = { ...DEFAULT_SETTINGS, ...current };
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

  hasKey(): Promise<boolean> {
    return this.#vault.has(MODEL_KEY);
  }

  /** Keeps the endpoint's key; an empty one forgets it. */
  async setKey(key: string): Promise<void> {
    if (key === '') await this.#vault.remove(MODEL_KEY);
    else await this.#vault.set(MODEL_KEY, key);
  }

  /** The chosen model, else the default one; undefined: search mode. */
  async connect(_choice?: ModelChoice) {
    if (!hasModel(this.#current)) return undefined;
    const { connectModel } = await connections();
    return connectModel(this.#current.model, await this.#vault.get(MODEL_KEY));
  }

  /** The models an endpoint offers. `key` undefined: the stored one. */
  async models(baseUrl: string, key: string | undefined, signal: AbortSignal): Promise<string[]> {
    const { listModels } = await connections();
    return listModels(baseUrl, key ?? (await this.#vault.get(MODEL_KEY)), signal);
  }

  async test(settings: Settings['model'], key: string | undefined, signal: AbortSignal) {
    const { testConnection } = await connections();
    return testConnection(settings, key ?? (await this.#vault.get(MODEL_KEY)), signal);
  }
}
