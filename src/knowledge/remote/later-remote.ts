// Remote knowledge in the worker, loaded when the page first speaks of any.
import { once } from '../../core/deferred.ts';
import type { PushReport, RemoteState } from '../../core/remote.ts';
import type { Library } from '../library.ts';
import type { RemoteAccess } from './engine.ts';
import type { LocalAnswers } from './federation.ts';
import type { PushOptions } from './push.ts';
import type { RemoteEmbedding, RemoteKnowledge } from './remote-knowledge.ts';

export class LaterRemote {
  readonly #load: () => Promise<RemoteKnowledge>;
  #loaded: RemoteKnowledge | undefined;

  constructor(library: Promise<Library>, embedding: RemoteEmbedding) {
    this.#load = once(async () => {
      const { RemoteKnowledge } = await import('./remote-knowledge.ts');
      return (this.#loaded = new RemoteKnowledge(await library, embedding));
    });
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
