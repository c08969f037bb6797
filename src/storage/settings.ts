// What the user chose, and other small named values, in the `settings` store. Every other tab hears when a choice is saved.
import { DEFAULT_SETTINGS, type Settings, type Theme } from '../core/settings.ts';
import { isObject } from '../base/json.ts';
import type { Database } from './database.ts';
import { readConnections, readModel } from './read-connections.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';

const SETTINGS = 'settings';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export class SettingsTable {
  readonly #db: Database;
  readonly #channel: BroadcastChannel;

  constructor(db: Database) {
    this.#db = db;
    this.#channel = new BroadcastChannel(`${db.name}-settings`);
  }

  /** Calls back when the settings were saved elsewhere: in another tab, or out of a backup. */
  onChange(listener: () => void): void {
    this.#channel.addEventListener('message', listener);
  }

  /** The saved settings; whatever is missing or not understood in them takes its default. */
  async load(): Promise<Settings> {
    return readSettings(await this.get<unknown>(SETTINGS));
  }

  async save(settings: Settings): Promise<void> {
    await this.set(SETTINGS, settings);
    this.#channel.postMessage('changed');
  }

  async get<T>(key: string): Promise<T | undefined> {
    const entry = await inSentences('read', 'the settings', () => this.#db.get('settings', key));
    return entry?.value as T | undefined;
  }

  /**
   * Keeps any structured-cloneable value; `undefined` forgets the key.
   * @throws Failure `unavailable`: then it is as it was.
   */
  async set(key: string, value: unknown): Promise<void> {
    await inSentences('save', 'the setting', () => {
      const tx = this.#db.transaction('settings', 'readwrite', STRICT);
      return inTransaction<unknown>(tx, () =>
        value === undefined ? tx.store.delete(key) : tx.store.put({ key, value }),
      );
    });
  }
}

function readSettings(saved: unknown): Settings {
  if (!isObject(saved)) return structuredClone(DEFAULT_SETTINGS);
  return {
    model: readModel(saved['model']),
    models: readConnections(saved['models']),
    fallback: saved['fallback'] === true,
    codeMode: saved['codeMode'] !== false,
    titles: saved['titles'] !== false,
    theme: oneOf(THEMES, saved['theme'], DEFAULT_SETTINGS.theme),
    runs: readRetention(saved['runs']),
  };
}

function readRetention(saved: unknown): Settings['runs'] {
  const { days, bytes } = isObject(saved) ? saved : {};
  return {
    days: positive(days, DEFAULT_SETTINGS.runs.days),
    bytes: positive(bytes, DEFAULT_SETTINGS.runs.bytes),
  };
}

function positive(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : fallback;
}

function oneOf<T>(allowed: readonly T[], value: unknown, fallback: T): T {
  return allowed.includes(value as T) ? (value as T) : fallback;
}
