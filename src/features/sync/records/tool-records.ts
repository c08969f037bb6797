// Tools with their versions, and bundles, without permissions: hosts, writing and approvals are records of their own
// (`grant-records.ts`), and stay where they were given unless a person says otherwise.
import type { IDBPTransaction, StoreNames } from 'idb';
import { v7 as uuid } from 'uuid';
import type { Json } from '../../../base/json.ts';
import { isSameJson } from '../../../base/same-json.ts';
import { BUNDLE_IDS, freeSlug, SLUG, type Bundle } from '../../../core/bundle.ts';
import { wrongToolField } from '../../../core/tool-record.ts';
import { withoutApprovals, type Tool } from '../../../core/tool.ts';
import type { Database, Schema } from '../../../storage/database.ts';
import { inSentences, inTransaction, STRICT } from '../../../storage/transactions.ts';
import type { Incoming, LocalRecord, Outcome } from '../engine/ports.ts';
import { announce, idIn, localRecord, markOf, withTexts, type RecordKind } from './record-kind.ts';

const REVISION = 'tools.revision';
const OWN_BUNDLES: readonly string[] = Object.values(BUNDLE_IDS);
const STORES: StoreNames<Schema>[] = ['tools', 'bundles', 'removed', 'settings'];
type Writing = IDBPTransaction<Schema, StoreNames<Schema>[], 'readwrite'>;

export class ToolRecords implements RecordKind {
  readonly kinds = ['bundle', 'tool'];
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async *scan(kinds: readonly string[]): AsyncIterable<LocalRecord> {
    if (kinds.includes('bundle')) {
      for (const bundle of await this.#db.getAll('bundles')) {
        if (!OWN_BUNDLES.includes(bundle.id))
          yield localRecord(`bundle/${bundle.id}`, bundle, bundle.modifiedAt);
      }
    }
    if (!kinds.includes('tool')) return;
    for (const tool of await this.#db.getAll('tools')) {
      if (isSynced(tool)) yield localRecord(`tool/${tool.id}`, toolValue(tool), tool.modifiedAt);
    }
  }

  async apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    await changeTools(this.#db, async (tx) => {
      for (const change of changes) {
        const apply = change.key.startsWith('bundle/') ? applyBundle : applyTool;
        outcomes.set(change.key, await apply(tx, change));
      }
    });
    return outcomes;
  }
}

/** Changes tools in one transaction, as the app's own editor does: under its lock, and seen by all tabs. */
export async function changeTools<Result>(
  db: Database,
  work: (tx: Writing) => Promise<Result>,
): Promise<Result> {
  const write = (): Promise<Result> =>
    inSentences('save', 'the tools of another device', () => {
      const tx = db.transaction(STORES, 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        const result = await work(tx);
        const settings = tx.objectStore('settings');
        const revision = (await settings.get(REVISION))?.value;
        await settings.put({ key: REVISION, value: (typeof revision === 'number' ? revision : 0) + 1 });
        return result;
      });
    });
  const locks = globalThis.navigator?.locks;
  const result = await (locks ? locks.request(`${db.name}-tools`, write) : write());
  announce(`${db.name}-tools`, 'changed');
  return result;
}

async function applyBundle(tx: Writing, { key, value, mark }: Incoming): Promise<Outcome> {
  const id = idIn(key);
  const bundles = tx.objectStore('bundles');
  const here = await bundles.get(id);
  if ((here && markOf(here)) !== mark || OWN_BUNDLES.includes(id)) return 'later';
  if (value === undefined) {
    const tools = await tx.objectStore('tools').getAll();
    if (tools.some(({ bundle }) => bundle === id)) return 'later';
    await bundles.delete(id);
    return { mark: undefined };
  }
  const read = withTexts(
    value,
    'id',
    'slug',
    'displayName',
    'description',
    'origin',
    'createdAt',
    'modifiedAt',
  );
  if (read?.id !== id || !SLUG.test(read.slug) || typeof read['enabled'] !== 'boolean') {
    return { mark: here && markOf(here) };
  }
  const taken = new Set(
    (await bundles.getAll()).flatMap((one) => (one.id === id ? [] : [one.slug.toLowerCase()])),
  );
  const slug = freeSlug(read.slug, (one) => taken.has(one.toLowerCase()));
  const next = { ...(read as unknown as Bundle), slug };
  await bundles.put(next);
  return { mark: markOf(next) };
}

