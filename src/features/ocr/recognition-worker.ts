// The worker that reads images and scanned pages. It has no storage, and may be terminated at any moment.
import { toErrorData } from '../../core/errors.ts';
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';
import { PictureReader } from './read-pictures.ts';
import type { FromRecognition, ToRecognition } from './recognition-messages.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;
const reader = new PictureReader();

worker.addEventListener('message', ({ data: { id, method, args } }: MessageEvent<ToRecognition>) => {
  void (reader[method] as (...given: unknown[]) => Promise<unknown>)(...args)
    .then(
      (result): FromRecognition => ({ id, result }),
      (error: unknown): FromRecognition => ({ id, error: toErrorData(error, 'bad_request') }),
    )
    .then((answer) => {
      worker.postMessage(answer);
      tellUsedFiles();
    });
});
