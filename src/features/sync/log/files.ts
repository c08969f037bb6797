// The files in the storage: their names, and what is in them. Everything from a file is checked before it is used.
import { sha256Hex } from '../../../base/digest.ts';
import type { Json } from '../../../base/json.ts';
import { isObject } from '../../../base/json.ts';
import { Failure } from '../../../core/errors.ts';
import type { Cell, Head } from './cells.ts';
import { isStamp, type Stamp } from './clock.ts';
import { NotReadable, open, recipientOf, seal } from '../../../storage/age-files.ts';
import { NewerFormat, type Keys } from './passphrase-seal.ts';
import { openKeys, sealKeys } from './with-passphrase.ts';

/** A storage with a later version is left alone. */
export const FORMAT_VERSION = 1;
const MAGIC = 'perilune-sync';
export const HEADER = 'header';
export const DEVICES = 'devices';
export const FILES = 'files';
export const FOLDERS = [DEVICES, 'log', 'blobs', 'snapshots', FILES] as const;

type Bytes = Uint8Array<ArrayBuffer>;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export const devicePath = (device: string): string => `${DEVICES}/${device}`;
export const entryPath = (device: string, seq: number): string =>
  `log/${device}-${String(seq).padStart(8, '0')}`;
export const blobPath = (name: string): string => `blobs/${name}`;
export const piecePath = (name: string): string => `${FILES}/${name}`;
export const snapshotPath = (name: string): string => `snapshots/${name}`;

const KB = 1024;
const MB = 1024 * KB;

/** Bytes of the largest file that Perilune writes, encrypted and unpacked. Larger files come from elsewhere. */
export function largestOf(path: string): { sealed: number; plain: number } {
  const [folder] = path.split('/');
  switch (folder) {
    case 'log':
      return { sealed: 16 * MB, plain: 32 * MB };
    case 'blobs':
      return { sealed: 128 * MB, plain: 512 * MB };
    case FILES:
      return { sealed: 5 * MB, plain: 5 * MB };
    case 'snapshots':
      return { sealed: 256 * MB, plain: 512 * MB };
    default:
      return { sealed: 64 * KB, plain: 64 * KB };
  }
}

/** The keys of a workspace, as stored under the passphrase. */
export interface Workspace extends Keys {
  id: string;
  /** For each older key, newest first: the last entry of each device that it may have encrypted. */
  cuts: readonly Readonly<Record<string, Reached>>[];
  /** Ids of devices that were removed. */
  removed: readonly string[];
}

/** The last entry of a device's log. Written again after each entry. */
export interface Marker {
  device: string;
  name: string;
  seq: number;
  /** Digest of the last entry. */
  hash: string;
  /** The age recipient of the device. */
  recipient: string;
  /** The latest snapshot it wrote. */
  snapshot?: string;
  /** When it wrote this, in milliseconds of its own clock. */
  at?: number;
  /** Pieces that it has found missing or damaged. */
  lacking?: readonly string[];
}

export interface Change {
  key: string;
  stamp: Stamp;
  /** Stamps of the values that it replaces. */
  over: readonly Stamp[];
  /** Digest of the value; null: deleted. */
  hash: string | null;
  value?: Json;
  /** The blob that holds a large value. */
  blob?: string;
  /** Of a deletion: stamps of the record's parts that were deleted with it. */
  covers?: readonly Stamp[];
  /** Of a file: names of the pieces that hold it. */
  pieces?: readonly string[];
}

export interface Entry {
  device: string;
  seq: number;
  /** Digest of the entry before it; empty for the first. */
  prev: string;
  /** The last entry of each other device that the author had read. */
  seen: Readonly<Record<string, Reached>>;
  changes: readonly Change[];
}

/** How far a device's log was read. */
export interface Reached {
  seq: number;
  hash: string;
}

export interface Snapshot {
  reached: Readonly<Record<string, Reached>>;
  cells: readonly Pick<Cell, 'key' | 'heads'>[];
}

