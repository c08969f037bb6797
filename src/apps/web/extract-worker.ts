// The worker that reads PDF, Office and other packed files. It has no storage, and may be terminated at any moment.
import { serveReader } from '../../knowledge/extract/serve-reader.ts';
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;
const receive = serveReader((message) => {
  worker.postMessage(message);
  tellUsedFiles();
});
worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data));
