// The user's choices and other small named values, in the `settings` store. Every other tab is notified of a change.
import type { IDBPObjectStore } from 'idb';
import {
  DEFAULT_SETTINGS,
  type Density,
  type Settings,
  type SettingsChange,
  type Theme,
} from '../core/settings.ts';
import { UI_LANGUAGES, type UiLanguage } from '../core/ui-languages.ts';
import { isObject } from '../base/json.ts';
import type { Database, Schema } from './database.ts';
import { readConnections, readModel } from './read-connections.ts';
import { TabChanges } from './tab-changes.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';

type Store = IDBPObjectStore<Schema, ['settings'], 'settings', 'readwrite'>;

const SETTINGS = 'settings';
const THEMES: readonly Theme[] = ['system', 'light', 'dark', 'paper', 'ink', 'contrast'];
const DENSITIES: readonly Density[] = ['comfortable', 'compact'];

export class SettingsTable {
  readonly #db: Database;
  readonly #changes: TabChanges;

  constructor(db: Database) {
    this.#db = db;
    this.#changes = new TabChanges(db, 'settings');
  }

  /**
   * Calls back when the settings were saved elsewhere: in another tab, or by restoring a backup. Returns a function
   * that unsubscribes.
   */
  onChange(listener: () => void): () => void {
    return this.#changes.onChange(listener);
  }

  /** Returns the saved settings, with the default for missing or invalid values. */
  async load(): Promise<Settings> {
    return readSettings(await this.get<unknown>(SETTINGS));
  }

  /**
   * Changes settings by key, in one transaction: other keys keep what any tab has saved meanwhile.
   * @returns all settings as saved
   */
  async change(change: SettingsChange): Promise<Settings> {
    const settings = await this.#write((store) =>
      store.get(SETTINGS).then(async (entry) => {
        const saved = readSettings(entry?.value);
        const value = { ...saved, ...(typeof change === 'function' ? change(saved) : change) };
        await store.put({ key: SETTINGS, value });
        return value;
      }),
    );
    this.#changes.tellOthers();
    return settings;
  }

  async get<T>(key: string): Promise<T | undefined> {
    const entry = await inSentences('read', 'the settings', () => this.#db.get('settings', key));
    return entry?.value as T | undefined;
  }

  /**
   * Stores any structured-cloneable value; `undefined` deletes the key.
   * @throws Failure `unavailable`: then nothing has changed
   */
  async set(key: string, value: unknown): Promise<void> {
    await this.#write<unknown>((store) =>
      value === undefined ? store.delete(key) : store.put({ key, value }),
    );
  }

  #write<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return inSentences('save', 'the setting', () => {
      const tx = this.#db.transaction('settings', 'readwrite', STRICT);
      return inTransaction(tx, () => work(tx.store));
    });
  }
}

function readSettings(saved: unknown): Settings {
  if (!isObject(saved)) return structuredClone(DEFAULT_SETTINGS);
  return {
    language: oneOf<UiLanguage | undefined>(UI_LANGUAGES, saved['language'], undefined),
    model: readModel(saved['model']),
    models: readConnections(saved['models']),
    fallback: saved['fallback'] === true,
    codeMode: saved['codeMode'] !== false,
    readOnly: saved['readOnly'] === true,
    titles: saved['titles'] !== false,
    originals: saved['originals'] !== false,
    recognition: readRecognition(saved['recognition']),
    theme: oneOf(THEMES, saved['theme'], DEFAULT_SETTINGS.theme),
    density: oneOf(DENSITIES, saved['density'], DEFAULT_SETTINGS.density),
    runs: readRetention(saved['runs']),
  };
}

function readRecognition(saved: unknown): Settings['recognition'] {
  const { on, languages } = isObject(saved) ? saved : {};
  const codes = Array.isArray(languages) ? languages : [];
  return { on: on !== false, languages: codes.filter((code) => typeof code === 'string') };
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
