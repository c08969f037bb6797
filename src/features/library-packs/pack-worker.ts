// The worker that reads and writes packs. It has no storage, and may be terminated at any moment.
import type { PackAsk } from './pack-messages.ts';
import { servePack } from './serve-pack.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;
worker.addEventListener('message', ({ data }: MessageEvent<PackAsk>) => {
  void servePack(data).then((answer) => worker.postMessage(answer));
});
