// Sends the requests of runs: decides whether each may leave, sends it through the browser's own policy, reads the
// answer within its limits, and explains failures. The caller's identity and grants come with the run, never with the
// request.
import { shortened } from '../../base/shortened.ts';
import { Failure } from '../../core/errors.ts';
import { originsOf } from '../../core/hosts.ts';
import type { OutgoingRequest } from '../../core/call.ts';
import { checkAddress } from './address.ts';
import { FetchFrames, RedirectBlocked, type FetchChannel } from './fetch-frame.ts';
import { carriesCredentials } from './headers.ts';
import { isEventStream, readBody } from './http-body.ts';
import { readRequest, withQuery, type HttpRequest } from './http-request.ts';
import type { HttpRun } from './http-run.ts';
import { REQUESTS_PER_MINUTE, RequestRate } from './rate.ts';
import { isPassing, mayRetry, waitBefore } from './retry.ts';
import { whyUnreachable, type Circumstances } from './unreachable.ts';

/** Maximum characters of an address in a message. */
const SHOWN_ADDRESS = 500;
/** Milliseconds for the probe of an origin that did not answer. */
const PROBE_TIMEOUT = 5000;

/** The browser's functions, replaceable in tests. */
export interface HttpSurroundings {
  /** @param sources origins, or a scheme such as `http:` */
  open(sources: readonly string[]): Promise<FetchChannel>;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Resolves after this many milliseconds; rejects when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** 0 to 1. */
  random(): number;
  online(): boolean;
  /** The origin of the page. */
  origin(): string;
  /** Explains why a request got no answer. The text continues a sentence after `failed: `. */
  why(it: Circumstances): Promise<string>;
  /** Releases what is kept open for further requests. */
  close?(): void;
}

export interface HttpAnswer {
  /** `{"status", "headers"}`; header names in lower case. */
  json: string;
  bytes: Uint8Array;
  /** The host that answered, after redirects. */
  host: string;
}

/** A request that has passed every check. */
interface Cleared extends HttpRequest {
  url: URL;
  origins: readonly string[];
  /** Follows no redirect: data or a secret would go to an unchecked host. */
  strict: boolean;
}

interface Answer {
  response: Response;
  bytes: Uint8Array;
}

/** A network failure rather than a refusal: a retry may help. */
class NetworkTrouble extends Error {}

export class GrantedHttpClient {
  readonly #around: HttpSurroundings;
  readonly #rate: RequestRate;

  constructor(surroundings: Partial<HttpSurroundings> = {}) {
    this.#around = { ...browserSurroundings(), ...surroundings };
    this.#rate = new RequestRate(this.#around.now);
  }

  /**
   * @param payload method, url, headers, params, timeout (seconds), retries
   * @throws Failure `HTTP METHOD URL failed: REASON`, with code denied, unavailable, timeout, too_large, cancelled,
   *   rate_limited or bad_request; secrets are redacted
   */
  async send(
    payload: Record<string, unknown>,
    body: Uint8Array | undefined,
    run: HttpRun,
  ): Promise<HttpAnswer> {
    try {
      const request = this.#clear(readRequest(payload, body), run);
      if (run.outbound.isDry) {
        run.outbound.note(shownOf(request, run));
        return { json: '{"status":200,"headers":{}}', bytes: new Uint8Array(), host: request.url.host };
      }
      run.outbound.refuse('requests');
      await confirm(request, run);
      const { response, bytes } = await this.#ask(request, run);
      return { json: headOf(response), bytes, host: hostOf(response, request) };
    } catch (problem) {
      const cause = run.signal.aborted ? new Failure('cancelled', 'the run was stopped') : problem;
      if (!(cause instanceof Failure)) throw cause;
      const told = `HTTP ${methodOf(payload)} ${shownAddress(payload, run)} failed: ${cause.message}`;
      throw new Failure(cause.code, run.secrets.redact(told), cause.details);
    }
  }

  /** Closes the channels. Call it when no run will send any more. */
  close(): void {
    this.#around.close?.();
  }

