// The worker that reads images and scanned pages. It has no storage, and may be terminated at any moment.
import { answerCall, type WorkerCall } from '../../core/worker-calls.ts';
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';
import { PictureReader } from './read-pictures.ts';
import type { RecognitionMethod } from './recognition-messages.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;
const reader = new PictureReader();

worker.addEventListener('message', ({ data }: MessageEvent<WorkerCall<RecognitionMethod>>) => {
  void answerCall(data, () => reader, 'bad_request').then((answer) => {
    worker.postMessage(answer);
    tellUsedFiles();
  });
});
