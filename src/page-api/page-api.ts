// `window.perilune`: the API for scripts on the page and for tests.
//
// - It is there as soon as the page's script runs; every call waits until the app is open.
// - A tool's failure is data, `{error: {code, message}}`; calls on documents reject with an Error that has a `code`.
// - Answers are copies of plain JSON: nothing the caller does to them reaches the app.
// - Most of it loads at its first call. Should that fail, the call rejects with code `unavailable`, whatever it is.
// - Frozen, and fixed on the window.
import { laterCalls } from './later-calls.ts';
import type { PageApp } from './page-app.ts';
import type { PageApi } from './page-api-types.ts';

declare global {
  interface Window {
    readonly perilune: PageApi;
  }
}

/** Puts the page API on the window, once. `app` may still be opening. */
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
  // Callers that wait get the failure; waiting is optional.
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
