// Registers the service worker; a new version is offered, never forced.
import { toasts } from '../components/toasts.svelte.ts';

export async function followUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('sw.js');
  workbox.addEventListener('waiting', () => {
    toasts.offer('A new version of Perilune is ready.', 'Reload', () => {
      workbox.addEventListener('controlling', () => location.reload());
      workbox.messageSkipWaiting();
    });
  });
  try {
    await workbox.register();
  } catch (error) {
    console.warn('Perilune works, but not offline: the service worker could not be registered.', error);
  }
}
