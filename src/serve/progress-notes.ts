// Progress of a call as MCP has it: a number that grows with each note, out of 1.
import type { ServerContext } from '@modelcontextprotocol/server';

/** A note that brings no progress still has to be above the one before. */
const STEP = 1e-6;
/** Notes a call: a script may tell more than a client can read. */
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

  /** @param fraction 0 to 1; absent: as far as before */
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
    // A client that is gone needs no notes.
    this.#sending = Promise.all([this.#sending, sent.catch(() => undefined)]);
  }

  /** Resolves when all of them are on their way: they go before the result. */
  async sent(): Promise<void> {
    await this.#sending;
  }
}
