// What scripts of a conversation leave to the next one: plain data in global variables, and a folder of files. In memory, for
// the latest conversations, gone with the page.
import { Failure } from '../../core/errors.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { inMebibytes } from '../../core/limits.ts';
import type { FolderStore } from '../../core/ports/grants.ts';

/** Characters of JSON. The sandbox keeps to it too; its word is not trusted. */
const GLOBALS = 300 * 1024;
const MIB = 1024 * 1024;
/** Bytes of one folder, and files. */
const FOLDER = 16 * MIB;
const FILES = 500;
/** Conversations that are remembered. */
const REMEMBERED = 30;

interface Left {
  /** JSON text: nobody else holds the values. */
  globals: string;
  files: Map<string, { bytes: Uint8Array; modified: string }>;
  /** The script in hand, with those that wait for it. */
  turn: Promise<unknown>;
}

export class ScriptMemory {
  readonly #now: () => string;
  readonly #left = new Map<string, Left>();

  /** @param now ISO 8601 */
  constructor(now: () => string) {
    this.#now = now;
  }

  /** What is there now, for a run that leaves nothing. */
  globals(conversation: string): JsonObject {
    return JSON.parse(this.#left.get(conversation)?.globals ?? '{}') as JsonObject;
  }

  /**
   * One script of a conversation after the other: each finds what the one before left.
   * @param work gets the global variables, and what keeps others in their place. What is no object, or too much, changes
   *   nothing; so does what comes after a reset.
   */
  async inTurn<T>(
    conversation: string,
    work: (globals: JsonObject, keep: (globals: unknown) => void) => Promise<T>,
  ): Promise<T> {
    const left = this.#of(conversation);
    const keep = (globals: unknown): void => {
      const text = isObject(globals) ? JSON.stringify(globals) : '';
      if (text !== '' && text.length <= GLOBALS) left.globals = text;
    };
    const mine = left.turn.then(() => work(JSON.parse(left.globals) as JsonObject, keep));
    left.turn = mine.catch(() => undefined);
    return mine;
  }

  reset(conversation: string): void {
    this.#left.delete(conversation);
  }

  /** The folders of all conversations, by their ids. */
  readonly folders: FolderStore = {
    read: async (conversation, path) => copyOf(this.#left.get(conversation)?.files.get(path)?.bytes),
    list: async (conversation) =>
      [...(this.#left.get(conversation)?.files ?? [])].map(([path, { bytes, modified }]) => ({
        path,
        size: bytes.length,
        modified,
      })),
    write: async (conversation, path, bytes) => {
      const { files } = this.#of(conversation);
      const others = [...files].filter(([other]) => other !== path);
      const size = others.reduce((sum, [, file]) => sum + file.bytes.length, bytes.length);
      if (size > FOLDER || others.length >= FILES) {
        throw new Failure(
          'too_large',
          `the folder of a conversation holds ${inMebibytes(FOLDER)} in ${FILES} files at most; delete some with fs.delete`,
        );
      }
      files.set(path, { bytes: new Uint8Array(bytes), modified: this.#now() });
    },
    remove: async (conversation, path) => this.#left.get(conversation)?.files.delete(path) ?? false,
  };

  /** The latest stands last. */
  #of(conversation: string): Left {
    const left = this.#left.get(conversation) ?? {
      globals: '{}',
      files: new Map(),
      turn: Promise.resolve(),
    };
    this.#left.delete(conversation);
    this.#left.set(conversation, left);
    const [oldest] = this.#left.keys();
    if (this.#left.size > REMEMBERED && oldest !== undefined) this.#left.delete(oldest);
    return left;
  }
}

function copyOf(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes && new Uint8Array(bytes);
}
