// In a worker: reports the files it has loaded, so that they are cached for offline use.
import { USED_FILES } from '../core/used-files.ts';

let told = -1;

/** Reports them when there are more than last time. */
export function tellUsedFiles(): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  if (loaded.length === told) return;
  told = loaded.length;
  const channel = new BroadcastChannel(USED_FILES);
  channel.postMessage([location.href, ...loaded]);
  channel.close();
}
