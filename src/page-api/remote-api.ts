// `window.perilune.remotes`: remote search engines that answer with the library, or instead of it.
import type { PageApp } from './page-app.ts';
import type { AddProgress } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import type { PushReport, Remote, RemoteInput, RemoteState } from '../core/remote.ts';

export interface RemoteApi {
  /** Lists the remote collections. */
  list(): Promise<Remote[]>;
  /** Connects a remote collection, which need not exist yet. Only `url` is required. Rejects with code `bad_request`. */
  add(remote: RemoteInput): Promise<Remote>;
  /** Changes a connection. Rejects with code `not_found` or `bad_request`. */
  update(id: string, changes: Partial<RemoteInput>): Promise<Remote>;
  /** Disconnects a remote collection and leaves its contents. */
  remove(id: string): Promise<void>;
  /** Asks the server for its engine, number of passages and model. Rejects with code `unavailable` or `denied`. */
  state(remote: string | RemoteInput): Promise<RemoteState>;
  /**
   * Sends new and changed passages with their vectors. Rejects with code `conflict` when the collection contains vectors of
   * another model.
   */
  push(id: string, options?: PushOptions): Promise<PushReport>;
}

export interface PushOptions {
  /** Only this source. */
  source?: string;
  /** Also removes remote documents that no longer exist here, within the pushed sources. */
  removeMissing?: boolean;
  onProgress?(progress: AddProgress): void;
  signal?: AbortSignal;
}

export function remoteApi(opening: Promise<Pick<PageApp, 'remotes'>>): RemoteApi {
  const remotes = async (): ReturnType<PageApp['remotes']> => (await opening).remotes();
  return Object.freeze<RemoteApi>({
    async list() {
      return structuredClone(await (await remotes()).list());
    },
    async add(remote) {
      return structuredClone(await (await remotes()).add(objectOf(remote)));
    },
    async update(id, changes) {
      return structuredClone(await (await remotes()).update(String(id), objectOf(changes)));
    },
    async remove(id) {
      await (await remotes()).remove(String(id));
    },
    async state(remote) {
      return structuredClone(
        await (await remotes()).state(typeof remote === 'string' ? remote : objectOf(remote)),
      );
    },
    async push(id, options) {
      return structuredClone(await (await remotes()).push(String(id), options ?? {}));
    },
  });
}

function objectOf<T>(given: T): T {
  if (typeof given === 'object' && given !== null) return given;
  throw new Failure('bad_request', 'a remote is an object with a url');
}
