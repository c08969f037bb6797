// `window.perilune`: the API for scripts on the page and for tests.
//
// - It is there as soon as the page's script runs; every call waits until the app is open.
// - A tool's failure is data, `{error: {code, message}}`; calls on documents reject with an Error that has a `code`.
// - Answers are copies of plain JSON: nothing the caller does to them reaches the app.
// - Most of it loads at its first call. Should that fail, the call rejects with code `unavailable`, whatever it is.
// - Frozen, and fixed on the window.
import type { App } from '../apps/web/app.ts';
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
import type { ConnectorApi } from './connector-api.ts';
import type { EmbeddingApi } from './embedding-api.ts';
import type { FeedApi } from './feed-api.ts';
import { laterCalls } from './later-calls.ts';
import type { RemoteApi } from './remote-api.ts';
import type { RunApi } from './run-api.ts';
import type { SecretApi } from './secret-api.ts';
import type { StorageApi } from './storage-api.ts';
import type { ToolApi } from './tool-api.ts';

/** What `window.perilune` offers. */
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
     * Rejects with code `bad_request`, `unavailable` or `cancelled`.
     */
    search(
      query: string,
      options?: SearchOptions & { signal?: AbortSignal; onUpdate?: (results: SearchHit[]) => void },
    ): Promise<{ results: SearchHit[] }>;
    /**
     * Answers a question from the library without a model, with the block that answers it. `answer` is null when nothing
     * does. Calculations, dates and unit conversions are answered by a tool. `confidence` is from 0 to 1. Rejects with code
     * `bad_request`, `unavailable` or `cancelled`.
     */
    answer(question: string, options?: AnswerRequest): Promise<PageAnswer>;
    /** Returns a document with its text and passages. Rejects with code `not_found`. */
    get(id: string): Promise<DocumentView>;
    /** Lists all sources with their number of documents and passages. */
    sources(): Promise<SourceInfo[]>;
    /** Removes a document. `removed` is 1, or 0 when no document has that id. */
    remove(id: string): Promise<{ removed: number }>;
    readonly embeddings: EmbeddingApi;
  };
  readonly connectors: ConnectorApi;
  readonly feeds: FeedApi;
  readonly remotes: RemoteApi;
  readonly secrets: SecretApi;
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

export interface AddOptions {
  onProgress?(progress: AddProgress): void;
  signal?: AbortSignal;
}

/** The parts of the App that the page API stands on. */
export interface PageApp {
  readonly ready: App['ready'];
  readonly tools: App['tools'];
  readonly toolParts: App['toolParts'];
  readonly knowledge: Pick<App['knowledge'], 'add' | 'search' | 'get' | 'sources' | 'remove'>;
  readonly agent: Pick<App['agent'], 'send' | 'answerOnce'>;
  readonly embeddings: App['embeddings'];
  readonly scan: App['scan'];
  readonly feeds: App['feeds'];
  readonly remotes: App['remotes'];
  readonly secrets: App['secrets'];
  readonly storage: App['storage'];
  readonly vault: App['vault'];
}

declare global {
  interface Window {
    readonly perilune: PageApi;
  }
}

/** Puts the page API on the window, once. `app` may still be opening. */
export function installPageApi(app: PageApp | Promise<PageApp>, target: object = window): void {
  Object.defineProperty(target, 'perilune', {
    value: pageApi(Promise.resolve(app)),
    enumerable: true,
    writable: false,
    configurable: false,
  });
}

function pageApi(opening: Promise<PageApp>): PageApi {
  const later = laterCalls(opening);
  const ready = opening.then((app) => app.ready);
  // Whoever waits for it hears of a failure; nobody has to wait.
  ready.catch(() => undefined);
  return Object.freeze<PageApi>({
    ready,
    version: __APP_VERSION__,
    ...later,
    agent: Object.freeze<PageApi['agent']>({
      async *send(text, options) {
        const { given, textOf } = await import('./given-options.ts');
        const { signal, conversation } = given(options);
        const { agent } = await opening;
        yield* agent.send(textOf(text), { signal, conversation });
      },
    }),
  });
}
