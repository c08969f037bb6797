// Messages between the page and the knowledge worker, one union each way.
//
// - Each request has an id and gets exactly one `reply` or `error`; `progress` may come before.
// - `ready` or `failed` comes once, first of all; requests sent before it wait for it.
// - The items of an `add` follow a few at a time, whenever the worker asks for `more`. Cloning hundreds of files at
//   once would block the page (0.3 ms each), and the worker holds only what it works on.
// - Files travel as `File` objects: the browser clones the handle, the bytes are read in the worker, one file at a
//   time.
import type { AnswerOptions, LibraryAnswer } from '../core/answer.ts';
import type { DocumentChange } from '../core/document-change.ts';
import type { ContextPassage, GatherOptions } from '../core/context-passage.ts';
import type {
  AddProgress,
  AddReport,
  DocumentMeta,
  DocumentView,
  SearchHit,
  SearchOptions,
  SourceInfo,
  StoredDocument,
} from '../core/document.ts';
import type { ErrorData } from '../core/errors.ts';
import type { LibraryOverview } from '../core/library-overview.ts';
import type { OriginalFile } from '../core/original.ts';
import type { PushReport, RemoteState } from '../core/remote.ts';
import type { ListOptions } from '../core/ports/document-store.ts';
import type { Incoming } from './incoming.ts';
import type { RemoteAccess } from '../core/ports/remote-collections.ts';

/** The requests and their results. */
export interface Calls {
  add: { params: { total: number; source?: string }; result: AddReport };
  /** With `updates`, better hits follow the reply as `update`, until `updated` ends them. */
  search: { params: { query: string; options: SearchOptions; updates?: boolean }; result: SearchHit[] };
  /** With `updates`, a better answer may follow the reply as `better`, until `updated` ends that. */
  answer: {
    params: { question: string; options: AnswerOptions; updates?: boolean };
    result: LibraryAnswer;
  };
  /** The context for a model's answer. */
  gather: { params: { question: string; options: GatherOptions }; result: ContextPassage[] };
  get: { params: { id: string }; result: DocumentView };
  open: { params: { id: string }; result: StoredDocument };
  /** The blob is a handle: its bytes are read where they are used. */
  original: { params: { id: string }; result: OriginalFile<Blob> | undefined };
  list: { params: { options: ListOptions }; result: { documents: DocumentMeta[]; total: number } };
  sources: { params: { local?: boolean }; result: SourceInfo[] };
  overview: { params: Record<string, never>; result: LibraryOverview };
  remove: { params: { ids: string[] }; result: number };
  restore: { params: { ids: string[] }; result: number };
  change: { params: { ids: readonly string[]; change: DocumentChange }; result: number };
  /** The remote collections that answer from now on, with their tokens. */
  useRemotes: { params: { remotes: RemoteAccess[] }; result: null };
  remoteState: { params: { remote: RemoteAccess }; result: RemoteState };
  pushTo: { params: { remote: RemoteAccess; source?: string; removeMissing?: boolean }; result: PushReport };
}

export type Method = keyof Calls;

export type Request = {
  [M in Method]: { type: 'request'; id: number; method: M; params: Calls[M]['params'] };
}[Method];

export type ToWorker =
  | Request
  | { type: 'abort'; id: number }
  /** Pauses or resumes an `add` between two items. It holds nothing meanwhile. */
  | { type: 'pause'; id: number; on: boolean }
  /** Messages about embeddings use this port: `embedding/port-messages.ts`. */
  | { type: 'embeddings'; port: MessagePort }
  /** The next items of an `add`; at least one. */
  | { type: 'items'; id: number; items: Incoming[] };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; error: ErrorData }
  /** An `add` is ready for its next items. */
  | { type: 'more'; id: number }
  | { type: 'progress'; id: number; progress: AddProgress }
  /** Better hits of an answered search. */
  | { type: 'update'; id: number; hits: SearchHit[] }
  /** A better answer than the one given. */
  | { type: 'better'; id: number; answer: LibraryAnswer }
  | { type: 'updated'; id: number }
  | { type: 'reply'; id: number; result: Calls[Method]['result'] }
  | { type: 'error'; id: number; error: ErrorData }
  /** Documents were added or removed, in this tab or another one. */
  | { type: 'changed' }
  /** The worker has lost its storage: everything fails from now on until the page is reloaded. */
  | { type: 'closed'; error: ErrorData };
