// Sends a request to a Chroma server (REST API v2), and explains its failures.
import { Failure } from '../../core/errors.ts';
import { answerText } from '../answer-text.ts';
import type { RemoteAccess } from '../../core/ports/remote-collections.ts';

/** Milliseconds without an answer after which a server counts as gone. */
const PATIENCE = 30_000;

export class ChromaHttp {
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #host: string;

  /** @throws Failure `bad_request` for an invalid address */
  constructor({ url, token }: Pick<RemoteAccess, 'url' | 'token'>) {
    const base = URL.canParse(url) ? new URL(url) : undefined;
    if (!base || !/^https?:$/.test(base.protocol)) {
      throw new Failure('bad_request', `${url} is not a server address. Use one like http://localhost:8000.`);
    }
    this.#base = base.href.replace(/\/(api\/v2\/?)?$/, '');
    this.#host = base.host;
    this.#headers = { 'content-type': 'application/json', ...(token && { 'x-chroma-token': token }) };
  }

  get(path: string, signal?: AbortSignal): Promise<unknown> {
    return this.#send('GET', path, undefined, signal);
  }

  post(path: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
    return this.#send('POST', path, JSON.stringify(body), signal);
  }

  async #send(
    method: string,
    path: string,
    body: string | undefined,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const deadline = AbortSignal.timeout(PATIENCE);
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${this.#base}/api/v2${path}`, {
        method,
        headers: this.#headers,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        // A token must not follow a redirect to another host.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        ...(body !== undefined && { body }),
      });
      text = await answerText(response, this.#host);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Failure) throw error;
      throw this.#unreachable(deadline.aborted, error);
    }
    if (response.ok) return this.#parsed(text);
    throw this.#refused(response.status, text);
  }

  #parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.notChroma();
    }
  }

  /** The failure for an answer that no Chroma server sends. */
  notChroma(): Failure {
    return new Failure(
      'unavailable',
      `${this.#host} sent a response that is not from Chroma. Check that the address is a Chroma server, version 1 or newer.`,
    );
  }

  #unreachable(late: boolean, cause: unknown): Failure {
    if (late)
      return new Failure('unavailable', `${this.#host} did not answer within ${PATIENCE / 1000} seconds.`);
    const why = cause instanceof Error && cause.name !== 'TypeError' ? ` (${cause.message})` : '';
    // Only a page needs the server's permission; the terminal is none.
    const check =
      'location' in globalThis
        ? 'is running and allows this page: start Chroma with cors_allow_origins naming this page’s address'
        : 'is running';
    return new Failure(
      'unavailable',
      `${this.#host} cannot be reached${why}. Check that the server ${check}.`,
    );
  }

  #refused(status: number, text: string): Failure {
    const said = saidBy(text);
    if (status === 401 || status === 403)
      return new Failure('denied', `${this.#host} refused the token. Check the secret of this remote.`);
    if (status === 404) return new Failure('not_found', `${this.#host} could not find it: ${said}`);
    if (status === 409) return new Failure('conflict', `${this.#host} refused: ${said}`);
    if (status === 413) return new Failure('too_large', `${this.#host} refused the request as too large.`);
    if (status === 429)
      return new Failure('rate_limited', `${this.#host} received too many requests. Try again in a minute.`);
    if (status >= 500) return new Failure('unavailable', `${this.#host} failed (${status}): ${said}`);
    return new Failure('bad_request', `${this.#host} refused the request (${status}): ${said}`);
  }
}

function saidBy(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown };
    return String(message ?? error ?? text).slice(0, 300);
  } catch {
    return text.slice(0, 300) || 'it gave no reason';
  }
}
