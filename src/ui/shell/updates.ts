// Registers the service worker; a new version is offered, never forced.
import { toasts } from '../parts/toasts.svelte.ts';

export async function followUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('sw.js');
    let offered: ServiceWorker | undefined;
    const offerOnce = (worker: ServiceWorker): void => {
      if (worker !== offered) offer(registration);
      offered = worker;
    };
    // One may have come before this page listened.
    if (registration.waiting) offerOnce(registration.waiting);
    const follow = (): void => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        // The very first one takes nobody's place.
        if (installing.state === 'installed' && registration.active) offerOnce(installing);
      });
    };
    registration.addEventListener('updatefound', follow);
    follow();
  } catch (error) {
    console.warn('Perilune works, but not offline: the service worker could not be registered.', error);
  }
}

function offer(registration: ServiceWorkerRegistration): void {
  toasts.offer('A new version of Perilune is ready.', 'Reload', () => {
    // Another tab may have let it in already.
    if (!registration.waiting) return location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  });
}
