// The files of a pack as a reader wants them: fetched once, decompressed, decoded, and kept for the next question.
import { Failure } from '../core/errors.ts';
import { type FileKey, fileName, type FileKind } from './format.ts';

/** What a reader needs of the machine. */
export interface PackSource {
  /** The bytes of a file. Rejects with a Failure: `not_found` when there is none. */
  read(name: string): Promise<Uint8Array>;
  /** Raw deflate, undone. */
  inflate(bytes: Uint8Array): Promise<Uint8Array>;
  decode(bytes: Uint8Array): string;
}

/** Bytes in memory at most, as they are before they are decoded: some 3000 files of text. A letter typed asks for 40. */
const MOST_KEPT = 16e6;

interface KeptFile {
  loading: Promise<unknown>;
  /** Undefined until it is there. */
  content?: unknown;
  bytes: number;
  /** The last question that it was used for. */
  question: number;
}

export class PackFiles {
  readonly #source: PackSource;
  /** Those that were used last come last. */
  readonly #kept = new Map<string, KeptFile>();
  #question = 0;
  #bytes = 0;

  constructor(source: PackSource) {
    this.#source = source;
  }

  /** What a file holds when it is in memory. */
  loaded<Content>(kind: FileKind, key: FileKey): Content | undefined {
    return this.#used(fileName(kind, key))?.content as Content | undefined;
  }

  /**
   * @param decode always the same one for a kind
   * @throws Failure as the source does, and `bad_output` for a file that cannot be read.
   */
  load<Content>(kind: FileKind, key: FileKey, decode: (bytes: Uint8Array) => Content): Promise<Content> {
    const name = fileName(kind, key);
    const known = this.#used(name);
    if (known) return known.loading as Promise<Content>;
    const file: KeptFile = { loading: Promise.resolve(), bytes: 0, question: this.#question };
    const loading = this.#load(name, file, decode);
    file.loading = loading;
    this.#kept.set(name, file);
    loading.catch(() => this.#forget(name, file));
    return loading;
  }

  /** @param read what the file must hold; it throws for anything else. Rejects as `load`. */
  async json<Content>(kind: FileKind, key: FileKey, read: (given: unknown) => Content): Promise<Content> {
    return this.load(kind, key, (bytes) => read(JSON.parse(this.#source.decode(bytes))));
  }

  /** A question begins. Forgets what has not been used for longest, when there is too much. */
  tidy(): void {
    this.#question++;
    for (const [name, file] of this.#kept) {
      if (this.#bytes <= MOST_KEPT) return;
      this.#forget(name, file);
    }
  }

  #forget(name: string, file: KeptFile): void {
    if (this.#kept.get(name) !== file) return;
    this.#kept.delete(name);
    this.#bytes -= file.bytes;
  }

  #used(name: string): KeptFile | undefined {
    const known = this.#kept.get(name);
    if (known && known.question !== this.#question) {
      known.question = this.#question;
      this.#kept.delete(name);
      this.#kept.set(name, known);
    }
    return known;
  }

  async #load<Content>(
    name: string,
    file: KeptFile,
    decode: (bytes: Uint8Array) => Content,
  ): Promise<Content> {
    const packed = await this.#source.read(name);
    try {
      const bytes = await this.#source.inflate(packed);
      const content = decode(bytes);
      file.content = content;
      // It may have been forgotten while it was on its way.
      if (this.#kept.get(name) === file) this.#bytes += file.bytes = bytes.length;
      return content;
    } catch {
      throw new Failure('bad_output', `${name} of the pack is damaged.`);
    }
  }
}
