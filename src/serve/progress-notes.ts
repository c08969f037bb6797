// Progress of a call in MCP's form: a number up to 1 that grows with each notification.
import type { ServerContext } from '@modelcontextprotocol/server';

/** A notification without progress must still exceed the previous one. */
const STEP = 1e-6;
/** Maximum notifications per call, since a script can send more than a client can read. */
const MOST = 1_000;

export class ProgressNotes {
  readonly #request: Pick<ServerContext['mcpReq'], 'notify'>;
  readonly #token: string | number | undefined;
  #last = 0;
  #count = 0;
  #sending: Promise<unknown> = Promise.resolve();

  constructor(request: ServerContext['mcpReq']) {
    this.#request = request;
    this.#token = request._meta?.progressToken;
  }

  /** @param fraction 0 to 1; absent: unchanged */
  tell(fraction: number | undefined, message: string | undefined): void {
    if (this.#token === undefined || this.#count >= MOST) return;
    this.#count += 1;
    const progress = this.#count === 1 ? (fraction ?? 0) : Math.max(fraction ?? 0, this.#last + STEP);
    this.#last = progress;
    const params = {
      progressToken: this.#token,
      progress,
      total: 1,
      ...(message !== undefined && { message }),
    };
    const sent = this.#request.notify({ method: 'notifications/progress', params });
    // A closed client needs no notifications.
    this.#sending = Promise.all([this.#sending, sent.catch(() => undefined)]);
  }

  /** Resolves when all notifications are sent, because they must precede the result. */
  async sent(): Promise<void> {
    await this.#sending;
  }
}
