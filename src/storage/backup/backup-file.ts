// The backup file: parts of JSON Lines in a ZIP, described by a manifest as its last entry.
//
// - It is written in pieces, with one part in memory at a time. The manifest has the SHA-256 of each part.
// - It is read part by part, in any order, and only the parts needed. Each is verified before it is used.
import { sha256Hex } from '../../base/digest.ts';
import { Zip, ZipDeflate } from 'fflate';
import {
  BACKUP_FORMAT,
  BACKUP_KINDS,
  BACKUP_VERSION,
  type BackupContents,
  type BackupKind,
  type BackupManifest,
  type BackupPart,
} from '../../core/backup.ts';
import { Failure } from '../../core/errors.ts';
import { isDeeperThan } from '../../base/json-depth.ts';
import { isObject } from '../../base/json.ts';
import type { ByteSource } from './byte-source.ts';
import { isSealed, openSealed, SealedWriter, type Sink } from './sealed-file.ts';
import { damaged, openZip, type ZipEntries } from './zip-entries.ts';

const MANIFEST = 'perilune-backup.json';
/** Bytes of lines that are packed together. */
const PART = 4 * 1024 * 1024;
/** Maximum bytes of a part: it holds at least one record, and the largest document body fits. */
const LARGEST_PART = 256 * 1024 * 1024;
const LARGEST_MANIFEST = 16 * 1024 * 1024;
/** The largest size that this kind of ZIP can address. */
const LARGEST_FILE = 0xffff_ffff;
/** Maximum nesting of a record: schemas go deep, but not that deep. */
const LEVELS = 200;
/** Compression level of nine: texts shrink to a third in half the time of the highest level. */
const EFFORT = 4;
const PATH = /^[a-z]+\/\d{5}\.jsonl$/;
const HASH = /^[0-9a-f]{64}$/;

export class BackupWriter {
  readonly #manifest: BackupManifest;
  readonly #send: (bytes: Uint8Array) => Promise<void>;
  readonly #end: () => Promise<void>;
  readonly #zip: Zip;
  readonly #packed: Uint8Array[] = [];
  #problem: Error | undefined;
  #written = 0;
  #lines: Uint8Array[] = [];
  #bytes = 0;

  private constructor(
    manifest: BackupManifest,
    send: (bytes: Uint8Array) => Promise<void>,
    end: () => Promise<void>,
  ) {
    this.#manifest = manifest;
    this.#send = send;
    this.#end = end;
    this.#zip = new Zip((problem, bytes) => {
      if (problem) this.#problem = problem;
      else if (bytes.length > 0) this.#packed.push(bytes);
    });
  }

  static async start(
    about: { app: string; createdAt: string; passphrase?: string | undefined },
    sink: Sink,
  ): Promise<BackupWriter> {
    const { app, createdAt, passphrase } = about;
    const manifest: BackupManifest = {
      format: BACKUP_FORMAT,
      version: BACKUP_VERSION,
      app,
      createdAt,
      kinds: {},
      parts: [],
    };
    if (passphrase === undefined) {
      return new BackupWriter(
        manifest,
        async (bytes) => sink(bytes as Uint8Array<ArrayBuffer>),
        async () => {},
      );
    }
    const sealed = await SealedWriter.start(passphrase, sink);
    return new BackupWriter(
      manifest,
      (bytes) => sealed.write(bytes),
      () => sealed.end(),
    );
  }

  /** @param isOne which records count in numbers shown to people; absent: all */
  async add(
    kind: BackupKind,
    records: AsyncIterable<unknown> | Iterable<unknown>,
    isOne: (record: unknown) => boolean = () => true,
  ): Promise<void> {
    let all = 0;
    for await (const record of records) {
      const line = new TextEncoder().encode(`${JSON.stringify(record)}\n`);
      if (line.length > LARGEST_PART) {
        throw new Failure(
          'too_large',
          `One of the ${kind} is too large for a backup (${line.length} bytes).`,
        );
      }
      if (this.#bytes > 0 && this.#bytes + line.length > PART) await this.#flush(kind);
      this.#lines.push(line);
      this.#bytes += line.length;
      if (isOne(record)) all += 1;
    }
    if (this.#bytes > 0) await this.#flush(kind);
    this.#manifest.kinds[kind] = all;
  }

  async end(): Promise<BackupManifest> {
    await this.#put(MANIFEST, new TextEncoder().encode(JSON.stringify(this.#manifest, null, 1)));
    this.#zip.end();
    await this.#drain();
    await this.#end();
    return this.#manifest;
  }

  async #flush(kind: BackupKind): Promise<void> {
    const bytes = new Uint8Array(this.#bytes);
    let at = 0;
    for (const line of this.#lines) {
      bytes.set(line, at);
      at += line.length;
    }
    const number = String(this.#manifest.parts.length + 1).padStart(5, '0');
    const part: BackupPart = {
      path: `${kind}/${number}.jsonl`,
      kind,
      records: this.#lines.length,
      bytes: bytes.length,
      sha256: await sha256Hex(bytes),
    };
    this.#lines = [];
    this.#bytes = 0;
    this.#manifest.parts.push(part);
    await this.#put(part.path, bytes);
  }

  async #put(path: string, bytes: Uint8Array): Promise<void> {
    const entry = new ZipDeflate(path, { level: EFFORT });
    entry.mtime = this.#manifest.createdAt;
    this.#zip.add(entry);
    entry.push(bytes, true);
    await this.#drain();
  }

  async #drain(): Promise<void> {
    if (this.#problem) throw this.#problem;
    for (const bytes of this.#packed.splice(0)) {
      this.#written += bytes.length;
      if (this.#written > LARGEST_FILE) {
        throw new Failure('too_large', 'The backup would be larger than 4 GB; choose fewer kinds for it.');
      }
      await this.#send(bytes);
    }
  }
}

export interface OpenedBackup {
  manifest: BackupManifest;
  contents: BackupContents;
  /** Returns the records of a part. @throws Failure `bad_request` when it isn't what was written */
  read(part: BackupPart): Promise<unknown[]>;
}

/**
 * @throws Failure `denied` when it needs a passphrase (`details.encrypted`) or the given one is wrong, `bad_request`
 *   for a file that is no backup, damaged, or of a later version
 */
export async function openBackup(file: ByteSource, passphrase?: string): Promise<OpenedBackup> {
  const encrypted = await isSealed(file);
  if (encrypted && !passphrase) {
    throw new Failure('denied', 'This backup is encrypted. Enter its passphrase to open it.', {
      encrypted: true,
    });
  }
  const zip = await openZip(encrypted ? await openSealed(file, passphrase ?? '') : file);
  const manifest = await readManifest(zip);
  const { app, createdAt, kinds, parts } = manifest;
  const unpacked = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    manifest,
    contents: { app, createdAt, encrypted, kinds, size: file.size, unpacked },
    async read(part) {
      const bytes = await zip.read(part.path, part.bytes);
      if ((await sha256Hex(bytes)) !== part.sha256) throw damaged(`${part.path} was altered`);
      const records = linesOf(bytes, part);
      if (records.length !== part.records) throw damaged(`${part.path} has a different number of records`);
      return records;
    },
  };
}

