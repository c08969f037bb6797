// Sends one POST to a model endpoint, and retries as long as there is no response.
import { retryAfter } from '../base/retry-after.ts';
import { isObject } from '../base/json.ts';
import { redirectPolicy, requestHeaders, type Endpoint } from './endpoint.ts';

/** Milliseconds between two attempts: doubled each time, and randomised, since many clients fail at once. */
const PAUSE = { first: 500, longest: 8_000, spread: 0.25 } as const;
/** Longest pause that a server can request, in milliseconds; beyond it, the error is reported. */
const MOST_ASKED = 60_000;
/** Transient statuses, besides all from 500. */
const PASSING = [408, 409, 429];
/** Milliseconds. Nobody reads about a shorter pause. */
const WORTH_TELLING = 1_000;

/**
 * Sends `body` as JSON and resolves to the response of an endpoint that accepted it.
 * @param signal aborts the request and its retries
 * @param onPause called before a noticeable pause that the server wants, with its milliseconds
 * @throws the errors of `fetch`, or an error with the `status`, the `headers` and the server's response in `error`.
 */
export async function post(
  endpoint: Endpoint,
  path: string,
  body: object,
  signal: AbortSignal,
  onPause: (milliseconds: number) => void = () => undefined,
): Promise<Response> {
  const { baseUrl, fetch, retries } = endpoint;
  for (let left = retries; ; left--) {
    let response: Response;
    try {
      response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...requestHeaders(endpoint),
        },
        body: JSON.stringify(body),
        ...redirectPolicy(endpoint),
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      if (left <= 0) throw error;
      await pause(ownPause(retries - left), signal);
      continue;
    }
    if (response.ok) return response;
    const asked = requestedPause(response.headers);
    const isPassing = PASSING.includes(response.status) || response.status >= 500;
    if (!isPassing || left <= 0 || (asked !== undefined && asked > MOST_ASKED)) throw await refusal(response);
    await response.body?.cancel();
    const time = asked ?? ownPause(retries - left);
    if (time >= WORTH_TELLING && (asked !== undefined || response.status === 429)) onPause(time);
    await pause(time, signal);
  }
}

async function refusal(response: Response): Promise<Error> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  return Object.assign(new Error(text), { status, headers, error: whatWentWrong(text) });
}

/** Returns the error from JSON in any of the forms that servers use, or the text itself. */
function whatWentWrong(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // Google wraps it in a list.
    const one = Array.isArray(value) ? (value as unknown[])[0] : value;
    return (isObject(one) ? one['error'] : undefined) ?? one ?? '';
  } catch {
    return text;
  }
}

function ownPause(before: number): number {
  return Math.min(PAUSE.first * 2 ** before, PAUSE.longest) * (1 - Math.random() * PAUSE.spread);
}

/** Milliseconds. */
function requestedPause(headers: Headers): number | undefined {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (exact >= 0) return exact;
  const pause = retryAfter(headers.get('retry-after'));
  return pause !== undefined && pause >= 0 ? pause : undefined;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException('stopped', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
