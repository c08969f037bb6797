// Changes connections to models, each together with its key.
//
// - A key is never stored beside another address, not even for a moment: keys are removed first and added last.
// - Disconnecting keeps the key under its origin, until it is deleted or the endpoint is connected again.
import {
  DEFAULT_CONNECTION,
  isConnected,
  type ModelConnection,
  type ModelSettings,
  type Settings,
  type SettingsChange,
} from '../core/settings.ts';
import { keptKeyName, keyName, originOf } from '../models/connection-keys.ts';

interface SettingsHolder {
  readonly current: Settings;
  change(change: SettingsChange): Promise<void>;
}

interface KeyStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export class ConnectionEditor {
  readonly #settings: SettingsHolder;
  readonly #keys: KeyStore;

  constructor(settings: SettingsHolder, keys: KeyStore) {
    this.#settings = settings;
    this.#keys = keys;
  }

  /**
   * Saves a new or existing connection.
   * @param key undefined keeps the stored one, unless it belongs to another origin; empty removes it.
   */
  async save(connection: ModelConnection, key?: string): Promise<void> {
    const { id, name, ...rest } = connection;
    const model: ModelSettings = { ...rest, ...(name !== '' && { name }) };
    const { models, model: standard } = this.#settings.current;
    const before: ModelSettings | undefined =
      id === DEFAULT_CONNECTION ? standard : models.find((one) => one.id === id);
    if (key === '' || originOf(before?.baseUrl) !== originOf(model.baseUrl)) {
      await this.#keys.remove(keyName(id));
    }
    if (id === DEFAULT_CONNECTION) await this.#settings.change({ model });
    else
      await this.#changeModels((saved) =>
        saved.some((one) => one.id === id)
          ? saved.map((one) => (one.id === id ? connection : one))
          : [...saved, connection],
      );
    if (key) await this.#keys.set(keyName(id), key);
  }

  /**
   * Connects a model and makes it the default. The previous default stays as a further connection.
   * @param key undefined: the one kept for this origin, or used by another connection there
   */
  async connect(settings: ModelSettings, key: string | undefined, newId: () => string): Promise<void> {
    const origin = originOf(settings.baseUrl);
    const used = key ?? (await this.#keyOf(origin));
    const { model, models } = this.#settings.current;
    const isSame = (one: ModelSettings): boolean =>
      (one.kind ?? 'endpoint') === (settings.kind ?? 'endpoint') &&
      (settings.kind === 'device' ? one.model === settings.model : originOf(one.baseUrl) === origin);
    const there = models.find(isSame);
    if (!isConnected(model) || isSame(model)) {
      await this.save({ ...settings, id: DEFAULT_CONNECTION, name: settings.name ?? '' }, used);
    } else {
      const id = there?.id ?? newId();
      await this.save({ ...settings, id, name: settings.name ?? '' }, used);
      await this.makeDefault(id, newId());
    }
    if (origin !== undefined) await this.#keys.remove(keptKeyName(origin));
  }

  /** Removes a connection from the chats. Its key stays in the vault under its origin. */
  async disconnect(id: string): Promise<void> {
    const { model, models } = this.#settings.current;
    const before = id === DEFAULT_CONNECTION ? model : models.find((one) => one.id === id);
    const origin = originOf(before?.baseUrl);
    const key = await this.#keys.get(keyName(id));
    if (key !== undefined && origin !== undefined) await this.#keys.set(keptKeyName(origin), key);
    if (id === DEFAULT_CONNECTION)
      await this.#settings.change({ model: { baseUrl: '', model: '', api: 'auto' } });
    else await this.#changeModels((saved) => saved.filter((one) => one.id !== id));
    await this.#keys.remove(keyName(id));
  }

  async #keyOf(origin: string | undefined): Promise<string | undefined> {
    if (origin === undefined) return undefined;
    const { model, models } = this.#settings.current;
    const there = [{ ...model, id: DEFAULT_CONNECTION }, ...models].find(
      ({ baseUrl }) => originOf(baseUrl) === origin,
    );
    const own = there && (await this.#keys.get(keyName(there.id)));
    return own ?? this.#keys.get(keptKeyName(origin));
  }

  /** Deletes a further connection and its key. The returned function restores both. */
  async remove(id: string): Promise<() => Promise<void>> {
    const { models } = this.#settings.current;
    const place = models.findIndex((one) => one.id === id);
    const removed = models[place];
    if (!removed) return async () => undefined;
    const key = await this.#keys.get(keyName(id)).catch(() => undefined);
    await this.#changeModels((saved) => saved.filter((one) => one.id !== id));
    await this.#keys.remove(keyName(id));
    return async () => {
      if (this.#settings.current.models.some((one) => one.id === id)) return;
      await this.#changeModels((saved) => saved.toSpliced(place, 0, removed));
      if (key !== undefined) await this.#keys.set(keyName(id), key);
    };
  }

  /** Moves a further connection to another position. */
  async move(from: number, to: number): Promise<void> {
    const { models } = this.#settings.current;
    const moved = models[from];
    if (!moved || to < 0 || to >= models.length) return;
    await this.#changeModels((saved) => {
      const others = saved.filter(({ id }) => id !== moved.id);
      return others.toSpliced(to, 0, moved);
    });
  }

  /**
   * Makes a further connection the default. The previous default takes its place.
   * @param newId for the previous default
   */
  async makeDefault(id: string, newId: string): Promise<void> {
    const { model, models } = this.#settings.current;
    const chosen = models.find((one) => one.id === id);
    if (!chosen) return;
    const stays = isConnected(model);
    const [ofDefault, ofChosen] = [
      await this.#keys.get(keyName(DEFAULT_CONNECTION)),
      await this.#keys.get(keyName(id)),
    ];
    await this.#keys.remove(keyName(DEFAULT_CONNECTION));
    await this.#keys.remove(keyName(id));
    const { id: _, name, ...rest } = chosen;
    try {
      await this.#settings.change((saved) => ({
        model: { ...rest, ...(name !== '' && { name }) },
        models: saved.models.flatMap((one) => {
          if (one.id !== id) return [one];
          return stays ? [{ ...model, id: newId, name: model.name ?? '' }] : [];
        }),
      }));
    } catch (error) {
      // Nothing was changed, so restore each key.
      if (ofDefault !== undefined) await this.#keys.set(keyName(DEFAULT_CONNECTION), ofDefault);
      if (ofChosen !== undefined) await this.#keys.set(keyName(id), ofChosen);
      throw error;
    }
    if (ofChosen !== undefined) await this.#keys.set(keyName(DEFAULT_CONNECTION), ofChosen);
    if (stays && ofDefault !== undefined) await this.#keys.set(keyName(newId), ofDefault);
  }

  #changeModels(change: (models: ModelConnection[]) => ModelConnection[]): Promise<void> {
    return this.#settings.change(({ models }) => ({ models: change(models) }));
  }
}
