// What a run may ask of the page: the services that all runs share, and the capabilities granted to one run. Capabilities belong to the
// port that a host call arrives on; nothing in a payload says who is asking, or what it may do.
import type { ErrorData } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';
import type { HttpRun } from './http/http-run.ts';
import type { RunSecrets } from './run-secrets.ts';
import type { FolderStore, HostAnswer, Grants } from '../core/ports/grants.ts';
import type { PageReader } from '../core/ports/page-reader.ts';
import type { LibraryCalls } from '../core/ports/library-services.ts';

export interface HostServices extends LibraryCalls {
  folders: FolderStore;
  /** A web page as Markdown. Absent where nothing reads them. */
  readPage?: PageReader['read'];
}

/** Sends requests for runs. `host` is who answered in the end. */
export interface HttpService {
  send(
    payload: Record<string, unknown>,
    body: Uint8Array | undefined,
    run: HttpRun,
  ): Promise<HostAnswer & { host: string }>;
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
