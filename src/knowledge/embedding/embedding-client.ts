// The page's side of embeddings: stores the user's choice, and hands it to the worker that makes them.
//
// - The choice is in the settings, an endpoint's key in the vault. The worker gets both and stores neither.
// - A key belongs to the origin it was saved for: choosing another origin without a new key deletes it.
// - A choice in one tab applies in all others.
import type { EmbeddingChoice, EmbeddingStatus } from '../../core/embedding.ts';
import { type ErrorData, Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';
import { addressOf } from './endpoint-embedder.ts';
import type { EmbeddingSettings } from './embedding-settings.ts';
import type { FromEmbeddings, ToEmbeddings } from './port-messages.ts';
import { Listeners } from '../../base/listeners.ts';

export interface EmbeddingClientDeps {
  port: {
    postMessage(message: ToEmbeddings): void;
    onmessage: ((event: { data: FromEmbeddings }) => void) | null;
  };
  settings: {
    get<T>(key: string): Promise<T | undefined>;
    set(key: string, value: unknown): Promise<void>;
  };
  vault: {
    has(name: string): Promise<boolean>;
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
    remove(name: string): Promise<void>;
  };
  /** Notifies the other tabs. */
  announce(): void;
  saveData: boolean;
  /** Data is metered, so nothing is preloaded. */
  metered: boolean;
}

interface Kept {
  choice: EmbeddingChoice;
  paused: boolean;
}

const SETTING = 'embedding';
const KEY = 'embedding-key';

export class EmbeddingClient {
  readonly #deps: EmbeddingClientDeps;
  readonly #listeners = new Listeners<[status: EmbeddingStatus]>();
  readonly #tests = new Map<number, { resolve(dimensions: number): void; reject(error: Failure): void }>();
  #kept: Kept = { choice: { kind: 'device' }, paused: false };
  #status: EmbeddingStatus = { phase: 'waiting', done: 0, total: 0 };
  #lastId = 0;

  constructor(deps: EmbeddingClientDeps) {
    this.#deps = deps;
    deps.port.onmessage = ({ data }) => this.#receive(data);
  }

  get status(): EmbeddingStatus {
    return this.#status;
  }

  get choice(): EmbeddingChoice {
    return this.#kept.choice;
  }

  /** The browser asks pages to save data: nothing is downloaded before `start`. */
  get saveData(): boolean {
    return this.#deps.saveData;
  }

  onStatus(listener: (status: EmbeddingStatus) => void): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Reads the stored choice and hands it to the worker: at the start, and when another tab has changed it. If it
   * can't be read, nothing is embedded, and the worker is told.
   */
  async load(): Promise<void> {
    try {
      this.#kept = readKept(await this.#deps.settings.get<unknown>(SETTING));
    } catch (error) {
      this.#send({ choice: { kind: 'off' }, key: undefined, paused: false });
      throw error;
    }
    await this.#apply();
  }

  /**
   * @param key of the endpoint: undefined keeps the stored one for its origin, an empty one deletes it
   * @throws Failure `bad_request` for an invalid address
   */
  async choose(choice: EmbeddingChoice, key?: string): Promise<void> {
    const before = this.#kept.choice;
    if (choice.kind === 'endpoint') addressOf(choice.url);
    if (key !== undefined && key.trim() !== '') await this.#deps.vault.set(KEY, key.trim());
    else if (key !== undefined || !sameOrigin(before, choice)) await this.#deps.vault.remove(KEY);
    await this.#keep({ choice, paused: false });
  }

  /** Tells whether the chosen endpoint has a key. */
  hasKey(): Promise<boolean> {
    return this.#deps.vault.has(KEY);
  }

  pause(): Promise<void> {
    return this.#keep({ ...this.#kept, paused: true });
  }

  resume(): Promise<void> {
    return this.#keep({ ...this.#kept, paused: false });
  }

  /** Loads the model now, even in data-saving mode; restarts after a failure or a pause. */
  async start(): Promise<void> {
    if (this.#kept.paused) await this.resume();
    this.#deps.port.postMessage({ type: 'start' });
  }

  /** Preloads the model for a likely question, where that costs only memory. */
  warmUp(): void {
    if (!this.#deps.metered) this.#deps.port.postMessage({ type: 'warmUp' });
  }

  /**
   * Requests one vector from an endpoint. @returns its number of dimensions
   * @param key undefined: the stored one, if the address has its origin
   * @throws Failure with a sentence that names the problem
   */
  async test(choice: EmbeddingChoice, key?: string): Promise<number> {
    const stored = sameOrigin(this.#kept.choice, choice) ? await this.#deps.vault.get(KEY) : undefined;
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#tests.set(id, { resolve, reject });
      this.#deps.port.postMessage({ type: 'test', id, choice, key: key?.trim() || stored });
    });
  }

  async #keep(kept: Kept): Promise<void> {
    await this.#deps.settings.set(SETTING, kept);
    this.#kept = kept;
    await this.#apply();
    this.#deps.announce();
  }

  async #apply(): Promise<void> {
    const { choice, paused } = this.#kept;
    // A locked vault returns none, and the endpoint then reports that it needs one.
    const key =
      choice.kind === 'endpoint' ? await this.#deps.vault.get(KEY).catch(() => undefined) : undefined;
    this.#send({ choice, key, paused });
  }

  #send(settings: Omit<EmbeddingSettings, 'saveData'>): void {
    const { port, saveData } = this.#deps;
    port.postMessage({ type: 'apply', settings: { ...settings, saveData } });
  }

  #receive(message: FromEmbeddings): void {
    if (message.type === 'status') {
      this.#status = message.status;
      this.#listeners.tell(message.status);
      return;
    }
    const test = this.#tests.get(message.id);
    this.#tests.delete(message.id);
    if (message.type === 'tested') test?.resolve(message.dimensions);
    else test?.reject(toFailure(message.error));
  }
}

function readKept(kept: unknown): Kept {
  const { choice, paused } = isObject(kept) ? kept : {};
  return { choice: readChoice(choice), paused: paused === true };
}

/** Returns the default, the device, for anything invalid. */
export function readChoice(given: unknown): EmbeddingChoice {
  const { kind, url, model } = isObject(given) ? given : {};
  if (kind === 'off') return { kind };
  if (kind === 'endpoint' && typeof url === 'string' && typeof model === 'string')
    return { kind, url, model };
  return { kind: 'device' };
}

function sameOrigin(a: EmbeddingChoice, b: EmbeddingChoice): boolean {
  const originOf = (choice: EmbeddingChoice): string | undefined =>
    choice.kind === 'endpoint' && URL.canParse(choice.url) ? new URL(choice.url).origin : undefined;
  return originOf(a) !== undefined && originOf(a) === originOf(b);
}

function toFailure({ code, message, details }: ErrorData): Failure {
  return new Failure(code, message, details);
}