export async function makeHeader(workspace: Workspace, passphrase: string, work?: number): Promise<Bytes> {
  const sealed = await sealKeys(encoder.encode(JSON.stringify(workspace)), passphrase, work);
  const line = encoder.encode(`${MAGIC} ${FORMAT_VERSION}\n`);
  return new Uint8Array(await new Blob([line, sealed]).arrayBuffer());
}

/** @throws Failure `bad_request` for other files, `conflict` for a later version */
export function checkHeader(bytes: Uint8Array): Uint8Array {
  const line = new TextDecoder().decode(bytes.subarray(0, 40)).split('\n')[0] ?? '';
  const version = new RegExp(`^${MAGIC} (\\d{1,9})$`).exec(line)?.[1];
  if (version === undefined) {
    throw new Failure('bad_request', 'This folder contains other files. Choose an empty folder for sync.');
  }
  if (Number(version) > FORMAT_VERSION) {
    throw new Failure(
      'conflict',
      'A newer version of Perilune wrote these files. Update Perilune on this device, then sync again. Nothing was changed.',
    );
  }
  return bytes.subarray(line.length + 1);
}

export async function openHeader(bytes: Uint8Array, passphrase: string): Promise<Workspace> {
  const plain: unknown = JSON.parse(decoder.decode(await openKeys(checkHeader(bytes), passphrase)));
  const workspace = readWorkspace(plain);
  if (!workspace) {
    throw new Failure('bad_request', 'The key file in the storage is damaged. Nothing was changed.');
  }
  return workspace;
}

export function readWorkspace(value: unknown): Workspace | undefined {
  const { id, identities, naming, cuts = [], removed = [] } = isObject(value) ? value : {};
  const fine =
    typeof id === 'string' &&
    typeof naming === 'string' &&
    isTexts(identities) &&
    Array.isArray(cuts) &&
    cuts.every(isReached) &&
    cuts.length === identities.length - 1 &&
    isTexts(removed);
  return fine ? { id, identities, naming, cuts, removed } : undefined;
}

export interface Opened {
  content: Record<string, unknown>;
  /** Digest of the file before encryption. */
  hash: string;
  /** Which key it was encrypted with; 0 is the present one. */
  key: number;
}

/** Seals and opens the other files. Each says what it is and which workspace it belongs to, so none can stand for another. */
export class Sealed {
  #recipient: Promise<string> | undefined;

  constructor(readonly workspace: Workspace) {}

  async seal(path: string, content: object): Promise<Bytes> {
    return this.sealBytes(this.plain(path, content));
  }

  /** The bytes before encryption: their digest is what the next entry names. */
  plain(path: string, content: object): Bytes {
    return encoder.encode(
      JSON.stringify({ format: FORMAT_VERSION, workspace: this.workspace.id, path, ...content }),
    );
  }

