// Service worker: the offline shell. It answers with what the build listed, and gives the sandbox frame its opaque origin.
//
// - A new version waits until the user takes it (message SKIP_WAITING, sent by workbox-window).
// - sandbox.html is answered with the header `Content-Security-Policy: sandbox allow-scripts`: a frame that has the
//   `sandbox` attribute instead never reaches a service worker, so it would not load offline. The frame itself refuses
//   to start unless its origin is opaque, whichever way it came.
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;
/** Filled in by scripts/vite/service-worker.ts. */
declare const __PRECACHE__: { url: string; revision: string | null }[];

const SANDBOX = 'sandbox.html';

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.href === new URL(SANDBOX, self.registration.scope).href,
  async ({ request }) => {
    const page = (await matchPrecache(SANDBOX)) ?? (await fetch(request));
    const headers = new Headers(page.headers);
    headers.set('content-security-policy', 'sandbox allow-scripts');
    return new Response(page.body, { status: page.status, statusText: page.statusText, headers });
  },
);

precacheAndRoute(__PRECACHE__);
cleanupOutdatedCaches();

self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
