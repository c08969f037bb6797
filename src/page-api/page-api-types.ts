// The type of `window.perilune`. The guide's reference is generated from it.
import type { AgentEvent } from '../core/conversation.ts';
import type {
  AddProgress,
  AddReport,
  DocumentInput,
  DocumentView,
  SearchHit,
  SearchOptions,
  SourceInfo,
} from '../core/document.ts';
import type { AnswerRequest, PageAnswer } from './answer-api.ts';
import type { BackupApi } from './backup-api.ts';
import type { BundleApi } from './bundle-api.ts';
import type { CollectionApi } from './collection-api.ts';
import type { ConnectorApi } from './connector-api.ts';
import type { EmbeddingApi } from './embedding-api.ts';
import type { FeedApi } from './feed-api.ts';
import type { ProfileApi } from './profile-api.ts';
import type { RemoteApi } from './remote-api.ts';
import type { RunApi } from './run-api.ts';
import type { SecretApi } from './secret-api.ts';
import type { ServerApi } from './server-api.ts';
import type { StorageApi } from './storage-api.ts';
import type { ToolApi } from './tool-api.ts';

/** The methods of `window.perilune`. */
export interface PageApi {
  /** Resolves when the library can be searched and contains the guide. Rejects when the app cannot open. */
  readonly ready: Promise<void>;
  /** The version of the app, such as `0.1.0`. */
  readonly version: string;
  readonly tools: ToolApi;
  readonly bundles: BundleApi;
  readonly runs: RunApi;
  readonly knowledge: {
    /**
     * Adds files or documents to the library. An item that cannot be read is listed in `skipped` with a reason; the others are
     * added. `onProgress` gets `{done, total, name}` as items finish. Rejects with code `cancelled` after an abort.
     */
    add(items: Iterable<File | DocumentInput>, options?: AddOptions): Promise<AddReport>;
    /**
     * Searches the library, best document first. Passages without an embedding are embedded meanwhile: the promise waits
     * `patience` milliseconds for them (default 0), and `onUpdate` gets each better list, which replaces the one before.
     * `source` is a name or a list of names. `collection`, an id or a name, limits it to the documents of a collection.
     * Rejects with code `bad_request` (also for an unknown option), `not_found`, `unavailable` or `cancelled`.
     */
    search(query: string, options?: SearchRequest): Promise<{ results: SearchHit[] }>;
    /**
     * Answers a question from the library without a model, with the block that answers it. `answer` is null when nothing
     * does. Calculations, dates and unit conversions are answered by a tool. `confidence` is from 0 to 1. `collection`
     * limits it to a collection. Rejects with code `bad_request`, `not_found`, `unavailable` or `cancelled`.
     */
    answer(question: string, options?: AnswerRequest): Promise<PageAnswer>;
    /** Returns a document with its text and passages. Rejects with code `not_found`. */
    get(id: string): Promise<DocumentView>;
    /** Lists all sources with their number of documents and passages. */
    sources(): Promise<SourceInfo[]>;
    /** Removes a document. `removed` is 1, or 0 when no document has that id. */
    remove(id: string): Promise<{ removed: number }>;
    readonly collections: CollectionApi;
    readonly embeddings: EmbeddingApi;
  };
  readonly connectors: ConnectorApi;
  readonly feeds: FeedApi;
  readonly profiles: ProfileApi;
  readonly remotes: RemoteApi;
  readonly secrets: SecretApi;
  readonly servers: ServerApi;
  readonly storage: StorageApi;
  readonly backup: BackupApi;
  readonly agent: {
    /**
     * Asks a question in a new chat, or in the chat with the id `conversation`, and yields events from `start` to `end`. It
     * starts when the first event is requested; an abort ends it with the reason `stopped`.
     */
    send(text: string, options?: { signal?: AbortSignal; conversation?: string }): AsyncIterable<AgentEvent>;
  };
}

export interface SearchRequest extends Pick<
  SearchOptions,
  'mode' | 'limit' | 'tags' | 'since' | 'explain' | 'patience'
> {
  /** Only documents of this source, or of any of these. */
  source?: string | readonly string[];
  /** Only documents of this collection: its id or its name. */
  collection?: string;
  signal?: AbortSignal;
  onUpdate?: (results: SearchHit[]) => void;
}

export interface AddOptions {
  onProgress?(progress: AddProgress): void;
  signal?: AbortSignal;
}
