// Notes what changed on this device since the last time, as entries of its log.
import { sha256Hex } from '../../../base/digest.ts';
import type { Json } from '../../../base/json.ts';
import { digestOf } from '../log/canonical.ts';
import { placesIn, winner, type Cell, type Head } from '../log/cells.ts';
import { pastStamp } from '../log/clock.ts';
import { entryPath, type Change } from '../log/files.ts';
import type { Pending } from './ports.ts';
import { kindOf, partsOf, type Replica } from './replica.ts';

/** Characters of an entry's values. Larger entries would repeat much after an interruption. */
const ENTRY_SIZE = 512 * 1024;
/** Characters of a value that is stored as a blob of its own. */
const BLOB_SIZE = 64 * 1024;
/** Changes of an entry. */
const ENTRY_CHANGES = 2000;

interface CaptureOptions {
  /** Asked after each entry: true stops, and the caller continues later. */
  isFull(): boolean;
  signal?: AbortSignal;
}

/** @returns false when it stopped because the entries waiting to be sent are enough */
export async function capture(
  replica: Replica,
  kinds: readonly string[],
  { isFull, signal }: CaptureOptions,
): Promise<boolean> {
  const draft = new EntryDraft(replica);
  const found = new Set<string>();
  const quiet: Cell[] = [];
  for await (const record of replica.local.scan(kinds)) {
    found.add(record.key);
    const cell = replica.cells.get(record.key);
    if (cell?.mark === record.mark) continue;
    if (cell && record.was !== undefined && cell.mark === record.was && waitsForOther(cell)) continue;
    signal?.throwIfAborted();
    const value = await record.read();
    if (value === undefined) continue;
    const hash = await digestOf(value);
    const heads = cell?.heads ?? [];
    const same = heads.filter((head) => head.hash === hash).map(({ stamp }) => stamp);
    const shown = [...new Set([...(cell?.applied ?? []), ...same])];
    if (same.length > 0 && winner(heads)?.hash === hash) {
      const applied = shown.filter((stamp) => heads.some((head) => head.stamp === stamp));
      quiet.push({ key: record.key, heads, applied, mark: record.mark });
      continue;
    }
    const isKnown = (cell?.applied.length ?? 0) > 0;
    const { device, founder } = replica.state;
    const now = replica.clock.now();
    const stamp = isKnown
      ? replica.clock.tick(device)
      : pastStamp(record.time ?? (founder ? now : 0), now, device);
    await draft.add({ key: record.key, stamp, over: shown, hash, value }, record.mark);
    if (draft.isFull) {
      await draft.save(quiet.splice(0));
      if (isFull()) return false;
    }
  }
  for (const cell of replica.cells.values()) {
    const { key, mark, applied } = cell;
    if (mark === undefined || found.has(key) || !kinds.includes(kindOf(key))) continue;
    const owner = replica.local.ownerOf(key);
    if (owner !== undefined && !found.has(owner)) {
      // It went with its owner, and comes back with it.
      quiet.push({ key, heads: cell.heads, applied: [] });
      continue;
    }
    const stamp = replica.clock.tick(replica.state.device);
    const covers = partsOf(replica, key).flatMap(({ heads }) => heads.map((head) => head.stamp));
    await draft.add(
      { key, stamp, over: applied, hash: null, ...(covers.length > 0 && { covers }) },
      undefined,
    );
    if (draft.isFull) await draft.save(quiet.splice(0));
  }
  await draft.save(quiet);
  return true;
}

/** Tells whether another device's value is to replace the one here. */
function waitsForOther({ heads, applied }: Cell): boolean {
  const won = winner(heads);
  return won !== undefined && !applied.includes(won.stamp);
}

/** The next entry of the log, until it is saved. */
export class EntryDraft {
  readonly #replica: Replica;
  #changes: Change[] = [];
  #marks: (string | undefined)[] = [];
  #blobs: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
  #size = 0;

  constructor(replica: Replica) {
    this.#replica = replica;
  }

  get isFull(): boolean {
    return this.#size >= ENTRY_SIZE || this.#changes.length >= ENTRY_CHANGES;
  }

  /** @param weight characters that it counts for, besides its value */
  async add(change: Change & { value?: Json }, mark: string | undefined, weight = 0): Promise<void> {
    const text = change.value === undefined ? '' : JSON.stringify(change.value);
    this.#size += text.length + weight;
    this.#marks.push(mark);
    if (text.length <= BLOB_SIZE || change.hash === null) {
      this.#changes.push(change);
      return;
    }
    const { value, ...rest } = change;
    const name = await this.#replica.sealed.blobName(change.hash);
    this.#blobs.push({ name, bytes: this.#replica.sealed.plain(`blobs/${name}`, { value }) });
    this.#changes.push({ ...rest, blob: name });
  }

  /** @param more cells without a change, saved with it */
  async save(more: readonly Cell[]): Promise<void> {
    const replica = this.#replica;
    const changes = this.#changes;
    if (changes.length === 0) {
      if (more.length > 0) await replica.save({ cells: more });
      return;
    }
    const { device, written, reached } = replica.state;
    const seq = written.seq + 1;
    const bytes = replica.sealed.plain(entryPath(device, seq), {
      ...{ device, seq, prev: written.hash, seen: reached, changes },
    });
    const pending: Pending = { seq, bytes, blobs: this.#blobs };
    const cells = changes.map((change, index) => this.#cellOf(change, [device, seq, index], index));
    this.#changes = [];
    this.#blobs = [];
    this.#size = 0;
    await replica.save({
      state: { written: { seq, hash: await sha256Hex(bytes) } },
      cells: [...more, ...cells],
      add: [pending],
    });
    this.#marks = [];
  }

  #cellOf({ key, stamp, hash, over, ...more }: Change, at: Head['at'], index: number): Cell {
    const before = this.#replica.cells.get(key)?.heads ?? [];
    const head: Head = { stamp, hash, at, ...placesIn(more) };
    const heads = [...before.filter((one) => !over.includes(one.stamp)), head].sort((a, b) =>
      a.stamp < b.stamp ? -1 : 1,
    );
    const mark = this.#marks[index];
    return { key, heads, applied: [stamp], ...(mark !== undefined && { mark }) };
  }
}
