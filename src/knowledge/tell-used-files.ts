// In a worker: says which files it has loaded, so that they are kept for when the network is off.
import { USED_FILES } from '../core/used-files.ts';

let told = -1;

/** Says it when there are more of them than the last time. */
export function tellUsedFiles(): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  if (loaded.length === told) return;
  told = loaded.length;
  const channel = new BroadcastChannel(USED_FILES);
  channel.postMessage([location.href, ...loaded]);
  channel.close();
}
