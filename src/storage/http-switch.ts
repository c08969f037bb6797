// The switch of the app's HTTP routes: an entry of a cache, because both the page and the service worker can read it. If
// the browser deletes the entry, the routes are off.
import { HTTP_FOLDER } from '../core/http-relay.ts';

const CACHE = 'perilune-http';

type Caches = Pick<CacheStorage, 'has' | 'open' | 'delete'>;

/** @param app address of the app's folder */
export async function isHttpOn(app: string, storage: Caches = caches): Promise<boolean> {
  if (!(await storage.has(CACHE))) return false;
  return (await (await storage.open(CACHE)).match(switchOf(app))) !== undefined;
}

/** @throws DOMException if the browser blocks storage */
export async function switchHttp(on: boolean, app: string, storage: Caches = caches): Promise<void> {
  const cache = await storage.open(CACHE);
  if (on) await cache.put(switchOf(app), new Response('on'));
  else await cache.delete(switchOf(app));
}

/** Several copies of the app may share an origin. */
function switchOf(app: string): string {
  return new URL(`${HTTP_FOLDER}/`, app).href;
}
