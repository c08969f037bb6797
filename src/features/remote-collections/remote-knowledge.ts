// Remote collections in the worker: chooses who answers, and pushes the library with existing or new vectors.
import type { StoredDocument } from '../../core/document.ts';
import type { Embedder } from '../../knowledge/embedding/embedder.ts';
import { Failure } from '../../core/errors.ts';
import type { PushReport, RemoteState } from '../../core/remote.ts';
import { embeddingText, passageHash } from '../../search/passage-hash.ts';
import type {
  LocalAnswers,
  PushOptions,
  RemoteAccess,
  RemoteKnowledge,
} from '../../core/ports/remote-collections.ts';
import type { RemoteEmbedding } from '../../knowledge/later-remote.ts';
import { engineOf, Federation } from '../../knowledge/remote/federation.ts';
import { push, type PushDeps } from '../../knowledge/remote/push.ts';

export class FederatedKnowledge implements RemoteKnowledge {
  readonly #library: LocalAnswers & Pick<PushDeps, 'list'>;
  readonly #embedding: RemoteEmbedding;
  readonly #federation: Federation;
  #isUsed = false;

  constructor(library: LocalAnswers & Pick<PushDeps, 'list'>, embedding: RemoteEmbedding) {
    this.#library = library;
    this.#embedding = embedding;
    this.#federation = new Federation(library, () => embedding.embedder());
  }

  /** The current source of search results and documents. */
  get answers(): LocalAnswers {
    return this.#isUsed ? this.#federation : this.#library;
  }

  /** Excludes those that are turned off. */
  use(remotes: readonly RemoteAccess[]): void {
    this.#isUsed = remotes.length > 0;
    this.#federation.use(remotes);
  }

  /** @throws Failure that says what to change when it cannot be reached. */
  state(access: RemoteAccess): Promise<RemoteState> {
    return engineOf(access).state();
  }

  /** @throws Failure `unavailable` while embeddings are off, and those of `push`. */
  push(access: RemoteAccess, options: PushOptions): Promise<PushReport> {
    const embedder = this.#embedding.embedder();
    if (!embedder) {
      throw new Failure(
        'unavailable',
        'Documents are pushed with their embeddings. Turn on semantic search in Settings first.',
      );
    }
    const deps: PushDeps = {
      list: (asked) => this.#library.list(asked),
      open: (id) => this.#library.open(id),
      model: embedder.model,
      vectorsOf: (document, signal) => this.#vectorsOf(embedder, document, signal),
    };
    return push(engineOf(access), deps, options);
  }

  async #vectorsOf(
    embedder: Embedder,
    { title, passages }: StoredDocument,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> {
    const texts = passages.map(({ heading, text }) => embeddingText({ title, heading, text }));
    const vectors = await this.#embedding.known(texts.map((text) => passageHash(text)));
    const missing = texts.flatMap((_, i) => (vectors[i] ? [] : [i]));
    const made = await embedder.embed(
      missing.map((i) => texts[i]!),
      { signal },
    );
    missing.forEach((i, at) => (vectors[i] = made[at]));
    return vectors.map((vector) => vector!);
  }
}
