// Remote collections as the app and the library see them. `features/remote-collections` provides them; without it
// there are none.
import type { ContextPassage, GatherOptions } from '../context-passage.ts';
import type { OutgoingRequest } from '../call.ts';
import type {
  AddProgress,
  DocumentView,
  SearchHit,
  SearchOptions,
  SourceInfo,
  StoredDocument,
} from '../document.ts';
import type { PushReport, Remote, RemoteInput, RemoteState } from '../remote.ts';
import type { Secret } from '../secrets.ts';

/** A remote with its token, which comes from the vault and stays in memory. */
export type RemoteAccess = Remote & { token?: string };

export interface PushOptions {
  /** Only this source. */
  source?: string;
  /** Also removes remote documents that no longer exist here, within the pushed sources. */
  removeMissing?: boolean;
  onProgress?: ((progress: AddProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** In the page: lists and manages remotes. */
export interface RemoteCollections {
  list(): Promise<Remote[]>;
  onChange(listener: () => void): () => void;
  /** @throws Failure `bad_request` */
  add(given: RemoteInput): Promise<Remote>;
  /** @throws Failure `not_found`, `bad_request` */
  update(id: string, given: Partial<RemoteInput>): Promise<Remote>;
  /** The remote data stays. */
  remove(id: string): Promise<void>;
  /** @throws Failure that says what to change when the remote can't be reached. */
  state(given: string | RemoteInput): Promise<RemoteState>;
  /** @throws Failure `not_found`, `conflict` for vectors of another model, `unavailable`, `denied` */
  push(id: string, options?: PushOptions): Promise<PushReport>;
  /** Returns the requests that a search, or opening a document, sends to them. */
  requests(asked: { query: string } | { document: string }): Promise<OutgoingRequest[]>;
}

/** Dependencies provided by the app. */
export interface RemoteCollectionsDeps {
  store: {
    all(): Promise<Remote[]>;
    put(remote: Remote): Promise<void>;
    remove(id: string): Promise<void>;
    onChange(listener: () => void): () => void;
  };
  reveal(names: string[]): Promise<Secret[]>;
  worker: {
    useRemotes(remotes: RemoteAccess[]): Promise<void>;
    remoteState(remote: RemoteAccess): Promise<RemoteState>;
    pushTo(remote: RemoteAccess, options: PushOptions): Promise<PushReport>;
  };
  newId(): string;
  now(): string;
}

/** How a search continues after its first result. */
export interface SearchCall {
  /** Receives better lists of hits. Each list replaces the previous one. */
  onUpdate?: ((hits: SearchHit[]) => void) | undefined;
  /** With `onUpdate`: no more lists follow. */
  onEnd?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** What the library answers alone, or together with remote collections. */
export interface LocalAnswers {
  search(query: string, options: SearchOptions, call?: SearchCall): Promise<SearchHit[]>;
  gather(question: string, options: GatherOptions, signal?: AbortSignal): Promise<ContextPassage[]>;
  get(id: string): Promise<DocumentView>;
  open(id: string): Promise<StoredDocument>;
  sources(local?: boolean): SourceInfo[] | Promise<SourceInfo[]>;
}

/** In the knowledge worker: searches remotes and pushes the library to them. */
export interface RemoteKnowledge {
  readonly answers: LocalAnswers;
  /** Receives only remotes that are switched on. */
  use(remotes: readonly RemoteAccess[]): void;
  state(access: RemoteAccess): Promise<RemoteState>;
  push(access: RemoteAccess, options: PushOptions): Promise<PushReport>;
}

declare module '../extensions.ts' {
  interface ExtensionPoints {
    /** In the page. */
    remoteCollections: {
      open(deps: RemoteCollectionsDeps): Promise<RemoteCollections & { refresh(): Promise<void> }>;
    };
  }
}
