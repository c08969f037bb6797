// What one run may do on the network. The page binds it to the run.
import type { Outbound } from '../../core/outbound.ts';
import type { OutgoingRequest } from '../../core/call.ts';
import type { RunSecrets } from '../run-secrets.ts';

export interface HttpRun {
  /** Granted hosts: `host` or `host:port`. */
  hosts: readonly string[];
  secrets: Pick<RunSecrets, 'redact' | 'carried'>;
  signal: AbortSignal;
  /** The tool's id: requests are counted per tool, over all its runs. Runs without an id count as one tool. */
  tool?: string;
  /** Tracks which data may leave. */
  outbound: Outbound;
  /** Adds a line to the run's log. */
  warn(text: string): void;
  /**
   * Called before anything is sent, with secrets redacted. Throws a Failure when the request must not leave. Without
   * it, no secret in use leaves for a host it isn't bound to.
   */
  confirm?(request: OutgoingRequest): Promise<void>;
  /** Receives the answer while it arrives, if it is a stream of server-sent events. */
  events?: EventSink;
}

export interface EventSink {
  /** @param json status and headers, as in the answer. @param host the host that answers */
  begin(json: string, host: string): void;
  push(bytes: Uint8Array): void;
}
