// A new version is offered only where there is an older one.
import { afterEach, expect, it, vi } from 'vitest';
import { toasts } from '../components/toasts.svelte.ts';
import { followUpdates } from './updates.ts';

/** Reports a service worker that waits longer than workbox-window expects of a first one. */
function browserWith(active: object | null): void {
  const waiting = Object.assign(new EventTarget(), { scriptURL: 'https://app.example/sw.js' });
  const registration = Object.assign(new EventTarget(), { waiting, active });
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: null,
    register: async () => registration,
    getRegistration: async () => registration,
  });
  vi.stubGlobal('location', { href: 'https://app.example/' });
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('navigator', { serviceWorker, language: 'en' });
}

const settled = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

afterEach(() => vi.unstubAllGlobals());

it('offers no new version while the browser activates the first one', async () => {
  browserWith(null);
  await followUpdates();
  await settled();
  expect(toasts.items).toEqual([]);
});

it('offers a version that waits beside an older one', async () => {
  browserWith(new EventTarget());
  await followUpdates();
  await settled();
  expect(toasts.items).toMatchObject([{ text: 'A new version of Perilune is ready.' }]);
});
