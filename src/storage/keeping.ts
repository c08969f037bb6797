// Sees to it that what a person keeps here is kept: asks the browser for it at the right moment, and notices when it is gone.
//
// - The browser is asked once, after the first document or tool that a person adds: not before there is anything to keep.
//   When it refuses, whoever added something is told, once.
// - A mark outside of the database tells how much there was. When the database comes up new and the mark is there, the
//   browser has deleted it: a person who deletes everything takes the mark along.
import { isObject } from '../base/json.ts';

/** What a person has put here; the guide and the tools that come with the program do not count. */
export interface Held {
  documents: number;
  tools: number;
  conversations: number;
}

export const MARK = 'perilune:kept';
const ANSWER = 'perilune:persist';
/** Milliseconds after a change: an import makes many. */
const LATER = 2000;

export interface KeepingDeps {
  /** `localStorage`: not of the types that a worker knows. */
  marks: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  storage: { persist?(): Promise<boolean>; persisted?(): Promise<boolean> } | undefined;
  count(): Promise<Held>;
  /** Calls back when anything was added or removed. Returns what stops it. */
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

  /** Follows what is added from now on. */
  async start(): Promise<void> {
    this.#deps.onChange(() => void this.#later());
    // The first time that there is something here, it has just been added.
    await this.#look(this.#read(MARK) === null);
  }

  /** Asks the browser, whatever it has said before. */
  async persist(): Promise<boolean> {
    const { storage } = this.#deps;
    const granted = (await storage?.persist?.().catch(() => false)) ?? false;
    this.#write(ANSWER, granted ? 'granted' : 'refused');
    return granted;
  }

  /** True the first time after the browser has refused; asks it now, when there is something to keep and it was not asked yet. */
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
    // Two questions at a time would be two dialogs.
    this.#asking ??= this.persist().finally(() => (this.#asking = undefined));
    await this.#asking;
  }

  #read(key: string): string | null {
    return this.#deps.marks.getItem(key);
  }

  /** Without room for a mark nothing is lost but the mark. */
  #write(key: string, value: string): void {
    try {
      this.#deps.marks.setItem(key, value);
    } catch {
      // as said above
    }
  }
}

/** What the browser has deleted, as a sentence; undefined when the mark says that there was nothing. */
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
