// Stores shared content for the page to import, within limits. Content over a limit is not stored at all.
import { piecesUpTo } from '../../core/bounded-bytes.ts';
import { SHARE_LIMITS, SHARE_PATH, SHARE_TOO_LARGE, SHARE_TOO_MANY } from '../../core/shared.ts';

/** Bodies being read. Each may be as large as the limit. */
let reading = 0;
/** One at a time, so that parallel requests cannot exceed the limit together. */
let keeping: Promise<unknown> = Promise.resolve();

type ShareCache = Pick<Cache, 'keys' | 'put'>;

/** @returns its name in the cache, or the limit it exceeds. Rejects when the storage is full. */
export async function keepShare(
  request: Request,
  cache: ShareCache,
  id: string,
  { bytes, waiting }: { bytes: number; waiting: number } = SHARE_LIMITS,
): Promise<string> {
  const isFull = async (): Promise<boolean> => (await cache.keys()).length >= waiting;
  if ((await isFull()) || reading >= waiting) return SHARE_TOO_MANY;
  if (Number(request.headers.get('content-length') ?? 0) > bytes) return SHARE_TOO_LARGE;
  reading += 1;
  const pieces = await piecesUpTo(request.body, bytes).finally(() => (reading -= 1));
  if (!pieces) return SHARE_TOO_LARGE;
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  const keep = async (): Promise<string> => {
    if (await isFull()) return SHARE_TOO_MANY;
    await cache.put(`${SHARE_PATH}/${id}`, new Response(new Blob(pieces), { headers }));
    return id;
  };
  const kept = keeping.then(keep);
  keeping = kept.catch(() => undefined);
  return await kept;
}
