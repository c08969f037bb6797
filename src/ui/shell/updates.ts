// Registers the service worker; a new version is offered, never forced.
import type { KeepFiles } from '../../core/used-files.ts';
import { toasts } from '../components/toasts.svelte.ts';
import { language } from '../texts/texts.ts';

export async function followUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('sw.js');
  workbox.addEventListener('waiting', () => void offerUpdate());
  const offerUpdate = async (): Promise<void> => {
    // On a busy device the very first version waits, too, until the browser activates it.
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration?.waiting || !registration.active) return;
    toasts.offer('A new version of Perilune is ready.', 'Reload', () => {
      workbox.addEventListener('controlling', () => location.reload());
      workbox.messageSkipWaiting();
    });
  };
  try {
    await workbox.register();
  } catch (error) {
    console.warn('Perilune works, but not offline: the browser couldn’t register its service worker.', error);
    return;
  }
  if (language !== 'en') await keepTexts();
}

/** The first visit loads the texts before there is a service worker; a later visit may be offline. */
async function keepTexts(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const { href } = new URL(`texts/${language}.json`, document.baseURI);
  active?.postMessage({ type: 'KEEP_FILES', urls: [href] } satisfies KeepFiles);
}
