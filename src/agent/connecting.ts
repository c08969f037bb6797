// Services of the screen that connects models: keys of disconnected endpoints, and places to get models from.
import { KEPT_KEYS, keptKeyName } from '../models/connection-keys.ts';
import type { ModelConnections } from './model-connections.ts';

interface KeptKeyStore {
  get(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
  list(prefix: string): Promise<{ name: string }[]>;
}

export class Connecting {
  readonly #vault: KeptKeyStore;
  readonly #connections: ModelConnections;

  constructor(vault: KeptKeyStore, connections: ModelConnections) {
    this.#vault = vault;
    this.#connections = connections;
  }

  /** Returns the origins of disconnected endpoints whose keys are still in the vault. */
  async keptKeys(): Promise<string[]> {
    return (await this.#vault.list(KEPT_KEYS)).map(({ name }) => name.slice(KEPT_KEYS.length));
  }

  deleteKeptKey(origin: string): Promise<void> {
    return this.#vault.remove(keptKeyName(origin));
  }

  /** Lists the models of an endpoint with its kept key. */
  async modelsWithKeptKey(baseUrl: string, signal: AbortSignal): Promise<string[]> {
    const key = await this.#vault.get(keptKeyName(new URL(baseUrl).origin));
    return this.#connections.list({ baseUrl }, key ?? '', signal, '');
  }

  /** Tells whether the browser would ask a person before this page may look for servers: `prompt`. */
  localAccess() {
    return this.#connections.localAccess();
  }

  /** Signs in with OpenRouter, which returns a key. */
  openRouter() {
    return import('../models/openrouter-sign-in.ts');
  }
}
