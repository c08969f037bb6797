// Syncs the permissions of tools, sealed with the key of the secrets: hosts, writing, and calls without asking. Each
// permission is a separate record, so a change on one device can't restore a permission that another device revoked.
//
// - It applies only to the text it was granted for. The tool itself is synced by the tool records.
// - Approvals for callers outside the app stay on each device.
import { sha256Hex } from '../../../base/digest.ts';
import type { Json } from '../../../base/json.ts';
import { isHostName, hostnameOf } from '../../../core/hosts.ts';
import { withoutApprovals, type Tool } from '../../../core/tool.ts';
import type { Database } from '../../../storage/database.ts';
import type { Incoming, LocalRecord, Outcome } from '../engine/ports.ts';
import { canonical } from '../log/canonical.ts';
import type { SecretSeal } from '../secret-seal.ts';
import { idIn, markOf, type RecordKind } from './record-kind.ts';
import { markOfPlain, openedSeal, openPlain, sealedRecord } from './sealed-values.ts';
import { changeTools, isSynced } from './tool-records.ts';

export const GRANT = 'grant';

type Permission = { host: string } | { writes: true } | { calls: 'allow' } | { approved: string };
/** The sealed value. `text` is the digest of the tool's text at the time of the grant. */
type Plain = { tool: string; text: string } & Permission;

export class GrantRecords implements RecordKind {
  readonly kinds = [GRANT];
  readonly #db: Database;
  readonly #seal: SecretSeal;

  constructor(db: Database, seal: SecretSeal) {
    this.#db = db;
    this.#seal = seal;
  }

  async *scan(): AsyncIterable<LocalRecord> {
    const open = await openedSeal(this.#seal);
    for (const tool of await this.#db.getAll('tools')) {
      for (const [key, plain] of await permissionsOf(tool)) yield await sealedRecord(key, plain, open);
    }
  }

  async apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    const identity = await this.#seal.identity();
    if (identity === undefined) return outcomes;
    const byTool = new Map<string, Incoming[]>();
    for (const change of changes) {
      const id = toolIn(change.key);
      byTool.set(id, [...(byTool.get(id) ?? []), change]);
    }
    const changed: { before: Tool; next: Tool; own: readonly Incoming[] }[] = [];
    for (const [id, own] of byTool) {
      const before = await this.#db.get('tools', id);
      if (!before) for (const { key } of own) outcomes.set(key, { mark: undefined });
      const next = before && (await this.#changed(before, own, identity, outcomes));
      if (before && next && markOf(next) !== markOf(before)) changed.push({ before, next, own });
    }
    if (changed.length === 0) return outcomes;
    await changeTools(this.#db, async (tx) => {
      const tools = tx.objectStore('tools');
      for (const { before, next, own } of changed) {
        const now = await tools.get(before.id);
        if (now && markOf(now) === markOf(before)) await tools.put(next);
        // The person has changed it meanwhile.
        else for (const { key } of own) outcomes.delete(key);
      }
    });
    return outcomes;
  }

  /** Returns the tool after these changes. */
  async #changed(
    tool: Tool,
    changes: readonly Incoming[],
    identity: string,
    outcomes: Map<string, Outcome>,
  ): Promise<Tool> {
    const here = await permissionsOf(tool);
    const text = await textDigest(tool);
    let next = tool;
    for (const { key, value, mark } of changes) {
      const held = here.get(key);
      const markHere = held && (await markOfPlain(identity, held));
      if (markHere !== mark && !(await this.#wasMark(held, mark))) continue;
      if (value === undefined) {
        if (held) next = without(next, held);
        outcomes.set(key, { mark: undefined });
        continue;
      }
      const given = await readPlain(identity, value, tool, text);
      const fits = given !== undefined && (await keyOf(given)) === key && isSynced(tool);
      if (fits) next = granted(next, given);
      outcomes.set(key, { mark: fits ? await markOfPlain(identity, given) : markHere });
    }
    return next;
  }

  /** Returns whether the previous key made this mark. */
  async #wasMark(held: Plain | undefined, mark: string | undefined): Promise<boolean> {
    const earlier = await this.#seal.earlier();
    return held !== undefined && earlier !== undefined && (await markOfPlain(earlier, held)) === mark;
  }
}

async function permissionsOf(tool: Tool): Promise<Map<string, Plain>> {
  if (!isSynced(tool)) return new Map();
  const { hosts, writes, policy, approved } = tool;
  const all: Permission[] = [
    ...hosts.map((host) => ({ host })),
    ...(writes ? [{ writes }] : []),
    ...(policy === 'allow' ? [{ calls: policy }] : []),
    ...(approved === undefined ? [] : [{ approved }]),
  ];
  if (all.length === 0) return new Map();
  const of = { tool: tool.id, text: await textDigest(tool) };
  return new Map(
    await Promise.all(
      all.map(async (one): Promise<[string, Plain]> => {
        const plain = { ...of, ...one };
        return [await keyOf(plain), plain];
      }),
    ),
  );
}

/** Each permission has its own key, so a later grant never replaces an earlier one. */
async function keyOf(plain: Plain): Promise<string> {
  return `${GRANT}/${plain.tool}/${(await sha256Hex(canonical(plain))).slice(0, 32)}`;
}

function toolIn(key: string): string {
  const id = idIn(key);
  return id.slice(0, Math.max(0, id.lastIndexOf('/')));
}

/** Covers what the person saw when granting: the code that runs and its origin. */
async function textDigest({ id, kind, origin, source, files, spec }: Tool): Promise<string> {
  return (await sha256Hex(canonical([id, kind, origin, source, files, spec.hosts]))).slice(0, 32);
}

async function readPlain(
  identity: string,
  value: Json,
  { id }: Tool,
  text: string,
): Promise<Plain | undefined> {
  const read = await openPlain(identity, value);
  if (read?.['tool'] !== id || read['text'] !== text) return undefined;
  const of = { tool: id, text };
  const { host, writes, calls, approved } = read;
  if (typeof host === 'string' && isHostName(hostnameOf(`https://${host}`) ?? '')) return { ...of, host };
  if (writes === true) return { ...of, writes };
  if (calls === 'allow') return { ...of, calls };
  return typeof approved === 'string' ? { ...of, approved } : undefined;
}

function granted(tool: Tool, plain: Plain): Tool {
  if ('host' in plain) return { ...tool, hosts: [...new Set([...tool.hosts, plain.host])] };
  if ('writes' in plain) return { ...tool, writes: true };
  if ('approved' in plain) return { ...tool, approved: plain.approved };
  return tool.policy === 'ask' ? { ...tool, policy: 'allow' } : tool;
}

function without(tool: Tool, plain: Plain): Tool {
  if ('host' in plain) return { ...tool, hosts: tool.hosts.filter((host) => host !== plain.host) };
  if ('writes' in plain) return { ...tool, writes: false };
  if ('approved' in plain) return withoutApprovals(tool);
  return tool.policy === 'allow' ? { ...tool, policy: 'ask' } : tool;
}
