// The page's connection to the extension: requests with their answers, and the hosts that the extension may reach.
import { fromBase64, toBase64 } from '../../base/base64.ts';
import { Listeners } from '../../base/listeners.ts';
import { Failure } from '../../core/errors.ts';
import { isCovered } from '../../core/host-patterns.ts';
import {
  MOST_SENT,
  type FromCompanion,
  type SentRequest,
  type ToCompanion,
} from '../../core/ports/companion.ts';

/** The used part of `MessagePort`. */
export interface LinkPort {
  postMessage(message: ToCompanion): void;
  onmessage: ((event: MessageEvent<FromCompanion>) => void) | null;
}

export interface CompanionState {
  version: string;
  /** Match patterns. */
  hosts: readonly string[];
}

interface Waiting {
  take(message: Answering): void;
  fail(error: unknown): void;
}
type Answering = Extract<FromCompanion, { type: 'head' | 'piece' | 'end' | 'failed' }>;
export type Brought = Extract<FromCompanion, { type: 'clip' | 'question' | 'stop' }>;

const isBodyless = (status: number): boolean => [101, 204, 205, 304].includes(status);

export class CompanionLink {
  readonly #port: LinkPort;
  readonly #origin: string;
  readonly #waiting = new Map<number, Waiting>();
  readonly #changes = new Listeners();
  #last = 0;
  #state: CompanionState | undefined;
  #gone = false;
  /** Receives clips and questions from the extension. */
  onBrought: ((message: Brought) => void) | undefined;

  /** @param origin of this page, whose requests never go through the extension */
  constructor(port: LinkPort, origin: string) {
    this.#port = port;
    this.#origin = origin;
    port.onmessage = ({ data }) => this.#take(data);
  }

  /** Absent until the extension has answered. */
  get state(): CompanionState | undefined {
    return this.#state;
  }

  get isGone(): boolean {
    return this.#gone;
  }

  onChange(listener: () => void): () => void {
    return this.#changes.add(listener);
  }

  send(message: ToCompanion): void {
    if (!this.#gone) this.#port.postMessage(message);
  }

  takes(url: URL): boolean {
    return !this.#gone && url.origin !== this.#origin && isCovered(url, this.#state?.hosts ?? []);
  }

  /** Like `fetch`. @throws as `WayOut.fetch` says */
  async fetch(
    input: RequestInfo | URL,
    init: RequestInit = {},
    origins?: readonly string[],
  ): Promise<Response> {
    // Leaves out the headers that only browsers set, as the page's own `fetch` would.
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > MOST_SENT)
      throw new Failure('too_large', `The extension sends at most ${MOST_SENT / 2 ** 20} MB at once.`);
    const id = ++this.#last;
    const sent: SentRequest = {
      type: 'fetch',
      id,
      method: request.method,
      url: request.url,
      headers: [...request.headers],
      redirect: request.redirect,
      ...(body.length > 0 && { body: toBase64(body) }),
      ...(origins && { origins: [...origins] }),
    };
    return this.#answer(id, sent, signal);
  }

  #answer(id: number, sent: SentRequest, signal: AbortSignal): Promise<Response> {
    return new Promise((resolve, reject) => {
      let pieces: ReadableStreamDefaultController<Uint8Array> | undefined;
      const end = (): void => {
        this.#waiting.delete(id);
        signal.removeEventListener('abort', stop);
      };
      const fail = (error: unknown): void => {
        end();
        reject(error as Error);
        pieces?.error(error);
      };
      const stop = (): void => {
        this.send({ type: 'abort', id });
        fail(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      const take = (message: Answering): void => {
        if (message.type === 'failed') fail(errorOf(message));
        else if (message.type === 'end') {
          end();
          pieces?.close();
        } else if (message.type === 'piece') pieces?.enqueue(fromBase64(message.bytes));
        else {
          const body = new ReadableStream<Uint8Array>(
            {
              start: (controller) => void (pieces = controller),
              // Called when the reader wants more than is here.
              pull: () => this.send({ type: 'more', id }),
              cancel: () => {
                end();
                this.send({ type: 'abort', id });
              },
            },
            { highWaterMark: 1 },
          );
          resolve(responseOf(message, body));
        }
      };
      this.#waiting.set(id, { take, fail });
      this.send(sent);
      if (this.#gone) fail(GONE());
    });
  }

  #take(message: FromCompanion): void {
    if (message.type === 'state') {
      this.#state = { version: message.version, hosts: message.hosts };
      this.#changes.tell();
    } else if (message.type === 'gone') {
      this.#gone = true;
      this.#state = undefined;
      for (const { fail } of [...this.#waiting.values()]) fail(GONE());
      this.#changes.tell();
    } else if ('id' in message && typeof message.id === 'number') {
      this.#waiting.get(message.id)?.take(message as Answering);
    } else this.onBrought?.(message as Brought);
  }
}

const GONE = (): Failure =>
  new Failure(
    'unavailable',
    'The companion extension was removed, updated or switched off. Reload the page.',
  );

function errorOf({ code, message }: Extract<FromCompanion, { type: 'failed' }>): Error {
  // As `fetch` fails.
  if (code === 'network') return new TypeError(message);
  return new Failure(
    code === 'redirect' ? 'denied' : code,
    message,
    code === 'redirect' ? REDIRECT : undefined,
  );
}

/** Details of the failure for a redirect that was not followed. */
export const REDIRECT = { redirect: true } as const;

function responseOf(
  { status, statusText, headers, url }: Extract<FromCompanion, { type: 'head' }>,
  body: ReadableStream<Uint8Array>,
): Response {
  const response = new Response(isBodyless(status) ? null : body, { status, statusText, headers });
  // A constructed response has none, and callers resolve links against it.
  Object.defineProperty(response, 'url', { value: url });
  return response;
}
