// Stores the files of a version for offline use, several at a time: one after the other, hundreds of small files take
// longer than many visits.

/** Parallel requests. A browser opens six to a host over HTTP/1.1, and the page needs some of them. */
const LANES = 4;

/**
 * Fetches the files that the cache lacks.
 * @param keys the cache key of each address; it contains the revision unless the address does
 * @throws Error when a file is missing: the version is then not installed, and what is stored serves the next attempt
 */
export async function fillPrecache(
  cache: Cache,
  keys: ReadonlyMap<string, string>,
  fetchFile: (request: Request) => Promise<Response> = fetch,
): Promise<void> {
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...keys].filter(([, key]) => !stored.has(key)).values();
  const lane = async (): Promise<void> => {
    for (const [url, key] of missing) {
      // With the revision in its name, a file is the same in every cache.
      const request = new Request(url, {
        cache: key === url ? 'default' : 'reload',
        credentials: 'same-origin',
      });
      const response = await fetchFile(request);
      if (!response.ok)
        throw new Error(`${url} could not be stored for offline use: status ${response.status}`);
      // A page is never answered by a redirected response.
      await cache.put(key, response.redirected ? new Response(response.body, response) : response);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
