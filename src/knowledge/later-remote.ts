// Remote collections in the knowledge worker, opened when the page first names any. A feature provides them.
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

/** Embeddings as remote collections use them. */
export interface RemoteEmbedding {
  /** The model in use; undefined while embeddings are off. It is loaded by its first text. */
  embedder(): Embedder | undefined;
  /** Vectors that the library has for these hashes, undefined where it has none. */
  known(hashes: readonly [low: number, high: number][]): Promise<(Float32Array | undefined)[]>;
}

/** @throws Failure `unavailable` in a build without remote collections */
export type OpenRemote = (
  library: LocalAnswers & Pick<Library, 'list'>,
  embedding: RemoteEmbedding,
) => Promise<RemoteKnowledge>;

declare module '../core/extensions.ts' {
  interface ExtensionPoints {
    /** In the knowledge worker. */
    remoteKnowledge: OpenRemote;
  }
}

export class LaterRemote {
  readonly #load: () => Promise<RemoteKnowledge>;
  #loaded: RemoteKnowledge | undefined;

  constructor(library: Promise<Library>, embedding: RemoteEmbedding, open: OpenRemote) {
    this.#load = once(async () => (this.#loaded = await open(await library, embedding)));
  }

  /** Who answers searches and opens documents now: the library, until there is anything else. */
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
