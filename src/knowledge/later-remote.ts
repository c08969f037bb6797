// Remote collections in the knowledge worker, loaded when the page first names any. A feature provides them.
import { once } from '../core/deferred.ts';
import type {
  LocalAnswers,
  PushOptions,
  RemoteAccess,
  RemoteKnowledge,
} from '../core/ports/remote-collections.ts';
import type { PushReport, RemoteState } from '../core/remote.ts';
import type { Embedder } from './embedding/embedder.ts';
import type { Library } from './library.ts';

/** Embeddings as used by remote collections. */
export interface RemoteEmbedding {
  /** Returns the current model; undefined while embeddings are off. The first text loads it. */
  embedder(): Embedder | undefined;
  /** Returns the library's vectors for these hashes, undefined where it has none. */
  known(hashes: readonly [low: number, high: number][]): Promise<(Float32Array | undefined)[]>;
}

/** @throws Failure `unavailable` in a build without remote collections */
export type OpenRemote = (
  library: LocalAnswers & Pick<Library, 'list'>,
  embedding: RemoteEmbedding,
) => Promise<RemoteKnowledge>;

declare module '../core/extensions.ts' {
  interface ExtensionPoints {
    /** Registers remote collections in the knowledge worker. */
    remoteKnowledge: OpenRemote;
  }
}

export class LaterRemote {
  readonly #load: () => Promise<RemoteKnowledge>;
  #loaded: RemoteKnowledge | undefined;

  constructor(library: Promise<Library>, embedding: RemoteEmbedding, open: OpenRemote) {
    this.#load = once(async () => (this.#loaded = await open(await library, embedding)));
  }

  /** Answers searches and opens documents now: the library, until remote collections exist. */
  answersFor(library: Library): LocalAnswers {
    return this.#loaded?.answers ?? library;
  }

  async use(remotes: readonly RemoteAccess[]): Promise<null> {
    if (remotes.length > 0 || this.#loaded) (await this.#load()).use(remotes);
    return null;
  }

  async state(access: RemoteAccess): Promise<RemoteState> {
    return (await this.#load()).state(access);
  }

  async push(access: RemoteAccess, options: PushOptions): Promise<PushReport> {
    return (await this.#load()).push(access, options);
  }
}
