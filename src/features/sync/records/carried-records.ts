// Records of which only a part is synced: MCP servers, registries and automations. What runs by itself, reaches the
// network or may do something here is decided on each device: what comes from another one arrives switched off.
import { freeName } from '../../../base/free-name.ts';
import type { Json } from '../../../base/json.ts';
import { isObject } from '../../../base/json.ts';
import { isSameJson } from '../../../base/same-json.ts';
import { readAutomations, type Automation } from '../../../core/automation.ts';
import { isSafeForSecrets } from '../../../core/hosts.ts';
import type { McpServer } from '../../../core/mcp-server.ts';
import { SERVER_NAME } from '../../../core/mcp-tool.ts';
import { FROM_DEVICE } from '../../../core/origin-text.ts';
import type { ToolRegistry } from '../../../core/tool-registry.ts';
import { AUTOMATIONS } from '../../../storage/automations.ts';
import type { Database } from '../../../storage/database.ts';
import { inSentences, inTransaction, STRICT } from '../../../storage/transactions.ts';
import type { Incoming, LocalRecord, Outcome } from '../engine/ports.ts';
import { changeEntry } from './list-records.ts';
import { announce, idIn, localRecord, markOf, withTexts, type RecordKind } from './record-kind.ts';

interface Part<Item extends { id: string }> {
  kind: string;
  /** What is synced of an item; undefined: nothing. */
  shared(item: Item): Json | undefined;
  /** The item after a change from another device; undefined: it can't be one. */
  received(given: unknown, here: Item | undefined, all: readonly Item[]): Item | undefined;
}

/** Applies changes to a list. Pure. */
function changed<Item extends { id: string }>(
  { kind, shared, received }: Part<Item>,
  items: readonly Item[],
  changes: readonly Incoming[],
): { items: Item[]; outcomes: Map<string, Outcome> } {
  const markIn = (item: Item | undefined): string | undefined => {
    const value = item && shared(item);
    return value === undefined ? undefined : markOf(value);
  };
  let next = [...items];
  const outcomes = new Map<string, Outcome>();
  for (const { key, value, mark } of changes) {
    const id = idIn(key);
    if (key !== `${kind}/${id}`) continue;
    const here = next.find((item) => item.id === id);
    if (markIn(here) !== mark) {
      outcomes.set(key, 'later');
      continue;
    }
    if (value === undefined) next = next.filter((item) => item.id !== id || mark === undefined);
    else {
      const item = isObject(value) && value['id'] === id ? received(value, here, next) : undefined;
      if (item) next = here ? next.map((one) => (one.id === id ? item : one)) : [...next, item];
    }
    outcomes.set(key, { mark: markIn(next.find((item) => item.id === id)) });
  }
  return { items: next, outcomes };
}

function* records<Item extends { id: string; createdAt?: string }>(
  { kind, shared }: Part<Item>,
  items: readonly Item[],
): Iterable<LocalRecord> {
  for (const item of items) {
    const value = shared(item);
    if (value !== undefined) yield localRecord(`${kind}/${item.id}`, value, item.createdAt);
  }
}

const SERVERS: Part<McpServer> = {
  kind: 'server',
  shared: ({ id, name, url, auth, headers, createdAt }) => ({
    ...{ id, name, url, auth, createdAt },
    ...(headers && { headers }),
  }),
  received(given, here, all) {
    const read = withTexts(given, 'id', 'name', 'url', 'auth', 'createdAt');
    if (!read || !SERVER_NAME.test(read.name) || !WAYS.includes(read.auth)) return undefined;
    const { id, url, auth, createdAt, headers } = read;
    if (!URL.canParse(url) || !isSafeForSecrets(new URL(url)) || new URL(url).username !== '')
      return undefined;
    const name = free(read.name, id, all, (base, count) => `${base.slice(0, 20)}_${count}`);
    // Its tokens are in the vault of this device: they go to no other address than before.
    if (here) return { ...here, name };
    const areNames = Array.isArray(headers) && headers.every((one) => typeof one === 'string');
    return {
      ...{ id, name, url, auth: auth as McpServer['auth'], enabled: false, createdAt },
      ...(areNames && { headers: headers as string[] }),
    };
  },
};
const WAYS: readonly string[] = ['none', 'bearer', 'headers', 'oauth'];