  async sealBytes(plain: Bytes): Promise<Bytes> {
    this.#recipient ??= recipientOf(this.workspace.identities[0]!);
    return seal(plain, [await this.#recipient]);
  }

  /** @throws NotReadable for anything but this file of this workspace */
  async open(path: string, sealed: Uint8Array): Promise<Opened> {
    const { plain, key } = await this.openBytes(path, sealed);
    return { content: this.checked(path, plain), hash: await sha256Hex(plain), key };
  }

  /** @throws NotReadable when it was written with other keys, is incomplete, was changed or is too large */
  openBytes(path: string, sealed: Uint8Array): Promise<{ plain: Bytes; key: number }> {
    return open(sealed, this.workspace.identities, largestOf(path).plain);
  }

  /** Reads what a file says of itself. @throws NotReadable for anything but this file of this workspace */
  checked(path: string, plain: Uint8Array): Record<string, unknown> {
    let content: unknown;
    try {
      content = JSON.parse(decoder.decode(plain));
    } catch {
      throw new NotReadable('not JSON');
    }
    if (!isObject(content) || content['workspace'] !== this.workspace.id || content['path'] !== path) {
      throw new NotReadable('it is in the place of another file');
    }
    if (content['format'] !== FORMAT_VERSION) throw new NewerFormat('a later version');
    return content;
  }

  /**
   * The last entry of a device that may be encrypted with a key. A device that was removed knows the older keys, so
   * nothing that came later is taken from them.
   */
  lastWith(key: number, device: string): Reached {
    const { cuts, removed } = this.workspace;
    const cut = cuts[key === 0 && removed.includes(device) ? 0 : key - 1];
    if (cut) return cut[device] ?? { seq: 0, hash: '' };
    return { seq: Number.MAX_SAFE_INTEGER, hash: '' };
  }

  /** The name of a blob: only devices with the key can tell which content has which name. */
  async blobName(hash: string): Promise<string> {
    return (await sha256Hex(`${this.workspace.naming}:${hash}`)).slice(0, 40);
  }
}

export function readMarker(content: Record<string, unknown>, device: string): Marker {
  const { name, seq, hash, recipient, snapshot, at, lacking } = content;
  const fine =
    content['device'] === device &&
    typeof name === 'string' &&
    isCount(seq) &&
    typeof hash === 'string' &&
    typeof recipient === 'string' &&
    (snapshot === undefined || typeof snapshot === 'string') &&
    (at === undefined || isCount(at)) &&
    arePieces(lacking);
  if (!fine) throw new NotReadable('not a device');
  return {
    ...{ device, name, seq, hash, recipient },
    ...(snapshot !== undefined && { snapshot }),
    ...(at !== undefined && { at }),
    ...(lacking !== undefined && { lacking }),
  };
}

export function readEntry(content: Record<string, unknown>): Entry {
  const { device, seq, prev, seen, changes } = content;
  const fine =
    typeof device === 'string' &&
    isCount(seq) &&
    typeof prev === 'string' &&
    isReached(seen) &&
    Array.isArray(changes) &&
    changes.every(isChange);
  if (!fine) throw new NotReadable('not an entry');
  return { device, seq, prev, seen, changes: changes as Change[] };
}

export function readSnapshot(content: Record<string, unknown>): Snapshot {
  const { reached, cells } = content;
  const fine =
    isReached(reached) &&
    Array.isArray(cells) &&
    cells.every(
      (cell) =>
        isObject(cell) &&
        typeof cell['key'] === 'string' &&
        Array.isArray(cell['heads']) &&
        cell['heads'].every(isHead),
    );
  if (!fine) throw new NotReadable('not a snapshot');
  return { reached, cells: cells as Snapshot['cells'] };
}

function isChange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { key, stamp, over, hash, blob, covers, pieces } = value;
  return (
    typeof key === 'string' &&
    isStamp(stamp) &&
    Array.isArray(over) &&
    over.every(isStamp) &&
    (hash === null || typeof hash === 'string') &&
    (blob === undefined || typeof blob === 'string') &&
    (covers === undefined || (Array.isArray(covers) && covers.every(isStamp))) &&
    arePieces(pieces) &&
    (hash === null || blob !== undefined || 'value' in value)
  );
}

function isHead(value: unknown): value is Head {
  if (!isObject(value)) return false;
  const { stamp, hash, at, pieces } = value;
  return (
    isStamp(stamp) &&
    arePieces(pieces) &&
    (hash === null || typeof hash === 'string') &&
    Array.isArray(at) &&
    typeof at[0] === 'string' &&
    isCount(at[1]) &&
    isCount(at[2])
  );
}

/** Names of pieces become paths, so nothing else may be in them. */
function arePieces(value: unknown): value is string[] | undefined {
  return value === undefined || (isTexts(value) && value.every(isPieceName));
}

function isReached(value: unknown): value is Record<string, Reached> {
  return (
    isObject(value) &&
    Object.values(value).every(
      (one) => isObject(one) && isCount(one['seq']) && typeof one['hash'] === 'string',
    )
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

export function isPieceName(name: string): boolean {
  return /^[0-9a-f]{40}$/.test(name);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
