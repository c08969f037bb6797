// What the page offers a run: the services that all runs share, and the capabilities granted to this one.
// Capabilities belong to the port a host call arrives on. No payload can say who is asking or what it may do.
import type { Secret } from '../core/secrets.ts';
import type { ErrorData } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';
import type { HttpRun } from './http/http-run.ts';
import type { RunSecrets } from './run-secrets.ts';
import type { FolderStore, HostAnswer, Grants } from '../core/ports/grants.ts';
import type { PageReader } from '../core/ports/page-reader.ts';
import type { ReadAccessToken } from '../core/ports/tool-sign-in.ts';
import type { LibraryCalls } from '../core/ports/library-services.ts';

export interface HostServices extends LibraryCalls {
  folders: FolderStore;
  /** Converts a web page to Markdown. Absent where no reader is available. */
  readPage?: PageReader['read'];
  /** Returns the token of a tool's sign-in. Absent where nobody can sign in. */
  accessToken?: ReadAccessToken;
  /**
   * Stores the value with which its issuer replaced a secret. @returns false when the stored value is another one by now.
   * Absent where secrets aren't stored.
   */
  renewSecret?(secret: Secret, value: string): Promise<boolean>;
}

/** Sends requests for runs. `host` is the host that finally answered. */
export interface HttpService {
  send(
    payload: Record<string, unknown>,
    body: Uint8Array | undefined,
    run: HttpRun,
  ): Promise<HostAnswer & { host: string }>;
}

/** A run, as seen by the services that answer it. */
export interface ServedRun {
  readonly grants: Grants;
  readonly secrets: RunSecrets;
  readonly limits: Limits;
  /** Aborts when the run is over, however it ended. */
  readonly signal: AbortSignal;
  warn(text: string): void;
}

/** One host call of a run that is being answered. */
export interface HostCall {
  readonly run: ServedRun;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array | undefined;
  /** Pauses the run's deadline until `release`, while a person is asked. */
  hold(): void;
  release(): void;
  /** Charges this many more host calls. Failure `rate_limited` when none are left. */
  spend(calls: number): void;
  /** Notes a failure that the script receives as a value, so that its details survive if the script raises it again. */
  note(failure: ErrorData): void;
}