async function readManifest(zip: ZipEntries): Promise<BackupManifest> {
  const size = zip.sizeOf(MANIFEST);
  if (size === undefined) throw damaged(`it has no ${MANIFEST}`);
  if (size > LARGEST_MANIFEST) throw damaged('its manifest is too large');
  const bytes = await zip.read(MANIFEST, size);
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw damaged('its manifest cannot be read');
  }
  if (!isObject(read) || read['format'] !== BACKUP_FORMAT) throw damaged('its manifest is of something else');
  const { version } = read;
  if (typeof version === 'number' && version > BACKUP_VERSION) {
    throw new Failure(
      'bad_request',
      `This backup was made by a newer version of Perilune (${String(read['app']).slice(0, 20)}). Update Perilune, then restore it.`,
    );
  }
  if (version !== BACKUP_VERSION || !isManifest(read)) throw damaged('its manifest is broken');
  return read;
}

function isManifest(read: Record<string, unknown>): read is Record<string, unknown> & BackupManifest {
  const { app, createdAt, kinds, parts } = read;
  if (typeof app !== 'string' || typeof createdAt !== 'string') return false;
  if (!isObject(kinds) || !Array.isArray(parts)) return false;
  const records = new Map<unknown, number>();
  const paths = new Set<unknown>();
  for (const part of parts as unknown[]) {
    if (!isObject(part) || !isPart(part) || paths.has(part.path)) return false;
    paths.add(part.path);
    records.set(part.kind, (records.get(part.kind) ?? 0) + part.records);
  }
  // The counts shown may not exceed what the parts contain.
  return (
    Object.entries(kinds).every(
      ([kind, count]) =>
        BACKUP_KINDS.includes(kind as BackupKind) && isCount(count) && count <= (records.get(kind) ?? 0),
    ) && [...records.keys()].every((kind) => Object.hasOwn(kinds, String(kind)))
  );
}

function isPart(part: Record<string, unknown>): part is Record<string, unknown> & BackupPart {
  const { path, kind, records, bytes, sha256: hash } = part;
  return (
    typeof path === 'string' &&
    PATH.test(path) &&
    path.startsWith(`${String(kind)}/`) &&
    BACKUP_KINDS.includes(kind as BackupKind) &&
    isCount(records) &&
    isCount(bytes) &&
    bytes <= LARGEST_PART &&
    typeof hash === 'string' &&
    HASH.test(hash)
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function linesOf(bytes: Uint8Array, { path }: BackupPart): unknown[] {
  try {
    const lines = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n');
    const records = lines.slice(0, -1).map((line): unknown => JSON.parse(line));
    if (lines.at(-1) !== '' || records.some((record) => isDeeperThan(LEVELS, record))) throw damaged(path);
    return records;
  } catch {
    throw damaged(`${path} cannot be read`);
  }
}
