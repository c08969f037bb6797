// Vite plugin: isolates the app's page from other origins, so that the embedding model can use threads.
//
// - By Document-Isolation-Policy, which requires nothing of frames, images and windows: the sandbox's frame and pages
//   opened by others are unaffected. Browsers without it use one thread.
// - On other hosts, the service worker adds the same header (src/apps/web/sw.ts).
import type { Connect, Plugin } from 'vite';

/** Responses of other origins arrive without credentials, which the app never sends anyway. */
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
