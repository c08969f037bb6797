// Vite plugin: the app's page is isolated from other origins, so that the model of sentences may use several threads.
//
// - By Document-Isolation-Policy, which asks nothing of frames, images and windows: neither the sandbox frame nor what
//   another page opens changes. Browsers that do not know it go on with one thread.
// - Elsewhere the service worker adds the same header (src/apps/web/sw.ts).
import type { Connect, Plugin } from 'vite';

/** Responses of other origins come without credentials, which the app never sends anyway. */
export const ISOLATION = ['document-isolation-policy', 'isolate-and-credentialless'] as const;

const isolate: Connect.NextHandleFunction = (request, response, next) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/' || pathname === '/index.html') response.setHeader(...ISOLATION);
  next();
};

export function isolation(): Plugin {
  return {
    name: 'perilune:isolation',
    configureServer: ({ middlewares }) => void middlewares.use(isolate),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(isolate),
  };
}
