// What the scripts of a conversation leave to the next one: plain data in global variables, and a folder of files. In
// memory, for the latest conversations, until the page closes.
import { Failure } from '../../core/errors.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { inMebibytes } from '../../core/limits.ts';
import type { FolderStore } from '../../core/ports/grants.ts';

/** Maximum characters of JSON. The sandbox enforces it too, but isn't trusted. */
const GLOBALS = 300 * 1024;
const MIB = 1024 * 1024;
/** Maximum bytes of one folder, and files. */
const FOLDER = 16 * MIB;
const FILES = 500;
/** Maximum conversations in memory. */
const REMEMBERED = 30;

interface Left {
  /** JSON text, so that no other code holds the values. */
  globals: string;
  files: Map<string, { bytes: Uint8Array; modified: string }>;
  /** The current script, and those that wait for it. */
  turn: Promise<unknown>;
}

export class ScriptMemory {
  readonly #now: () => string;
  readonly #left = new Map<string, Left>();

  /** @param now ISO 8601 */
  constructor(now: () => string) {
    this.#now = now;
  }

  /** Returns the current values, for a run that leaves nothing. */
  globals(conversation: string): JsonObject {
    return JSON.parse(this.#left.get(conversation)?.globals ?? '{}') as JsonObject;
  }

  /**
   * Runs the scripts of a conversation one after another, so that each finds what the previous one left.
   * @param work gets the global variables, and a function that replaces them. It ignores anything but an object, too
   *   much data, and calls after a reset.
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
          `a conversation's folder can contain at most ${inMebibytes(FOLDER)} in ${FILES} files; delete some with fs.delete`,
        );
      }
      files.set(path, { bytes: new Uint8Array(bytes), modified: this.#now() });
    },
    remove: async (conversation, path) => this.#left.get(conversation)?.files.delete(path) ?? false,
  };

  /** The latest is last. */
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
