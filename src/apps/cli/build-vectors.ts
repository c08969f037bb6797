// The vectors of an index: reused from the last build where possible, computed otherwise.
//
// They are stored by model and hash of the text, next to the page cache, and written as they are computed, so an
// interrupted build resumes where it stopped.
import type { GuardedFolder } from '../../cli/guarded-folder.ts';
import type { PackModel } from './build-model.ts';
import { Speed } from '../../knowledge/embedding/speed.ts';
import { passageHash } from '../../search/passage-hash.ts';
import { quantise, type Quantised, rowLength } from '../../search/vectors/quantise.ts';

/** Raise it when the same model gives the same text another vector. */
const VERSION = 1;
/** Milliseconds between two progress messages. */
const SAID_EVERY = 10_000;
/** Vectors written at a time. */
const KEPT_EVERY = 64;

/** A file inside a guarded folder. */
export interface KeptPlace {
  folder: GuardedFolder;
  file: string;
}

interface Row {
  values: Int8Array;
  scale: number;
}

/**
 * @param texts as `embeddingText` writes them
 * @param place where vectors are stored
 * @returns one row per text, and how many were computed
 */
export async function vectorsOf(
  texts: readonly string[],
  model: PackModel,
  place: KeptPlace,
  say: (line: string) => void,
): Promise<{ rows: Quantised; made: number }> {
  const kept = new KeptVectors(place, model);
  const missing = [...new Set(texts)].filter((text) => !kept.get(text));
  if (missing.length > 0) await embed(missing, model, kept, say);
  kept.close(new Set(texts.map(keyOf)));
  const length = rowLength(model.dimensions);
  const rows = { values: new Int8Array(texts.length * length), scales: new Float32Array(texts.length) };
  texts.forEach((text, i) => {
    const { values, scale } = kept.get(text)!;
    rows.values.set(values, i * length);
    rows.scales[i] = scale;
  });
  return { rows, made: missing.length };
}

async function embed(
  texts: readonly string[],
  model: PackModel,
  kept: KeptVectors,
  say: (line: string) => void,
): Promise<void> {
  const now = (): number => performance.now();
  const speed = new Speed(now);
  const { embedders, stop } = await model.start(texts.length);
  let [next, done, said] = [0, 0, now()];
  const work = async (one: (typeof embedders)[number]): Promise<void> => {
    while (next < texts.length) {
      const text = texts[next++]!;
      const { values, scales } = quantise([await one(text)], model.dimensions);
      kept.add(text, { values, scale: scales[0]! });
      speed.add(1);
      done++;
      if (now() - said < SAID_EVERY) continue;
      said = now();
      const left = speed.perSecond ? `, ${inWords((texts.length - done) / speed.perSecond)} left` : '';
      say(`Embedding: ${done} of ${texts.length} passages${left}`);
    }
  };
  try {
    await Promise.all(embedders.map(work));
  } finally {
    kept.flush();
    await stop();
  }
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function keyOf(text: string): string {
  return passageHash(text).join('/');
}

/** The file: a header line, then records of equal length (hash, scale, row). */
class KeptVectors {
  readonly #place: KeptPlace;
  readonly #head: Buffer;
  readonly #length: number;
  readonly #rows = new Map<string, Row>();
  /** Keys of the records in the file. */
  readonly #written = new Set<string>();
  #open: Buffer[] = [];
  #isWritable = true;

  constructor(place: KeptPlace, { model, dimensions }: PackModel) {
    this.#place = place;
    this.#length = rowLength(dimensions);
    this.#head = Buffer.from(`perilune vectors ${VERSION} ${dimensions} ${model}\n`);
    this.#read();
  }

  get(text: string): Row | undefined {
    return this.#rows.get(keyOf(text));
  }

  add(text: string, row: Row): void {
    const key = keyOf(text);
    this.#rows.set(key, row);
    this.#written.add(key);
    this.#open.push(this.#record(key, row));
    if (this.#open.length >= KEPT_EVERY) this.flush();
  }

  flush(): void {
    const records = this.#open;
    this.#open = [];
    if (records.length > 0) this.#write((folder, file) => folder.append(file, Buffer.concat(records)));
  }

  /** Rewrites the file without unused records once they are the majority. */
  close(wanted: ReadonlySet<string>): void {
    this.flush();
    const left = [...this.#rows].filter(([key]) => wanted.has(key));
    if (this.#written.size <= 2 * left.length) return;
    this.#write((folder, file) => {
      const records = left.map(([key, row]) => this.#record(key, row));
      folder.write(file, Buffer.concat([this.#head, ...records]));
    });
  }

  #read(): void {
    let bytes: Buffer;
    try {
      bytes = this.#place.folder.read(this.#place.file) ?? Buffer.alloc(0);
    } catch {
      bytes = Buffer.alloc(0);
    }
    const size = 12 + this.#length;
    if (!bytes.subarray(0, this.#head.length).equals(this.#head)) {
      this.#write((folder, file) => folder.write(file, this.#head));
      return;
    }
    let at = this.#head.length;
    for (; at + size <= bytes.length; at += size) {
      const key = `${bytes.readUInt32LE(at)}/${bytes.readUInt32LE(at + 4)}`;
      const values = new Int8Array(bytes.subarray(at + 12, at + size));
      this.#rows.set(key, { scale: bytes.readFloatLE(at + 8), values });
      this.#written.add(key);
    }
    // A build was killed while writing: cut off the partial record before appending.
    if (at < bytes.length) this.#write((folder, file) => folder.write(file, bytes.subarray(0, at)));
  }

  #record(key: string, { values, scale }: Row): Buffer {
    const record = Buffer.alloc(12 + this.#length);
    const [low, high] = key.split('/').map(Number);
    record.writeUInt32LE(low!, 0);
    record.writeUInt32LE(high!, 4);
    record.writeFloatLE(scale, 8);
    record.set(new Uint8Array(values.buffer, values.byteOffset, values.length), 12);
    return record;
  }

  /** Not writable: the next build computes all vectors again. */
  #write(write: (folder: GuardedFolder, file: string) => void): void {
    if (!this.#isWritable) return;
    try {
      write(this.#place.folder, this.#place.file);
    } catch {
      this.#isWritable = false;
    }
  }
}
