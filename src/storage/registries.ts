// Registries of tools, in one record of the settings. Their order is their precedence: the first one counts.
import { isObject } from '../base/json.ts';
import { Failure } from '../core/errors.ts';
import { registryUrl, type ToolRegistry } from '../core/tool-registry.ts';
import type { Database } from './database.ts';
import { SettingsList } from './settings-list.ts';

/** Its record in the settings. */
export const REGISTRIES = 'registries';

/** Each one is read whenever a person browses. */
export const MOST_REGISTRIES = 50;

export class RegistryTable {
  readonly #kept: SettingsList<ToolRegistry>;

  constructor(db: Database) {
    this.#kept = new SettingsList(db, { key: REGISTRIES, what: 'the registries', read: readRegistries });
  }

  /** By precedence. @throws Failure `unavailable` */
  list(): Promise<ToolRegistry[]> {
    return this.#kept.list();
  }

  /** Adds a registry at the end. @throws Failure `conflict` for an address that is listed, `bad_request` for too many */
  add(registry: ToolRegistry): Promise<void> {
    return this.#kept.change((kept) => {
      const same = kept.find((one) => registryUrl(one) === registryUrl(registry));
      if (same) throw new Failure('conflict', `The registry ${same.name} has this address already.`);
      if (kept.length >= MOST_REGISTRIES)
        throw new Failure(
          'bad_request',
          `You can keep at most ${MOST_REGISTRIES} registries. Remove some first.`,
        );
      return [...kept, registry];
    });
  }

  /** Replaces the record with the same id. One that was removed meanwhile stays removed. */
  put(registry: ToolRegistry): Promise<void> {
    return this.#kept.change((kept) => kept.map((one) => (one.id === registry.id ? registry : one)));
  }

  /** Moves it by one place. @param by -1 for a higher precedence, 1 for a lower one */
  move(id: string, by: -1 | 1): Promise<void> {
    return this.#kept.change((kept) => {
      const from = kept.findIndex((one) => one.id === id);
      const to = from + by;
      const [moved, other] = [kept[from], kept[to]];
      return moved && other ? kept.with(from, other).with(to, moved) : kept;
    });
  }

  remove(id: string): Promise<void> {
    return this.#kept.change((kept) => kept.filter((one) => one.id !== id));
  }

  /** Puts a removed registry back to its place. */
  restore(registry: ToolRegistry, index: number): Promise<void> {
    return this.#kept.change((kept) => {
      const others = kept.filter(({ id }) => id !== registry.id);
      return others.toSpliced(Math.min(index, others.length), 0, registry);
    });
  }

  onChange(listener: () => void): () => void {
    return this.#kept.onChange(listener);
  }
}

export function readRegistries(value: unknown): ToolRegistry[] {
  const entries = isObject(value) && Array.isArray(value['registries']) ? value['registries'] : [];
  return entries.filter(isObject).filter((entry) => {
    const { id, name, address, handle, files } = entry;
    const isNamed = typeof id === 'string' && typeof name === 'string';
    return isNamed && (typeof address === 'string' || handle !== undefined || files instanceof Map);
  }) as unknown as ToolRegistry[];
}
