// `window.perilune`: the API for scripts on the page and for tests.
//
// - It exists as soon as the page's script runs; every call waits until the app is open.
// - A tool's failure is data, `{error: {code, message}}`; calls on documents reject with an Error that has a `code`.
// - Results are copies of plain JSON, so changing them does not affect the app.
// - Most of its code loads on the first call. If that fails, the call rejects with code `unavailable`, even one that
//   otherwise returns errors as data.
// - Frozen, and not replaceable on the window.
import { laterCalls } from './later-calls.ts';
import type { PageApp } from './page-app.ts';
import type { PageApi } from './page-api-types.ts';

declare global {
  interface Window {
    readonly perilune: PageApi;
  }
}

/** Installs the page API on the window, once. `app` may still be opening. */
export function installPageApi(app: PageApp | Promise<PageApp>, target: object = window): void {
  Object.defineProperty(target, 'perilune', {
    value: pageApi(Promise.resolve(app)),
    enumerable: true,
    writable: false,
    configurable: false,
  });
}

function pageApi(opening: Promise<PageApp>): PageApi {
  const later = laterCalls(opening);
  const ready = opening.then((app) => app.ready);
  // Callers who await `ready` get the failure; awaiting is optional.
  ready.catch(() => undefined);
  return Object.freeze<PageApi>({
    ready,
    version: __APP_VERSION__,
    ...later,
    agent: Object.freeze<PageApi['agent']>({
      async *send(text, options) {
        const { given, textOf } = await import('./given-options.ts');
        const { signal, conversation } = given(options);
        const { agent } = await opening;
        yield* agent.send(textOf(text), { signal, conversation });
      },
    }),
  });
}
