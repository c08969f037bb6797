// Downloads what an address offers for installation: without credentials or referrer, and no more than the limit.
import { Failure } from '../../core/errors.ts';
import { inMebibytes } from '../../core/limits.ts';
import { isInstallAddress } from './from-url.ts';

/** Milliseconds without data after which a download fails. */
const PATIENCE = 30_000;

/**
 * @param limit bytes
 * @throws Failure `unavailable` when the download fails, `too_large`, `denied` for a redirect to an unsafe address
 */
export async function fetchBytes(url: string, limit: number): Promise<Uint8Array> {
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => undefined);
  if (!response) {
    throw new Failure(
      'unavailable',
      `${url} could not be read: the server does not respond, or does not allow other pages to read it (CORS)`,
    );
  }
  if (!isInstallAddress(new URL(response.url || url))) {
    throw new Failure(
      'denied',
      `${url} redirects to ${response.url}, which is not an allowed source of tools`,
    );
  }
  if (!response.ok) throw new Failure('unavailable', `${url} returned status ${response.status}`);
  return readWithin(response, url, limit);
}

export async function readWithin(response: Response, url: string, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const next = await reader.read().catch(() => undefined);
    if (!next) throw new Failure('unavailable', `the download of ${url} was incomplete; try again`);
    if (next.done) break;
    const { value } = next;
    size += value.length;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      throw new Failure('too_large', `${url} is larger than ${inMebibytes(limit)}`);
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
