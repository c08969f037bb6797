// Tells whether a server answers at all.

/** Milliseconds. */
const PATIENCE = 5_000;

/** In `no-cors` mode a request resolves even if its answer can't be read. It carries no credentials. */
export async function isThere(
  fetch: typeof globalThis.fetch,
  url: string,
  options: RequestInit = { mode: 'no-cors' },
): Promise<boolean> {
  try {
    await fetch(url, {
      ...options,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    });
    return true;
  } catch {
    return false;
  }
}
