// What a run may ask of the page: the services that all runs share, and the capabilities granted to one run. Capabilities belong to the
// port that a host call arrives on; nothing in a payload says who is asking, or what it may do.
import type { DocumentView, SearchHit, SearchOptions, SourceInfo } from '../core/document.ts';
import type { ErrorData } from '../core/errors.ts';
import type { Json } from '../base/json.ts';
import type { Limits } from '../core/limits.ts';
import type { Outbound } from '../core/outbound.ts';
import type { Taint } from '../core/taint.ts';
import type { Act, OutgoingRequest, ToolResult } from '../core/call.ts';
import type { HttpRun } from './http/http-run.ts';
import type { RunSecrets } from './run-secrets.ts';

/** What a question to the library comes with. */
export interface Asking {
  signal: AbortSignal;
  /** What may leave: engines elsewhere hear of a question. */
  outbound: Outbound;
}

/** A Failure of any of them becomes an error in Lua, with its code if nothing catches it. */
export interface HostServices {
  search(query: string, options: SearchOptions, asking: Asking): Promise<SearchHit[]>;
  /** Failure `not_found`: `document not found: ID` */
  get(id: string, asking: Asking): Promise<DocumentView>;
  sources(asking: Asking): Promise<SourceInfo[]>;
  /** The requests to search engines elsewhere that a question makes. Absent: none. */
  sends?(asked: { query: string } | { document: string }): Promise<OutgoingRequest[]>;
  folders: FolderStore;
}

/** Where the folders of tools are kept. A folder has the id of its tool; paths are checked before they get here. */
export interface FolderStore {
  read(folder: string, path: string): Promise<Uint8Array | undefined>;
  /** @throws Failure `too_large` when the file or the folder would be over its limit. */
  write(folder: string, path: string, bytes: Uint8Array): Promise<void>;
  list(folder: string): Promise<FileFacts[]>;
  /** @returns whether there was one. */
  remove(folder: string, path: string): Promise<boolean>;
}

export interface FileFacts {
  path: string;
  /** Bytes. */
  size: number;
  /** ISO 8601. */
  modified: string;
}

/** Sends requests for runs. `host` is who answered in the end. */
export interface HttpService {
  send(
    payload: Record<string, unknown>,
    body: Uint8Array | undefined,
    run: HttpRun,
  ): Promise<HostAnswer & { host: string }>;
}

/** What the caller of a run lets it do. */
export interface Grants {
  /** Hosts it may reach: exact. */
  hosts: readonly string[];
  /** The id of its folder. */
  folder: string;
  /** Files that came with the script: readable, not writable. */
  files: Readonly<Record<string, string>>;
  /** May write to its folder without asking. */
  writes: boolean;
  /** Once it has read text that anybody may have written, it asks before it sends anything (design D11). */
  cautious: boolean;
  /** What may leave. */
  outbound: Outbound;
  /** What was read before the run, and where what it reads is noted. Default: nothing was. */
  taint?: Taint;
  /** Asks a person. */
  approve(act: Act, signal: AbortSignal): Promise<boolean>;
  /** `tools.NAME{…}`. `onWaiting` says when a person is being asked. */
  callTool(
    name: string,
    args: Json,
    signal: AbortSignal,
    onWaiting: (waiting: boolean) => void,
  ): Promise<ToolResult>;
  /** It has no granted hosts: a person is asked about each request, wherever it goes. */
  asksToSend?: boolean;
  /** Nobody has agreed to its being run yet: a person is asked about each request, whatever was read. */
  asksFirst?: boolean;
  /** Hosts that access tokens may go to, besides those that they come from: the requests are data that a person has seen. */
  tokenHosts?: readonly string[];
  /** Where its folder is kept, when that is not with those of the tools. */
  store?: FolderStore;
  /** Sees each host call first: answers in place of whoever serves it, or throws a Failure; undefined: goes on. */
  before?(
    operation: string,
    payload: Readonly<Record<string, unknown>>,
    bytes: Uint8Array | undefined,
  ): Promise<HostAnswer | undefined>;
}

/** One run, as what serves it sees it. */
export interface ServedRun {
  readonly grants: Grants;
  readonly secrets: RunSecrets;
  readonly limits: Limits;
  /** Aborts when the run is over, however it ended. */
  readonly signal: AbortSignal;
  warn(text: string): void;
}

/** One host call of a run, while it is being answered. */
export interface HostCall {
  readonly run: ServedRun;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array | undefined;
  /** A person is asked: the run's deadline stands still until `release`. */
  hold(): void;
  release(): void;
  /** It stands for this many host calls more. Failure `rate_limited` when the run has no more of them. */
  spend(calls: number): void;
  /** A failure that the script gets as a value: should it let it pass, its details go with it. */
  note(failure: ErrorData): void;
}

export interface HostAnswer {
  /** JSON text. */
  json: string;
  bytes?: Uint8Array;
}