  /** Makes every check that is possible before anything leaves. */
  #clear(request: HttpRequest, run: HttpRun): Cleared {
    const origins = originsOf(run.hosts);
    const url = checkAddress(withQuery(request.address, request.query), origins);
    const { method, headers, left, body, retries } = request;
    const said = Object.entries(headers).flatMap(([name, value]) => [name, fromByteString(value)]);
    const parts = [request.address, url.href, ...said, ...(body ? [body] : [])];
    const carried = run.secrets.carried(parts);
    for (const { name, hosts, fetched = false } of carried) {
      if (fetched || hosts.length === 0 || originsOf(hosts).includes(url.origin)) continue;
      throw new Failure(
        'denied',
        `the secret ${name} may be sent to ${hosts.join(', ')} only, and this goes to ${url.host}; to allow it, change the hosts of the secret in Settings`,
      );
    }
    if (left.length > 0) {
      run.warn(`http: only the browser may set these headers, so they were left out: ${left.join(', ')}`);
    }
    if (retries > 0 && !mayRetry(method)) run.warn(`http: a ${method} request is sent once, without retries`);
    const reads = method === 'GET' || method === 'HEAD';
    // A redirect could carry a disguised secret to a granted host that the secret excludes.
    const isBound = origins.some((origin) => !run.outbound.allows(origin));
    const strict = !reads || carried.length > 0 || carriesCredentials(headers) || isIpv6(url) || isBound;
    return { ...request, retries: mayRetry(method) ? retries : 0, url, origins, strict };
  }

  async #ask(request: Cleared, run: HttpRun): Promise<Answer> {
    const { random, wait } = this.#around;
    const channel = await this.#around.open(policySources(request));
    try {
      for (let attempt = 0; ; attempt++) {
        this.#count(run);
        const answer = await this.#attempt(channel, request, run);
        const last = attempt >= request.retries;
        if (answer instanceof NetworkTrouble) {
          if (last) throw await this.#explain(answer, channel, request, run.signal);
        } else if (last || !isPassing(answer.response.status)) return answer;
        const header = answer instanceof NetworkTrouble ? null : answer.response.headers.get('retry-after');
        const pause = waitBefore(attempt, header, random(), Date.now(), request.patience);
        if (pause === undefined) return answer as Answer;
        await wait(pause, run.signal);
      }
    } finally {
      channel.release();
    }
  }

  #count(run: HttpRun): void {
    const wait = this.#rate.take(run.tool ?? '');
    if (wait === 0) return;
    const seconds = Math.ceil(wait / 1000);
    throw new Failure(
      'rate_limited',
      `this tool reached its limit of ${REQUESTS_PER_MINUTE} requests a minute; wait ${seconds} seconds`,
      { retry_after: seconds },
    );
  }

  /** Makes one attempt and reads the whole answer. Returns network failures, throws all others. */
  async #attempt(
    channel: FetchChannel,
    request: Cleared,
    { signal: over, events }: HttpRun,
  ): Promise<Answer | NetworkTrouble> {
    const { url, method, headers, body, strict, origins, timeout } = request;
    over.throwIfAborted();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeout * 1000);
    let reading = false;
    let streaming = false;
    try {
      const response = await channel.fetch(url.href, {
        ...PLAIN,
        method,
        headers,
        // Bytes, because a string would be sent with a content type that the script did not set.
        body: body ?? null,
        mode: 'cors',
        redirect: strict ? 'error' : 'follow',
        signal: AbortSignal.any([over, late.signal]),
      });
      if (response.url !== '' && !origins.includes(new URL(response.url).origin)) {
        late.abort();
        throw new RedirectBlocked();
      }
      reading = true;
      if (!events || !isEventStream(response)) return { response, bytes: await readBody(response) };
      streaming = true;
      events.begin(headOf(response), hostOf(response, request));
      return { response, bytes: await readBody(response, (piece) => events.push(piece)) };
    } catch (problem) {
      if (over.aborted || problem instanceof Failure) throw problem;
      if (problem instanceof RedirectBlocked) throw redirectFailure(url);
      if (late.signal.aborted) {
        throw new Failure(
          'timeout',
          `${url.host} took longer than ${timeout} seconds; ask for less, or raise opts.timeout`,
        );
      }
      const broken = `${url.host} broke off in the middle of its answer; call again`;
      // The script has seen the beginning: a retry would repeat it.
      if (streaming) throw new Failure('unavailable', broken);
      return new NetworkTrouble(reading ? broken : '');
    } finally {
      clearTimeout(timer);
    }
  }

  async #explain(
    trouble: NetworkTrouble,
    channel: FetchChannel,
    { url, method, headers, strict }: Cleared,
    over: AbortSignal,
  ): Promise<Failure> {
    if (trouble.message !== '') return new Failure('unavailable', trouble.message);
    const reason = await this.#around.why({
      url,
      method,
      headers: Object.keys(headers),
      strict,
      online: this.#around.online(),
      page: this.#around.origin(),
      probe: () => answers(channel, url, over),
    });
    return new Failure('unavailable', reason);
  }
}

