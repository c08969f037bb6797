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

/** Files in memory at most, of some 20 KB each. A question half typed takes 40; the next letter, most of them again. */
const MOST_KEPT = 1000;

interface KeptFile {
  loading: Promise<unknown>;
  /** Undefined until it is there. */
  content?: unknown;
  /** The last question that it was used for. */
  question: number;
}

export class PackFiles {
  readonly #source: PackSource;
  /** Those that were used last come last. */
  readonly #kept = new Map<string, KeptFile>();
  #question = 0;

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
    const loading = this.#load(name, decode);
    const file: KeptFile = { loading, question: this.#question };
    this.#kept.set(name, file);
    loading.then(
      (content) => (file.content = content),
      () => this.#kept.delete(name),
    );
    return loading;
  }

  async json<Content>(kind: FileKind, key: FileKey): Promise<Content> {
    return this.load(kind, key, (bytes) => JSON.parse(this.#source.decode(bytes)) as Content);
  }

  /** A question begins. Forgets what has not been used for longest, when there is too much. */
  tidy(): void {
    this.#question++;
    for (const name of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) return;
      this.#kept.delete(name);
    }
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

  async #load<Content>(name: string, decode: (bytes: Uint8Array) => Content): Promise<Content> {
    const bytes = await this.#source.read(name);
    try {
      return decode(await this.#source.inflate(bytes));
    } catch {
      throw new Failure('bad_output', `${name} of the pack is damaged.`);
    }
  }
}
