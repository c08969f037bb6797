// Fetches a shared file as anyone would: without credentials, and no more than the largest one.
import { Failure } from '../../core/errors.ts';
import { readWithin } from '../../tools/formats/fetch-bytes.ts';
import type { SharedFile } from './link.ts';
import { LARGEST } from './sealed-file.ts';

/** @throws Failure that says what to do */
export async function fetchShared({ url }: Pick<SharedFile, 'url'>, most = LARGEST): Promise<Uint8Array> {
  const { host } = new URL(url);
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  }).catch(() => undefined);
  if (!response) {
    throw new Failure(
      'unavailable',
      `${host} could not be reached. You are offline, the address is wrong, or the server does not let other pages read the file (CORS).`,
    );
  }
  const { ok, status } = response;
  if (ok) return readWithin(response, host, most);
  void response.body?.cancel().catch(() => undefined);
  if (status === 401 || status === 403) {
    throw new Failure(
      'denied',
      `${host} refuses access to the file. It must be where everyone can read it.`,
      { status },
    );
  }
  if (status === 404 || status === 410) {
    throw new Failure(
      'not_found',
      `${host} has no file at this address. The address is wrong, or the file was deleted.`,
      {
        status,
      },
    );
  }
  throw new Failure('unavailable', `${host} answered with an error. Try again later.`, { status });
}
