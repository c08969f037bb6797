// What is stored in the settings: saved prompts, settings by name, and the connections to models.
import { freeName } from '../../../base/free-name.ts';
import { isObject } from '../../../base/json.ts';
import type { Database } from '../../../storage/database.ts';
import { PROMPTS, readKept } from '../../../storage/prompts.ts';
import { inSentences, inTransaction, STRICT } from '../../../storage/transactions.ts';
import type { Incoming, LocalRecord, Outcome } from '../engine/ports.ts';
import { keepKeysAtOrigins, type KeyVault } from './keys-stay.ts';
import { announce, idIn, localRecord, markOf, type RecordKind } from './record-kind.ts';

export class PromptRecords implements RecordKind {
  readonly kinds = ['prompt'];
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async *scan(): AsyncIterable<LocalRecord> {
    const entry = await this.#db.get('settings', PROMPTS);
    for (const prompt of readKept(entry?.value)) {
      yield localRecord(`prompt/${prompt.id}`, prompt, prompt.modifiedAt);
    }
  }

  apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    return changeEntry(this.#db, PROMPTS, PROMPTS, (value) => {
      const outcomes = new Map<string, Outcome>();
      let prompts = readKept(value);
      for (const { key, value: given, mark } of changes) {
        const id = idIn(key);
        const here = prompts.find((prompt) => prompt.id === id);
        if ((here && markOf(here)) !== mark) {
          outcomes.set(key, 'later');
          continue;
        }
        const [next] = readKept({ prompts: [given] });
        const others = prompts.filter((prompt) => prompt.id !== id);
        if (given === undefined) prompts = others;
        else if (next?.id === id) {
          const name = freeName(
            next.name,
            (free) => others.some((one) => one.name === free),
            (number) => `${next.name.slice(0, 36)}-${number}`,
          );
          prompts = [...others, { ...next, name }];
        }
        const now = prompts.find((prompt) => prompt.id === id);
        outcomes.set(key, { mark: now && markOf(now) });
      }
      return { value: { [PROMPTS]: prompts }, outcomes };
    });
  }
}

const SETTINGS = 'settings';
/** Settings that connect to a model. Keys stay in the vault of each device. */
const OF_MODELS: readonly string[] = ['model', 'models', 'fallback'];

/** What models and tools may do is decided on each device. */
const OF_THIS_DEVICE: readonly string[] = ['codeMode', 'readOnly'];

export class SettingRecords implements RecordKind {
  readonly kinds = ['setting', 'connection'];
  readonly #db: Database;
  readonly #keys: KeyVault;

  constructor(db: Database, keys: KeyVault) {
    this.#db = db;
    this.#keys = keys;
  }

  async *scan(kinds: readonly string[]): AsyncIterable<LocalRecord> {
    const entry = await this.#db.get('settings', SETTINGS);
    if (!isObject(entry?.value)) return;
    for (const [name, value] of Object.entries(entry.value)) {
      const kind = kindOf(name);
      if (value === undefined || !kinds.includes(kind) || OF_THIS_DEVICE.includes(name)) continue;
      const record = localRecord(`${kind}/${name}`, value);
      // A model in this browser exists on no other device.
      yield isOnDevice(value) ? { ...record, read: async () => undefined } : record;
    }
  }

  async apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    const { value: before } = (await this.#db.get('settings', SETTINGS)) ?? {};
    await keepKeysAtOrigins(this.#keys, before, applied(before, changes).value);
    return changeEntry(this.#db, SETTINGS, 'settings', (value) => applied(value, changes));
  }
}

function applied(
  value: unknown,
  changes: readonly Incoming[],
): { value: Record<string, unknown>; outcomes: Map<string, Outcome> } {
  const outcomes = new Map<string, Outcome>();
  const settings: Record<string, unknown> = isObject(value) ? { ...value } : {};
  for (const { key, value: given, mark } of changes) {
    const name = idIn(key);
    const here = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if ((here === undefined ? undefined : markOf(here)) !== mark) {
      outcomes.set(key, 'later');
      continue;
    }
    const isOther = kindOf(name) !== key.slice(0, key.indexOf('/')) || name === '__proto__';
    if (isOther || OF_THIS_DEVICE.includes(name)) continue;
    if (given === undefined) delete settings[name];
    else settings[name] = given;
    outcomes.set(key, { mark: given === undefined ? undefined : markOf(given) });
  }
  return { value: settings, outcomes };
}

function kindOf(setting: string): string {
  return OF_MODELS.includes(setting) ? 'connection' : 'setting';
}

function isOnDevice(value: unknown): boolean {
  return isObject(value) && (value['kind'] === 'device' || value['kind'] === 'browser');
}

/** Changes one entry of the settings in a transaction. */
export async function changeEntry<Result>(
  db: Database,
  key: string,
  channel: string,
  change: (value: unknown) => { value: unknown; outcomes: Result },
): Promise<Result> {
  const outcomes = await inSentences('save', 'what another device sent', () => {
    const tx = db.transaction('settings', 'readwrite', STRICT);
    return inTransaction(tx, async () => {
      const changed = change((await tx.store.get(key))?.value);
      await tx.store.put({ key, value: changed.value });
      return changed.outcomes;
    });
  });
  announce(`${db.name}-${channel}`, 'changed');
  return outcomes;
}
