// The worker that reads Office and OpenDocument files to be shown. It has no storage, and may be terminated at any moment.
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';
import type { OfficeRequest } from './office-tree.ts';
import { serveOffice } from './serve-office.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;
const receive = serveOffice((answer) => {
  worker.postMessage(answer);
  tellUsedFiles();
});
worker.addEventListener('message', ({ data }: MessageEvent<OfficeRequest>) => receive(data));