function headOf(response: Response): string {
  return JSON.stringify({ status: response.status, headers: Object.fromEntries(response.headers) });
}

/** The host that answered, after redirects. */
function hostOf(response: Response, { url }: Cleared): string {
  return (response.url === '' ? url : new URL(response.url)).host;
}

/** Sends no cookies and no referrer, and caches nothing. */
const PLAIN = { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const;

/**
 * Probes the root of an origin without sending data or reading the answer. For an IPv6 address the frame's policy
 * stops no redirect, so none is followed. Browsers allow that only in a CORS request, where a missing answer may also
 * mean a refusal: undefined.
 */
async function answers(channel: FetchChannel, url: URL, over: AbortSignal): Promise<boolean | undefined> {
  const way: RequestInit = isIpv6(url) ? { mode: 'cors', redirect: 'manual' } : { mode: 'no-cors' };
  try {
    const signal = AbortSignal.any([over, AbortSignal.timeout(PROBE_TIMEOUT)]);
    const response = await channel.fetch(`${url.origin}/`, { ...PLAIN, method: 'GET', ...way, signal });
    void response.body?.cancel().catch(() => undefined);
    return true;
  } catch (problem) {
    if (problem instanceof RedirectBlocked) return true;
    return isIpv6(url) ? undefined : false;
  }
}

async function confirm(request: Cleared, run: HttpRun): Promise<void> {
  const barred = run.confirm ? undefined : run.outbound.secretsBarredFrom(request.url.href);
  if (barred !== undefined) {
    throw new Failure('denied', `it can use ${barred}, and nobody can be asked about ${request.url.host}`);
  }
  await run.confirm?.(shownOf(request, run));
  run.signal.throwIfAborted();
}

/** Returns the request as a person may see it. */
function shownOf({ method, url, headers, body }: Cleared, run: HttpRun): OutgoingRequest {
  const redact = (text: string): string => run.secrets.redact(text);
  return {
    method,
    url: redact(url.href),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [redact(name), redact(fromByteString(value))]),
    ),
    body: redact(new TextDecoder().decode(body)),
  };
}

/** A frame's policy can't name IPv6 addresses. Such a request is allowed its scheme instead, and follows no redirects. */
function policySources({ url, origins }: Cleared): string[] {
  return isIpv6(url) ? [url.protocol] : origins.filter((origin) => !origin.includes('['));
}

function isIpv6(url: URL): boolean {
  return url.hostname.startsWith('[');
}

function redirectFailure(url: URL): Failure {
  return new Failure(
    'denied',
    `${url.host} redirects to a host that this tool may not reach; open the address to see which one, and add it in the tool's settings`,
  );
}

function fromByteString(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

function methodOf(payload: Record<string, unknown>): string {
  const method = payload['method'] ?? 'GET';
  return typeof method === 'string' && /^[A-Za-z]{1,20}$/.test(method) ? method.toUpperCase() : 'request';
}

/** Redacts before cutting: half a secret would go unrecognized. */
function shownAddress(payload: Record<string, unknown>, run: HttpRun): string {
  const url = payload['url'];
  if (typeof url !== 'string') return 'without an address';
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  const text = run.secrets.redact(url).replace(/[\u0000-\u001f\u007f]/g, '\u{FFFD}');
  return shortened(text, SHOWN_ADDRESS);
}

function browserSurroundings(): HttpSurroundings {
  let frames: FetchFrames | undefined;
  return {
    open: (sources) => (frames ??= new FetchFrames(document)).open(sources),
    now: () => performance.now(),
    wait: waitFor,
    random: Math.random,
    online: () => navigator.onLine,
    origin: () => location.origin,
    why: whyUnreachable,
    close: () => frames?.close(),
  };
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
