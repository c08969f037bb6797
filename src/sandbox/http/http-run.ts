// What one run may do with the network, bound to it by the page.
import type { Outbound } from '../../core/outbound.ts';
import type { OutgoingRequest } from '../../core/call.ts';
import type { RunSecrets } from '../run-secrets.ts';

export interface HttpRun {
  /** Granted hosts: `host` or `host:port`. */
  hosts: readonly string[];
  secrets: Pick<RunSecrets, 'redact' | 'carried'>;
  signal: AbortSignal;
  /** Whose requests are counted together, over all runs: the tool's id. Without it all such runs count as one tool. */
  tool?: string;
  /** What may leave. */
  outbound: Outbound;
  /** A line in the run's log. */
  warn(text: string): void;
  /**
   * Called before anything is sent, with secrets redacted. Throws a Failure when the request must not go out. Without it
   * nothing goes where a secret in play may not go.
   */
  confirm?(request: OutgoingRequest): Promise<void>;
}
