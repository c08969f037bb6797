// One POST to a model endpoint, tried again while nothing has come of it.
import { isObject } from '../base/json.ts';
import { redirectPolicy, requestHeaders, type Endpoint } from './endpoint.ts';

/** Milliseconds between two tries: doubled each time, and never quite the same, since many clients fail at once. */
const PAUSE = { first: 500, longest: 8_000, spread: 0.25 } as const;
/** What a server asks for is waited for up to this; for more, a person is told. Milliseconds. */
const MOST_ASKED = 60_000;
/** Statuses that may be different a moment later: besides these, all from 500. */
const PASSING = [408, 409, 429];

/**
 * Sends `body` as JSON and resolves to the response of an endpoint that took it.
 * @param signal while it is not aborted
 * @throws what `fetch` throws, or an error with the `status`, the `headers` and in `error` what the server sent.
 */
export async function post(
  endpoint: Endpoint,
  path: string,
  body: object,
  signal: AbortSignal,
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
    await pause(asked ?? ownPause(retries - left), signal);
  }
}

async function refusal(response: Response): Promise<Error> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  return Object.assign(new Error(text), { status, headers, error: whatWentWrong(text) });
}

/** Out of JSON, in any of the forms that servers use, or the text as it is. */
function whatWentWrong(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // Google puts it into a list.
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
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const milliseconds = Number.isNaN(Number(text)) ? Date.parse(text) - Date.now() : Number(text) * 1000;
  return milliseconds >= 0 ? milliseconds : undefined;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
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
