// The status of semantic search for screens: empty until the part that computes it has loaded.
import type { App } from '../../apps/web/app.ts';
import type { EmbeddingStatus } from '../../core/embedding.ts';
import { followLater } from './follow-later.ts';

type Client = Awaited<ReturnType<App['embeddings']>>;

export class EmbeddingView {
  #client = $state.raw<Client>();
  #status = $state.raw<EmbeddingStatus>();
  #problem = $state('');

  get client(): Client | undefined {
    return this.#client;
  }

  get status(): EmbeddingStatus | undefined {
    return this.#status;
  }

  /** Why there is no status at all. */
  get problem(): string {
    return this.#problem;
  }

  /** @returns a function that stops, for `onMount`. */
  follow(app: Pick<App, 'embeddings'>): () => void {
    return followLater(
      app.embeddings(),
      (client) => {
        this.#client = client;
        this.#status = client.status;
        return client.onStatus((status) => (this.#status = status));
      },
      (error) => (this.#problem = error instanceof Error ? error.message : String(error)),
    );
  }
}