const REGISTRIES: Part<ToolRegistry> = {
  kind: 'registry',
  // A folder exists on no other device.
  shared: ({ id, name, address }) => (address === undefined ? undefined : { id, name, address }),
  received(given, here, all) {
    const read = withTexts(given, 'id', 'name', 'address');
    if (!read || !/^https?:/.test(read.address) || !URL.canParse(read.address)) return undefined;
    const { id, name, address } = read;
    if (all.some((one) => one.id !== id && one.address === address)) return undefined;
    return { ...(here?.off && { off: true }), id, name, address };
  },
};

const TASKS: Part<Automation> = {
  kind: 'automation',
  shared: ({ id, title, task, timetable, result, createdAt }) =>
    ({ id, title, task, timetable, result, createdAt }) as unknown as Json,
  received(given, here) {
    if (!isObject(given)) return undefined;
    const isSameTask = here !== undefined && isSameJson(here.task, given['task']);
    const since = here?.since ?? new Date().toISOString();
    const whole = {
      ...given,
      ...(isSameTask
        ? { on: here.on, ...(here.from && { from: here.from }) }
        : { on: false, from: FROM_DEVICE }),
      ...{ since, runs: here?.runs ?? [] },
    };
    return readAutomations({ automations: [whole] })[0];
  },
};

/** A list in one record of the settings. */
class SettingsPart<Item extends { id: string; createdAt?: string }> implements RecordKind {
  readonly kinds: readonly string[];
  readonly #db: Database;
  readonly #part: Part<Item>;
  readonly #key: string;
  readonly #read: (value: unknown) => Item[];

  constructor(db: Database, part: Part<Item>, key: string, read: (value: unknown) => Item[]) {
    this.kinds = [part.kind];
    this.#db = db;
    this.#part = part;
    this.#key = key;
    this.#read = read;
  }

  async *scan(): AsyncIterable<LocalRecord> {
    yield* records(this.#part, this.#read((await this.#db.get('settings', this.#key))?.value));
  }

  apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    return changeEntry(this.#db, this.#key, this.#key, (value) => {
      const { items, outcomes } = changed(this.#part, this.#read(value), changes);
      return { value: { [this.#key]: items }, outcomes };
    });
  }
}

export class ServerRecords implements RecordKind {
  readonly kinds = [SERVERS.kind];
  readonly #db: Database;
  readonly #remove: (id: string) => Promise<unknown>;

  /** @param remove deletes a server with its tools and its secrets */
  constructor(db: Database, remove: (id: string) => Promise<unknown>) {
    this.#db = db;
    this.#remove = remove;
  }

  async *scan(): AsyncIterable<LocalRecord> {
    yield* records(SERVERS, await this.#db.getAll('mcp_servers'));
  }

  async apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    const { outcomes, gone } = await inSentences('save', 'what another device sent', () => {
      const tx = this.#db.transaction('mcp_servers', 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        const before = await tx.store.getAll();
        const { items, outcomes: all } = changed(SERVERS, before, changes);
        for (const item of items) if (!before.includes(item)) await tx.store.put(item);
        const ids = before.map(({ id }) => id).filter((id) => !items.some((one) => one.id === id));
        return { outcomes: all, gone: ids };
      });
    });
    for (const id of gone) await this.#remove(id);
    announce(`${this.#db.name}-mcp_servers`, 'changed');
    return outcomes;
  }
}

export function registryRecords(db: Database): RecordKind {
  return new SettingsPart(db, REGISTRIES, 'registries', (value) => listIn<ToolRegistry>(value, 'registries'));
}

export function automationRecords(db: Database): RecordKind {
  return new SettingsPart(db, TASKS, AUTOMATIONS, readAutomations);
}

function listIn<Item>(value: unknown, key: string): Item[] {
  const entries = isObject(value) && Array.isArray(value[key]) ? value[key] : [];
  return entries.filter((entry) => isObject(entry) && typeof entry['id'] === 'string') as Item[];
}

function free(
  name: string,
  id: string,
  all: readonly { id: string; name: string }[],
  numbered: (base: string, count: number) => string,
): string {
  return freeName(
    name,
    (wanted) => all.some((one) => one.id !== id && one.name === wanted),
    (number) => numbered(name, number),
  );
}
