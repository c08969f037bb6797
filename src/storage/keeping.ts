// Protects a person's data from the browser: asks it for persistent storage at the right moment, and notices a loss.
//
// - The browser is asked once, after a person adds the first document or tool. A refusal is reported once, when
//   something was added.
// - A mark outside the database tells how much there was. If the database is new and the mark exists, the browser has
//   deleted it: when a person deletes everything, the mark is deleted too.
import { isObject } from '../base/json.ts';

/** What a person has stored here, not counting the guide and the bundled tools. */
export interface Held {
  documents: number;
  tools: number;
  conversations: number;
}

export const MARK = 'perilune:kept';
/** When a backup was last made, in ISO 8601. */
export const BACKUP_MARK = 'perilune:backup';
const ANSWER = 'perilune:persist';
/** Milliseconds to wait after a change: an import makes many. */
const LATER = 2000;

export interface KeepingDeps {
  /** `localStorage`, whose type is unknown in a worker. */
  marks: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  storage: { persist?(): Promise<boolean>; persisted?(): Promise<boolean> } | undefined;
  count(): Promise<Held>;
  /** Calls back when anything was added or removed. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  wait?(milliseconds: number): Promise<void>;
}

export class Keeping {
  readonly #deps: KeepingDeps;
  #waiting = false;
  #asking: Promise<boolean> | undefined;

  constructor(deps: KeepingDeps) {
    this.#deps = deps;
  }

  /** Follows additions from now on. */
  async start(): Promise<void> {
    this.#deps.onChange(() => void this.#later());
    // If there was no mark, the data has just been added.
    await this.#look(this.#read(MARK) === null);
  }

  /** Asks the browser, whatever its earlier answer. */
  async persist(): Promise<boolean> {
    const { storage } = this.#deps;
    const granted = (await storage?.persist?.().catch(() => false)) ?? false;
    this.#write(ANSWER, granted ? 'granted' : 'refused');
    return granted;
  }

  /**
   * Returns true the first time after a refusal; asks the browser first if there is something to keep and it was not
   * asked yet.
   */
  async refusal(): Promise<boolean> {
    await this.#look(true);
    if (this.#read(ANSWER) !== 'refused' || (await this.persisted())) return false;
    this.#write(ANSWER, 'refused, and told');
    return true;
  }

  async persisted(): Promise<boolean> {
    return (await this.#deps.storage?.persisted?.().catch(() => false)) ?? false;
  }

  async #later(): Promise<void> {
    if (this.#waiting) return;
    this.#waiting = true;
    await (this.#deps.wait ?? pause)(LATER);
    this.#waiting = false;
    await this.#look(true).catch(() => undefined);
  }

  async #look(added: boolean): Promise<void> {
    const held = await this.#deps.count();
    const any = held.documents + held.tools + held.conversations > 0;
    if (any) this.#write(MARK, JSON.stringify(held));
    else this.#deps.marks.removeItem(MARK);
    const worth = held.documents + held.tools > 0;
    if (!added || !worth || (await this.persisted()) || this.#read(ANSWER) !== null) return;
    // Two requests at a time would show two dialogs.
    this.#asking ??= this.persist().finally(() => (this.#asking = undefined));
    await this.#asking;
  }

  #read(key: string): string | null {
    return this.#deps.marks.getItem(key);
  }

  /** Without room for the mark, only the mark is lost. */
  #write(key: string, value: string): void {
    try {
      this.#deps.marks.setItem(key, value);
    } catch {
      // See above.
    }
  }
}

/** Describes what the browser has deleted; undefined when the mark counts nothing. */
export function lossOf(mark: string): string | undefined {
  let held: unknown;
  try {
    held = JSON.parse(mark);
  } catch {
    return undefined;
  }
  if (!isObject(held)) return undefined;
  const { documents, tools, conversations } = held;
  const parts = [words(documents, 'document'), words(tools, 'tool'), words(conversations, 'chat')].flat();
  if (parts.length === 0) return undefined;
  const last = parts.pop();
  const all = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `The browser deleted your data: ${all}. Browsers do this when space runs out or after a long time without a visit. If you have a backup, restore it.`;
}

function words(count: unknown, noun: string): string[] {
  if (typeof count !== 'number' || !(count > 0)) return [];
  return [`${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`];
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
