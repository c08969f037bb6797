// Service worker: the offline shell. It serves the files listed by the build, and gives the sandbox frame its opaque
// origin.
//
// - A new version waits until the user accepts it (message SKIP_WAITING, sent by workbox-window).
// - sandbox.html and stage.html are served with the header `Content-Security-Policy: sandbox allow-scripts`: a frame
//   with the `sandbox` attribute never reaches a service worker, so it would not load offline. In either case the
//   frame refuses to start unless its origin is opaque.
// - The app's page gets the headers for cross-origin isolation, so a model can use threads even if the app's host
//   sends none.
// - It also gets the header that forbids framing, except by the origins that index.html names.
// - The files of semantic search (model, runtime) are fetched on first use and cached from then on.
// - Scripts of the app's own origin can call its HTTP routes, if the user switched them on (http-relay.ts).
// - Content shared by another app arrives as a form post. It is stored first, and the page then imports it, so it
//   survives being offline, the first start, and closing the page early.
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { frameAncestorsDirective } from '../../core/framing.ts';
import { isKeepFiles } from '../../core/used-files.ts';
import { SHARE_LOST, SHARE_PATH, SHARED_CACHE } from '../../core/shared.ts';
import { isHttpOn } from '../../storage/http-switch.ts';
import { HttpRelay } from './http-relay.ts';
import { keepShare } from './keep-share.ts';
import { fillPrecache } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;
/** Filled in by scripts/vite/service-worker.ts. */
declare const __PRECACHE__: { url: string; revision: string | null }[];
/** The same, for files cached on first use. */
declare const __ON_DEMAND__: { url: string; revision: string | null }[];

const precache = new PrecacheController();
precache.addToCacheList(__PRECACHE__);

/** Frames for untrusted code, opened by src/sandbox and src/ui/components/stage.ts. */
const FRAMES = ['sandbox.html', 'stage.html'];

registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && FRAMES.some((frame) => url.href === new URL(frame, self.registration.scope).href),
  async ({ url, request }) => {
    const page = (await precache.matchPrecache(url.href)) ?? (await fetch(request));
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

const relay = new HttpRelay({
  app: self.registration.scope,
  isOn: () => isHttpOn(self.registration.scope),
  tabs: async () => {
    const clients = await self.clients.matchAll({ type: 'window' });
    return clients.filter(
      ({ url, frameType }) => frameType === 'top-level' && PAGES.includes(url.split(/[?#]/)[0] ?? ''),
    );
  },
  isOpen: async (id) => (await self.clients.get(id)) !== undefined,
});
// Before the routes below: they know few methods.
self.addEventListener('fetch', (event) => {
  if (relay.isFor(event.request.url)) event.respondWith(relay.answer(event.request, event.clientId, event));
});

/** The cache name by which the storage settings count and delete it. */
const KEPT = 'perilune-model';
/** By address, the cache key: it contains the revision, so an old file is never taken for a new one. */
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
    const page = (await precache.matchPrecache('index.html')) ?? (await fetch(request));
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
    // Without room for it, it is fetched again the next time.
    if (response.status === 200) event.waitUntil(cache.put(key, response.clone()).catch(() => undefined));
    return response;
  },
);

/** Caches files that a worker fetched past this one: at the first visit it starts before there is one. */
async function keepFiles(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(KEPT);
  for (const url of new Set(urls)) {
    const key = onDemand.get(url);
    if (key === undefined || (await cache.match(key))) continue;
    // The browser has just fetched it, so it comes from the HTTP cache if the host allows that.
    const response = await fetch(url);
    if (response.status === 200) await cache.put(key, response);
  }
}

/** Deletes files cached by an earlier version. */
async function forgetOldFiles(): Promise<void> {
  if (!(await caches.has(KEPT))) return;
  const cache = await caches.open(KEPT);
  const wanted = new Set(onDemand.values());
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

// The guide's pages are the same with the search terms that led to them, and parts of the app with their retry number
// (apps/web/load-part.ts).
const SAME = [/^utm_/, /^fbclid$/, /^perilune$/, /^again$/];
registerRoute(new PrecacheRoute(precache, { ignoreURLParametersMatching: SAME }));
self.addEventListener('install', (event) =>
  event.waitUntil(
    caches
      .open(precache.strategy.cacheName)
      .then((cache) => fillPrecache(cache, precache.getURLsToCacheKeys())),
  ),
);
self.addEventListener('activate', (event) => void precache.activate(event));
cleanupOutdatedCaches();

self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
  // Without network or room, it is fetched again the next time.
  if (isKeepFiles(event.data)) event.waitUntil(keepFiles(event.data.urls).catch(() => undefined));
});

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), forgetOldFiles()])),
);
