// One connection to the app's page: runs its requests, and passes on the rest of its messages.
//
// - It checks each message: the sender must still be the confirmed address, and the message must be valid.
// - It reads an answer in pieces as the page asks for them, so a huge answer doesn't fill its memory.
import { toBase64 } from '../../base/base64.ts';
import { Failure, toErrorData } from '../../core/errors.ts';
import { MOST_RECEIVED, type FromCompanion, type ToCompanion } from '../../core/ports/companion.ts';
import type { Port } from './chrome.ts';
import { grantedFetch, RedirectRefused, type Surroundings } from './granted-fetch.ts';
import { readMessage, readRequest } from './read-message.ts';

/** Maximum number of open requests of one page. Browsers open six connections to a host. */
const MOST_AT_ONCE = 32;
/** Bytes of one message; Base64 makes it a third longer. */
const PIECE = 384 * 1024;

interface Running {
  stop: AbortController;
  /** Resolves the wait for the page's next `more`. */
  more?: () => void;
}

export interface PageLinkDeps extends Surroundings {
  /** Whether this sender may speak, now. */
  isAllowed(): boolean;
  /** Gets all messages besides requests. */
  other(message: Exclude<ToCompanion, { type: 'fetch' | 'more' | 'abort' }>): void;
}

export class PageLink {
  readonly #port: Port;
  readonly #deps: PageLinkDeps;
  readonly #running = new Map<number, Running>();
  #closed = false;

  constructor(port: Port, deps: PageLinkDeps) {
    this.#port = port;
    this.#deps = deps;
    port.onMessage.addListener((message) => this.#take(message));
    port.onDisconnect.addListener(() => this.#end());
  }

  send(message: FromCompanion): void {
    if (!this.#closed) this.#port.postMessage(message);
  }

  close(): void {
    this.#end();
    this.#port.disconnect();
  }

  #end(): void {
    this.#closed = true;
    for (const { stop } of this.#running.values()) stop.abort();
  }

  #take(given: unknown): void {
    if (!this.#deps.isAllowed()) {
      this.close();
      return;
    }
    const message = readMessage(given);
    if (!message) return;
    if (message.type === 'fetch') void this.#fetch(message);
    else if (message.type === 'more') this.#running.get(message.id)?.more?.();
    else if (message.type === 'abort') this.#running.get(message.id)?.stop.abort();
    else this.#deps.other(message);
  }

  async #fetch(message: Extract<ToCompanion, { type: 'fetch' }>): Promise<void> {
    const { id } = message;
    if (this.#running.has(id)) return;
    const running: Running = { stop: new AbortController() };
    this.#running.set(id, running);
    try {
      if (this.#running.size > MOST_AT_ONCE)
        throw new Failure('rate_limited', 'too many requests at the same time; wait for some to finish');
      const { body, ...head } = await grantedFetch(readRequest(message), this.#deps, running.stop.signal);
      this.send({ type: 'head', id, ...head });
      await this.#pass(id, body, running);
      this.send({ type: 'end', id });
    } catch (problem) {
      this.send({ type: 'failed', id, ...failureOf(problem) });
      running.stop.abort();
    } finally {
      this.#running.delete(id);
    }
  }

  async #pass(id: number, body: ReadableStream<Uint8Array> | null, running: Running): Promise<void> {
    const reader = body?.getReader();
    let size = 0;
    while (reader) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.length;
      if (size > MOST_RECEIVED)
        throw new Failure('too_large', `the response is larger than ${MOST_RECEIVED / 2 ** 20} MB`);
      for (let at = 0; at < value.length; at += PIECE) {
        const next = this.#next(running);
        this.send({ type: 'piece', id, bytes: toBase64(value.subarray(at, at + PIECE)) });
        await next;
      }
    }
  }

  /** Resolves when the page has taken a piece. */
  #next(running: Running): Promise<void> {
    return new Promise((resolve, reject) => {
      const { signal } = running.stop;
      const stopped = (): void => reject(new DOMException('stopped', 'AbortError'));
      signal.addEventListener('abort', stopped, { once: true });
      running.more = () => {
        signal.removeEventListener('abort', stopped);
        resolve();
      };
    });
  }
}

function failureOf(problem: unknown): Pick<Extract<FromCompanion, { type: 'failed' }>, 'code' | 'message'> {
  if (problem instanceof RedirectRefused)
    return { code: 'redirect', message: 'the server redirects to a host that is not allowed' };
  if (problem instanceof TypeError) return { code: 'network', message: problem.message };
  const { code, message } = toErrorData(problem, 'unavailable');
  return { code, message };
}