async function applyTool(tx: Writing, { key, value, mark }: Incoming): Promise<Outcome> {
  const id = idIn(key);
  const tools = tx.objectStore('tools');
  const here = await tools.get(id);
  if ((here && markOf(toolValue(here))) !== mark) return 'later';
  if (value === undefined) {
    if (here) {
      const removedAt = new Date().toISOString();
      await tx.objectStore('removed').put({ id: uuid(), tool: here, removedAt });
    }
    await tools.delete(id);
    return { mark: undefined };
  }
  const read = readTool(value, id, here);
  if (!read) return { mark: here && markOf(toolValue(here)) };
  const bundles = tx.objectStore('bundles');
  const bundle = (await bundles.getKey(read.bundle)) === undefined ? BUNDLE_IDS.mine : read.bundle;
  const version = await freeVersion(tx, { ...read, bundle });
  const next: Tool = { ...read, bundle, spec: { ...read.spec, version } };
  await tools.put(next);
  return { mark: markOf(toolValue(next)) };
}

/** Two devices can make the same version number from different texts: both are kept. */
async function freeVersion(tx: Writing, { id, bundle, slug, spec }: Tool): Promise<string> {
  const index = tx.objectStore('tools').index('address');
  let { version } = spec;
  for (let count = 2; ; count += 1) {
    const taken = await index.getKey([bundle, slug, version]);
    if (taken === undefined || taken === id) return version;
    version = `${spec.version.slice(0, 58)}-${count}`;
  }
}

/** @returns undefined for a record that is no tool of a person */
function readTool(value: Json, id: string, here: Tool | undefined): Tool | undefined {
  const read = withTexts(value, 'id', 'origin', 'kind');
  if (read?.id !== id) return undefined;
  const { denied, ...rest } = read as unknown as Tool & { denied?: boolean };
  const isSame =
    here !== undefined &&
    here.kind === rest.kind &&
    here.origin === rest.origin &&
    here.source === rest.source &&
    isSameJson(here.files, rest.files) &&
    isSameJson(here.spec.hosts, rest.spec?.hosts);
  // A grant was given to a text: another text does not get it.
  const { hosts, writes, policy, approved, approvedOutside } = isSame ? here : withoutApprovals(UNGRANTED);
  const tool: Tool = {
    ...rest,
    ...{ hosts, writes, policy: denied ? 'deny' : policy === 'deny' ? 'ask' : policy },
    ...(approved !== undefined && { approved }),
    ...(approvedOutside && { approvedOutside }),
  };
  return wrongToolField({ ...tool }) === undefined && isSynced(tool) ? tool : undefined;
}

const UNGRANTED = { hosts: [], writes: false, policy: 'ask' } as unknown as Tool;

/** Bundled tools come with the app, tools of servers with their server, and a draft is not saved yet. */
export function isSynced({ origin, kind, draft, bundle }: Tool): boolean {
  const comes = origin === 'builtin' || origin === 'bundled' || kind === 'builtin' || kind === 'mcp';
  return !comes && !draft && bundle !== BUNDLE_IDS.bundled && bundle !== BUNDLE_IDS.builtin;
}

function toolValue(tool: Tool): Json {
  const { hosts: _, writes: _w, policy, ...rest } = withoutApprovals(tool);
  return { ...rest, ...(policy === 'deny' && { denied: true }) } as unknown as Json;
}
