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

/** Files in memory at most, of some 20 KB each. */
const MOST_KEPT = 600;

export class PackFiles {
  readonly #source: PackSource;
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #loaded = new Map<string, unknown>();

  constructor(source: PackSource) {
    this.#source = source;
  }

  /** What a file holds when it is in memory. */
  loaded<Content>(kind: FileKind, key: FileKey): Content | undefined {
    return this.#loaded.get(fileName(kind, key)) as Content | undefined;
  }

  /**
   * @param decode always the same one for a kind
   * @throws Failure as the source does, and `bad_output` for a file that cannot be read.
   */
  load<Content>(kind: FileKind, key: FileKey, decode: (bytes: Uint8Array) => Content): Promise<Content> {
    const name = fileName(kind, key);
    const known = this.#loading.get(name);
    if (known) return known as Promise<Content>;
    const loading = this.#load(name, decode).catch((error: unknown) => {
      this.#loading.delete(name);
      throw error;
    });
    this.#loading.set(name, loading);
    return loading;
  }

  async json<Content>(kind: FileKind, key: FileKey): Promise<Content> {
    return this.load(kind, key, (bytes) => JSON.parse(this.#source.decode(bytes)) as Content);
  }

  /** Forgets what was asked for first, when there is too much. Not while a question is being answered. */
  tidy(): void {
    for (const name of this.#loading.keys()) {
      if (this.#loading.size <= MOST_KEPT) return;
      this.#loading.delete(name);
      this.#loaded.delete(name);
    }
  }

  async #load<Content>(name: string, decode: (bytes: Uint8Array) => Content): Promise<Content> {
    const bytes = await this.#source.read(name);
    let content: Content;
    try {
      content = decode(await this.#source.inflate(bytes));
    } catch {
      throw new Failure('bad_output', `${name} of the pack is damaged.`);
    }
    this.#loaded.set(name, content);
    return content;
  }
}
