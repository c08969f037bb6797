// What storages over HTTP share: requests that are sent again while the server is busy, bodies read up to a limit, and a
// sentence for each refusal.
import { retryAfter } from '../../../base/retry-after.ts';
import { joinedBytes } from '../../../base/joined-bytes.ts';
import { Failure } from '../../../core/errors.ts';
import { TooLarge } from './store.ts';

export interface HttpDeps {
  fetch: typeof fetch;
  /** Waits, in milliseconds. */
  wait?: (milliseconds: number) => Promise<void>;
}

/** Times that a request is sent again when the server is busy, and the longest wait between two. */
const RETRIES = 3;
const LONGEST_WAIT = 30_000;
const SHORTEST_WAIT = 1_000;
const BUSY: readonly number[] = [423, 429, 503];
/** Bytes of one answer to a listing: names of some 50,000 files. */
export const LARGEST_LISTING = 32 * 1024 * 1024;

type Sentences = Readonly<Record<number, readonly [Failure['code'], string]>>;

/** Refusals that mean the same on every storage. */
const SENTENCES: Sentences = {
  412: ['conflict', 'Another device wrote this file at the same time. Sync tries again.'],
  423: ['unavailable', 'The storage has locked a file. Sync tries again later.'],
  429: ['rate_limited', 'The storage is limiting requests. Sync tries again later.'],
  503: ['unavailable', 'The storage is busy or being maintained. Sync tries again later.'],
  507: [
    'unavailable',
    'The storage is full. Free some space there. Your changes wait on this device and are sent then.',
  ],
};

/** @param own sentences of this kind of storage */
export function failureOf(status: number, path: string, own: Sentences): Failure {
  const [code, sentence] = own[status] ??
    SENTENCES[status] ?? ['unavailable' as const, 'The storage returned an error. Sync tries again later.'];
  return new Failure(code, sentence, { status, path });
}

/**
 * Sends a request, and again when the server is busy.
 * @param make creates a new request for each attempt
 */
export async function sendPatiently(
  make: () => Promise<{ url: string; init: RequestInit }>,
  { fetch, wait = sleep }: HttpDeps,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const { url, init } = await make();
    const response = await reach(url, init, fetch);
    if (!BUSY.includes(response.status) || attempt === RETRIES) return response;
    const time = retryAfter(response.headers.get('Retry-After')) ?? SHORTEST_WAIT * 2 ** attempt;
    if (time > LONGEST_WAIT) return response;
    await wait(Math.max(0, time));
  }
}

async function reach(url: string, init: RequestInit, fetch: HttpDeps['fetch']): Promise<Response> {
  try {
    return await fetch(url, { ...init, cache: 'no-store', credentials: 'omit' });
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { origin } = new URL(url);
    throw new Failure(
      'unavailable',
      `${origin} could not be reached. You are offline, the address is wrong, or the server does not allow this page (CORS). The guide shows the server’s settings.`,
      { network: true },
    );
  }
}

/** @throws TooLarge before more than `most` bytes are in memory */
export async function readBody(response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const told = Number(response.headers.get('Content-Length') ?? 0);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    size += next.value.length;
    if (size > most || told > most) {
      // Not awaited: a cloned answer is cancelled only together with its original.
      void reader?.cancel().catch(() => undefined);
      throw new TooLarge(`more than ${most} bytes`);
    }
    pieces.push(next.value);
  }
  return joinedBytes(pieces);
}

/** Reads an answer to a listing. @throws Failure when it is far too long */
export async function readListing(response: Response): Promise<string> {
  try {
    return new TextDecoder().decode(await readBody(response, LARGEST_LISTING));
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    throw tooManyFiles();
  }
}

export function tooManyFiles(): Failure {
  return new Failure('bad_output', 'The storage lists far more files than sync writes. Nothing was changed.');
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
