// Files are stored for offline use several at a time, whole or not at all.
import { describe, expect, it } from 'vitest';
import { fillPrecache } from './precache.ts';

/** The part of a browser's cache that filling uses. */
function cacheOf(stored: Record<string, string> = {}) {
  const kept = new Map(Object.entries(stored));
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    put: async (key: string, response: Response) => {
      if (response.redirected) throw new Error('a redirected response was stored');
      kept.set(key, await response.text());
    },
  };
  return { kept, cache: cache as unknown as Cache };
}

const at = (name: string): string => `https://a.example/${name}`;
const keysOf = (count: number): Map<string, string> =>
  new Map(Array.from({ length: count }, (_, n) => [at(`${n}.js`), at(`${n}.js`)]));

describe('files for offline use', () => {
  it('are fetched several at a time, each once', async () => {
    const { kept, cache } = cacheOf();
    let [open, most, fetched] = [0, 0, 0];
    await fillPrecache(cache, keysOf(40), async ({ url }) => {
      open += 1;
      fetched += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve));
      open -= 1;
      return new Response(`text of ${url}`);
    });
    expect(kept.size).toBe(40);
    expect(fetched).toBe(40);
    expect(kept.get(at('7.js'))).toBe(`text of ${at('7.js')}`);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('are not fetched again when they are stored', async () => {
    const { cache } = cacheOf({ [at('0.js')]: 'old', [at('index.html?__WB_REVISION__=1')]: 'old' });
    const asked: string[] = [];
    const keys = new Map([
      [at('0.js'), at('0.js')],
      [at('index.html'), at('index.html?__WB_REVISION__=2')],
    ]);
    await fillPrecache(cache, keys, (request) => {
      asked.push(`${request.url} ${request.cache}`);
      return Promise.resolve(new Response('new'));
    });
    // Another revision must not come from the browser's HTTP cache.
    expect(asked).toEqual([`${at('index.html')} reload`]);
  });

  it('are not stored as a redirection, and not when one is missing', async () => {
    const { kept, cache } = cacheOf();
    await fillPrecache(cache, keysOf(1), () => {
      const response = new Response('text');
      Object.defineProperty(response, 'redirected', { value: true });
      return Promise.resolve(response);
    });
    expect(kept.get(at('0.js'))).toBe('text');
    const missing = fillPrecache(cache, keysOf(3), ({ url }) =>
      Promise.resolve(new Response('', { status: url.endsWith('2.js') ? 404 : 200 })),
    );
    await expect(missing).rejects.toThrow('2.js could not be stored for offline use: status 404');
  });
});
