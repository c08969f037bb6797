// Keeps what was shared for the page to take in, within limits: nothing is stored of what is over them.
import { SHARE_LIMITS, SHARE_PATH, SHARE_TOO_LARGE, SHARE_TOO_MANY } from '../../core/shared.ts';

type ShareCache = Pick<Cache, 'keys' | 'put'>;

/** @returns its name in the cache, or which limit it is over. Rejects when there is no storage left. */
export async function keepShare(
  request: Request,
  cache: ShareCache,
  id: string,
  { bytes, waiting }: { bytes: number; waiting: number } = SHARE_LIMITS,
): Promise<string> {
  if ((await cache.keys()).length >= waiting) return SHARE_TOO_MANY;
  if (Number(request.headers.get('content-length') ?? 0) > bytes) return SHARE_TOO_LARGE;
  const body = await upTo(request.body, bytes);
  if (!body) return SHARE_TOO_LARGE;
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  await cache.put(`${SHARE_PATH}/${id}`, new Response(body, { headers }));
  return id;
}

/** @returns undefined when there is more: the rest is not read. */
async function upTo(stream: ReadableStream<Uint8Array> | null, most: number): Promise<Blob | undefined> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    pieces.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Blob(pieces);
}
