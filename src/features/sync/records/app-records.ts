// All records of this device that sync can carry, by the groups that a person switches.
import type { Json } from '../../../base/json.ts';
import { isObject } from '../../../base/json.ts';
import { isSameJson } from '../../../base/same-json.ts';
import { ATTACHED_SOURCE, type DocumentMeta } from '../../../core/document.ts';
import type { Database } from '../../../storage/database.ts';
import type { Incoming, LocalRecord, LocalRecords, Outcome } from '../engine/ports.ts';
import { automationRecords, registryRecords, ServerRecords } from './carried-records.ts';
import { ChatRecords } from './chat-records.ts';
import { ATTACHED, attachedKey } from './document-keys.ts';
import { DocumentRecords, libraryKey, type DocumentDeps } from './document-records.ts';
import { GRANT, GrantRecords } from './grant-records.ts';
import type { KeyVault } from './keys-stay.ts';
import { ORIGINAL, OriginalFiles, type OriginalDeps } from './original-files.ts';
import { PromptRecords, SettingRecords } from './list-records.ts';
import type { RecordKind } from './record-kind.ts';
import { COLLECTIONS, PROFILES, REMOTES, TableRecords } from './table-records.ts';
import type { SealState, SecretSeal } from '../secret-seal.ts';
import { KEY, SEAL, SECRET, type SecretRecords } from './secret-records.ts';
import { ToolRecords } from './tool-records.ts';

export interface AppRecordsDeps {
  isAnswered(conversation: string): Promise<boolean>;
  documents: DocumentDeps;
  originals: OriginalDeps;
  secrets: SecretRecords;
  seal: SecretSeal;
  keys: KeyVault;
  /** Deletes an MCP server with its tools and its secrets. */
  removeServer(id: string): Promise<unknown>;
}

export class AppRecords implements LocalRecords {
  readonly kinds: readonly string[];
  readonly files: OriginalFiles;
  readonly #parts: readonly RecordKind[];

  constructor(
    db: Database,
    { isAnswered, documents, originals, secrets, seal, keys, removeServer }: AppRecordsDeps,
  ) {
    const chats = new ChatRecords(db, { isAnswered });
    const keyOfAttached = ({ id, source_id }: DocumentMeta): string | undefined => {
      const chat = chats.chatByAttached().get(id);
      return chat === undefined ? undefined : attachedKey(chat, { source_id });
    };
    this.files = new OriginalFiles(db, originals, (meta) =>
      meta.source === ATTACHED_SOURCE ? keyOfAttached(meta) : libraryKey(meta),
    );
    this.#parts = [
      new TableRecords(db, COLLECTIONS),
      new ToolRecords(db),
      // After the tools: a permission applies to the text of its tool.
      new GrantRecords(db, seal),
      new DocumentRecords(db, documents),
      new TableRecords(db, PROFILES),
      new PromptRecords(db),
      new SettingRecords(db, keys),
      new TableRecords(db, REMOTES),
      new ServerRecords(db, removeServer),
      registryRecords(db),
      automationRecords(db),
      // After the connections, which say where a key belongs.
      secrets,
      chats,
      // After its chat, which says what is attached.
      new DocumentRecords(db, documents, ATTACHED, (meta) =>
        meta.source === ATTACHED_SOURCE ? keyOfAttached(meta) : undefined,
      ),
    ];
    this.kinds = this.#parts.flatMap(({ kinds }) => kinds);
  }

  async *scan(kinds: readonly string[]): AsyncIterable<LocalRecord> {
    for (const part of this.#parts) {
      const wanted = part.kinds.filter((kind) => kinds.includes(kind));
      if (wanted.length > 0) yield* part.scan(wanted);
    }
  }

  async apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    for (const part of this.#parts) {
      const own = changes.filter(({ key }) => part.kinds.includes(key.slice(0, key.indexOf('/'))));
      if (own.length === 0) continue;
      for (const [key, outcome] of await part.apply(own)) outcomes.set(key, outcome);
    }
    return outcomes;
  }

  ownerOf(key: string): string | undefined {
    const [kind, id] = key.split('/');
    if (kind === ORIGINAL) return key.slice(ORIGINAL.length + 1);
    return kind === 'message' || kind === 'head' || kind === ATTACHED ? `chat/${id}` : undefined;
  }

  async fork(
    key: string,
    value: Json,
    hash: string,
    kept: Json,
  ): Promise<{ key: string; value: Json } | undefined> {
    if (!isObject(value) || !isObject(kept)) return undefined;
    const kind = key.slice(0, key.indexOf('/'));
    const id = idFrom(hash);
    // Names are in English: every device must make the same record.
    const name = String(value['name'] ?? '');
    if (kind === 'profile' && value['text'] !== kept['text']) {
      return { key: `profile/${id}`, value: { ...value, id, name: `${name} (other device)` } };
    }
    if (kind === 'prompt' && value['text'] !== kept['text']) {
      return {
        key: `prompt/${id}`,
        value: { ...value, id, name: `${name.slice(0, 30)}-${hash.slice(0, 4)}` },
      };
    }
    if (kind === 'tool') return forkOfTool(value, kept, id, hash);
    // Documents of connectors and feeds are read again from their source.
    if (
      kind === 'document' &&
      value['hash'] !== kept['hash'] &&
      OWN_SOURCES.includes(String(value['source']))
    ) {
      const sourceId = `${String(value['source_id'])} (other device ${hash.slice(0, 4)})`;
      const title = `${String(value['title'])} (other device)`;
      const forked = { ...value, id, source_id: sourceId, title, hash: `${hash}${hash}` };
      return { key: `document/${encodeURIComponent(String(value['source']))}/${sourceId}`, value: forked };
    }
    return undefined;
  }
}

