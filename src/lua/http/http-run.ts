// What one run may do with the network, bound to it by the page; and what a person is shown before a request leaves.
import type { RunSecrets } from '../run-secrets.ts';

export interface HttpRun {
  /** Granted hosts: `host` or `host:port`. */
  hosts: readonly string[];
  secrets: Pick<RunSecrets, 'redact' | 'carried'>;
  signal: AbortSignal;
  /** Whose requests are counted together, over all runs: the tool's id. Without it all such runs count as one tool. */
  tool?: string;
  /** A line in the run's log. */
  warn(text: string): void;
  /** Called before anything is sent. Throws a Failure when the request must not go out. */
  confirm?(request: OutgoingRequest): Promise<void>;
}

/** Secrets are redacted in all of it. */
export interface OutgoingRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** As text; what is not UTF-8 shows as U+FFFD. */
  body: string;
}
