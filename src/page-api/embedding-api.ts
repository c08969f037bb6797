// `window.perilune.knowledge.embeddings`: where embeddings are computed, and their progress.
import type { PageApp } from './page-app.ts';
import type { EmbeddingChoice, EmbeddingStatus } from '../core/embedding.ts';
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';

export interface EmbeddingApi {
  /** Returns the state of semantic search: phase, embedded passages and their total, model and error. */
  status(): Promise<EmbeddingStatus>;
  /** Calls the listener with the current status and at each change. Resolves to a function that unsubscribes. */
  onStatus(listener: (status: EmbeddingStatus) => void): Promise<() => void>;
  /** Pauses embedding. Search continues with the existing embeddings. */
  pause(): Promise<void>;
  /** Resumes embedding after `pause`. */
  resume(): Promise<void>;
  /** Loads the model now instead of with the first question, even in the browser's data-saving mode. */
  start(): Promise<void>;
  /**
   * Chooses where embeddings are computed: `{kind: 'device'}`, `{kind: 'off'}`, or `{kind: 'endpoint', url, model}`
   * for an OpenAI-compatible endpoint. `key` is stored in the vault; without it the stored key stays. Rejects with
   * code `bad_request`.
   */
  choose(choice: EmbeddingChoice, options?: { key?: string }): Promise<void>;
}

export function embeddingApi(opening: Promise<Pick<PageApp, 'embeddings'>>): EmbeddingApi {
  const open = async () => (await opening).embeddings();
  return Object.freeze<EmbeddingApi>({
    status: async () => structuredClone((await open()).status),
    async onStatus(listener) {
      const embeddings = await open();
      const tell = (status: EmbeddingStatus): void => listener(structuredClone(status));
      tell(embeddings.status);
      return embeddings.onStatus(tell);
    },
    pause: async () => (await open()).pause(),
    resume: async () => (await open()).resume(),
    start: async () => (await open()).start(),
    choose: async (choice, options) => {
      const key = options?.key;
      await (await open()).choose(readChoice(choice), key === undefined ? undefined : String(key));
    },
  });
}

function readChoice(given: unknown): EmbeddingChoice {
  const { kind, url, model } = isObject(given) ? given : {};
  if (kind === 'off' || kind === 'device') return { kind };
  if (kind === 'endpoint' && typeof url === 'string' && typeof model === 'string' && model.trim() !== '') {
    return { kind, url, model: model.trim() };
  }
  throw new Failure(
    'bad_request',
    'choose takes {kind: "device"}, {kind: "off"}, or {kind: "endpoint", url, model}',
  );
}
