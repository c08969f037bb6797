// Reads the files of a site index: fetched once, decompressed, decoded, and cached for the next question.
import { Failure } from '../core/errors.ts';
import { type FileKey, fileName, type FileKind } from './format.ts';

/** The platform functions that a reader needs. */
export interface PackSource {
  /** Returns the bytes of a file. Rejects with a Failure: `not_found` if it does not exist. */
  read(name: string): Promise<Uint8Array>;
  /** Inflates raw deflate. */
  inflate(bytes: Uint8Array): Promise<Uint8Array>;
  decode(bytes: Uint8Array): string;
}

/** Maximum bytes in the cache, before decoding: about 3000 files of text. A typed letter needs 40. */
const MOST_KEPT = 16e6;

interface KeptFile {
  loading: Promise<unknown>;
  /** Undefined until it is loaded. */
  content?: unknown;
  bytes: number;
  /** The last question that used it. */
  question: number;
}

export class PackFiles {
  readonly #source: PackSource;
  /** Most recently used last. */
  readonly #kept = new Map<string, KeptFile>();
  #question = 0;
  #bytes = 0;

  constructor(source: PackSource) {
    this.#source = source;
  }

  /** Returns the content of a file if it is in memory. */
  loaded<Content>(kind: FileKind, key: FileKey): Content | undefined {
    return this.#used(fileName(kind, key))?.content as Content | undefined;
  }

  /**
   * @param decode must be the same for each kind
   * @throws Failure as the source does, and `bad_output` for an unreadable file.
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

  /** @param read parses the content and throws if it is invalid. Rejects as `load`. */
  async json<Content>(kind: FileKind, key: FileKey, read: (given: unknown) => Content): Promise<Content> {
    return this.load(kind, key, (bytes) => read(JSON.parse(this.#source.decode(bytes))));
  }

  /** Starts a question: evicts the least recently used files if the cache is too large. */
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
      // It may have been evicted while it was loading.
      if (this.#kept.get(name) === file) this.#bytes += file.bytes = bytes.length;
      return content;
    } catch {
      throw new Failure('bad_output', `${name} of the pack is damaged.`);
    }
  }
}
