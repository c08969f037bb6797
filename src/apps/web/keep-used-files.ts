// In the page: passes the files workers loaded to the service worker, which caches them. A worker that started at the
// first visit, before there was a service worker, bypasses it for its lifetime.
import { type KeepFiles, USED_FILES } from '../../core/used-files.ts';

export function keepUsedFiles(): void {
  // Some hosts and private windows have none; files are then fetched again.
  if (!('serviceWorker' in navigator)) return;
  new BroadcastChannel(USED_FILES).addEventListener('message', ({ data }: MessageEvent<string[]>) => {
    const message: KeepFiles = { type: 'KEEP_FILES', urls: data };
    navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message)).catch(() => undefined);
  });
}
