// Remote collections as the app and the library know them. `features/remote-collections` provides them; without it there are none.
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

/** A remote with its token, which comes from the vault and is kept in memory alone. */
export type RemoteAccess = Remote & { token?: string };

export interface PushOptions {
  /** Only this source. */
  source?: string;
  /** Also removes there what is no longer here, in the sources that are pushed. */
  removeMissing?: boolean;
  onProgress?: ((progress: AddProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** In the page: which there are, and what is done with them. */
export interface RemoteCollections {
  list(): Promise<Remote[]>;
  onChange(listener: () => void): () => void;
  /** @throws Failure `bad_request` */
  add(given: RemoteInput): Promise<Remote>;
  /** @throws Failure `not_found`, `bad_request` */
  update(id: string, given: Partial<RemoteInput>): Promise<Remote>;
  /** What lies there stays there. */
  remove(id: string): Promise<void>;
  /** @throws Failure with what to change when it cannot be reached. */
  state(given: string | RemoteInput): Promise<RemoteState>;
  /** @throws Failure `not_found`, `conflict` for vectors of another model, `unavailable`, `denied` */
  push(id: string, options?: PushOptions): Promise<PushReport>;
  /** What a search, or the opening of a document, sends to them. */
  requests(asked: { query: string } | { document: string }): Promise<OutgoingRequest[]>;
}

/** What the app gives them. */
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

/** How a search goes on after its first answer. */
export interface SearchCall {
  /** Better hits than those that were answered, as they come. Each list takes the place of the one before. */
  onUpdate?: ((hits: SearchHit[]) => void) | undefined;
  /** With `onUpdate`: no more come. */
  onEnd?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** What the library answers by itself, or together with remote collections. */
export interface LocalAnswers {
  search(query: string, options: SearchOptions, call?: SearchCall): Promise<SearchHit[]>;
  gather(question: string, options: GatherOptions, signal?: AbortSignal): Promise<ContextPassage[]>;
  get(id: string): Promise<DocumentView>;
  open(id: string): Promise<StoredDocument>;
  sources(local?: boolean): SourceInfo[] | Promise<SourceInfo[]>;
}

/** In the knowledge worker: who answers, and pushes of the library. */
export interface RemoteKnowledge {
  readonly answers: LocalAnswers;
  /** None of them is off. */
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
