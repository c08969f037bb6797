// Service worker: the offline shell. It answers with what the build listed, and gives the sandbox frame its opaque origin.
//
// - A new version waits until the user takes it (message SKIP_WAITING, sent by workbox-window).
// - sandbox.html and stage.html are answered with the header `Content-Security-Policy: sandbox allow-scripts`: a frame that has the
//   `sandbox` attribute instead never reaches a service worker, so it would not load offline. The frame itself refuses
//   to start unless its origin is opaque, whichever way it came.
// - The app's page gets the header that isolates it from other origins, so that a model may use several threads also where
//   the host of the app sends no such header.
// - It gets the header that says who may show it inside of another page, too: nobody, unless index.html names them.
// - What search by meaning needs (a model, what runs it) is fetched when it is first used, and kept from then on.
// - What another app shares arrives as a form that is posted here. It is kept as it is, before anything else, and the page
//   that opens takes it in: so it is not lost offline, at the first start, or when the page is closed too early.
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { frameAncestorsDirective } from '../../core/framing.ts';
import { isKeepFiles } from '../../core/used-files.ts';
import { SHARE_LOST, SHARE_PATH, SHARED_CACHE } from '../../core/shared.ts';
import { keepShare } from './keep-share.ts';

declare const self: ServiceWorkerGlobalScope;
/** Filled in by scripts/vite/service-worker.ts. */
declare const __PRECACHE__: { url: string; revision: string | null }[];
/** The same, of what is kept only once it was used. */
declare const __ON_DEMAND__: { url: string; revision: string | null }[];

/** Frames of strangers' work: src/sandbox and src/ui/components/stage.ts open them. */
const FRAMES = ['sandbox.html', 'stage.html'];

registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && FRAMES.some((frame) => url.href === new URL(frame, self.registration.scope).href),
  async ({ url, request }) => {
    const page = (await matchPrecache(url.href)) ?? (await fetch(request));
    const headers = new Headers(page.headers);
    headers.set('content-security-policy', 'sandbox allow-scripts');
    return new Response(page.body, { status: page.status, statusText: page.statusText, headers });
  },
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.href === new URL(SHARE_PATH, self.registration.scope).href,
  async ({ request }) => {
    const kept = await caches
      .open(SHARED_CACHE)
      .then((cache) => keepShare(request, cache, crypto.randomUUID()))
      .catch(() => SHARE_LOST);
    return Response.redirect(new URL(`./#/library?shared=${kept}`, self.registration.scope).href, 303);
  },
  'POST',
);

const PAGES = ['', 'index.html'].map((path) => new URL(path, self.registration.scope).href);

/** The name under which storage settings count it and let go of it. */
const KEPT = 'perilune-model';
/** By address, the key in the cache: it has the revision in it, so that an old file is never taken for a new one. */
const onDemand = new Map(
  __ON_DEMAND__.map(({ url, revision }) => {
    const { href } = new URL(url, self.registration.scope);
    return [href, revision === null ? href : `${href}?revision=${revision}`];
  }),
);

registerRoute(
  ({ url, request, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && PAGES.includes(url.href.split(/[?#]/)[0] ?? ''),
  async ({ request }) => {
    const page = (await matchPrecache('index.html')) ?? (await fetch(request));
    const headers = new Headers(page.headers);
    headers.set('document-isolation-policy', 'isolate-and-credentialless');
    const html = await page.text();
    headers.append('content-security-policy', frameAncestorsDirective(html));
    return new Response(html, { status: page.status, statusText: page.statusText, headers });
  },
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && onDemand.has(url.href),
  async ({ request, event }) => {
    const key = onDemand.get(request.url) ?? request.url;
    const cache = await caches.open(KEPT);
    const found = await cache.match(key);
    if (found) return found;
    const response = await fetch(request);
    // Without room for it the app works on, and fetches it again the next time.
    if (response.status === 200) event.waitUntil(cache.put(key, response.clone()).catch(() => undefined));
    return response;
  },
);

/** Keeps what a worker has fetched past this one: at the first visit it starts before there is one. */
async function keepFiles(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(KEPT);
  for (const url of new Set(urls)) {
    const key = onDemand.get(url);
    if (key === undefined || (await cache.match(key))) continue;
    // The browser has just fetched it: it comes from its cache, if the host allows one.
    const response = await fetch(url);
    if (response.status === 200) await cache.put(key, response);
  }
}

/** Lets go of what an earlier version kept. */
async function forgetOldFiles(): Promise<void> {
  if (!(await caches.has(KEPT))) return;
  const cache = await caches.open(KEPT);
  const wanted = new Set(onDemand.values());
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

// The guide's pages are the same with the words of a search that led to them, and parts of the app when they are asked for
// again (apps/web/load-part.ts).
const SAME = [/^utm_/, /^fbclid$/, /^perilune$/, /^again$/];
precacheAndRoute(__PRECACHE__, { ignoreURLParametersMatching: SAME });
cleanupOutdatedCaches();

self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
  // Without the network, or room, it is fetched again the next time.
  if (isKeepFiles(event.data)) event.waitUntil(keepFiles(event.data.urls).catch(() => undefined));
});

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), forgetOldFiles()])),
);