/** The other text becomes an earlier version: both can be compared, and chosen. */
function forkOfTool(
  value: Record<string, unknown>,
  kept: Record<string, unknown>,
  id: string,
  hash: string,
): { key: string; value: Json } | undefined {
  const { spec, source, files, currentSince } = value;
  if (source === kept['source'] && isSameJson(files, kept['files'])) return undefined;
  const latest = Date.parse(String(kept['currentSince']));
  if (!isObject(spec) || Number.isNaN(latest)) return undefined;
  const version = `${String(spec['version']).slice(0, 58)}-${hash.slice(0, 4)}`;
  const before = new Date(Math.min(latest - 1, Date.parse(String(currentSince)) || latest - 1)).toISOString();
  const forked = { ...value, id, spec: { ...spec, version }, currentSince: before } as unknown as Json;
  return { key: `tool/${id}`, value: forked };
}

const OWN_SOURCES: readonly string[] = ['notes', 'files'];

/** The same id on every device that keeps this value. */
function idFrom(hash: string): string {
  const hex = hash.padEnd(32, '0');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** What a person switches on or off together. */
export const GROUPS = {
  chats: ['chat', 'head', 'message', ATTACHED],
  tools: ['bundle', 'tool'],
  documents: ['collection', 'document'],
  originals: [ORIGINAL],
  profiles: ['profile'],
  prompts: ['prompt'],
  settings: ['setting'],
  connections: ['connection', 'remote', 'server', 'registry'],
  automations: ['automation'],
  secrets: [SEAL, SECRET, KEY],
  grants: [GRANT],
} as const satisfies Record<string, readonly string[]>;

export type Group = keyof typeof GROUPS;

/** Sealed a second time, and synced only if the person chooses it. */
const SEALED: readonly Group[] = ['secrets', 'grants'];

/** Synced by default. */
export const DEFAULT_GROUPS = (Object.keys(GROUPS) as Group[]).filter((group) => !SEALED.includes(group));

/**
 * Kinds of these groups. What is sealed waits while the seal is closed: comparing it would count it as deleted. The key
 * goes along in any case, so that each device knows that there is one. Permissions wait for the tools.
 */
export function kindsOf(groups: readonly Group[], seal: SealState = 'open'): string[] {
  const kinds = groups
    .filter((group) => seal === 'open' || !SEALED.includes(group))
    .filter((group) => group !== 'grants' || groups.includes('tools'))
    .flatMap((group): string[] => [...GROUPS[group]])
    .filter((kind) => kind !== SEAL);
  return seal === 'locked' ? kinds : [...kinds, SEAL];
}

/** Permissions are sealed with the key of the secrets, so they end with them. */
export function withGroup(groups: readonly Group[], group: Group, on: boolean): Group[] {
  const ends: readonly Group[] = group === 'secrets' && !on ? SEALED : [group];
  return [...groups.filter((one) => !ends.includes(one)), ...(on ? [group] : [])];
}
