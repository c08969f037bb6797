// In the page: hands what workers loaded to the service worker, which keeps it. A worker that started at the first visit, before
// there was a service worker, goes past it for as long as it lives.
import { type KeepFiles, USED_FILES } from '../../core/used-files.ts';

export function keepUsedFiles(): void {
  // Some hosts and private windows have none; what is used is then fetched again.
  if (!('serviceWorker' in navigator)) return;
  new BroadcastChannel(USED_FILES).addEventListener('message', ({ data }: MessageEvent<string[]>) => {
    const message: KeepFiles = { type: 'KEEP_FILES', urls: data };
    navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message)).catch(() => undefined);
  });
}
