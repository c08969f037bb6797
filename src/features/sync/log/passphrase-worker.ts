// The worker that seals and opens with a passphrase: deriving the key takes seconds on a phone.
import { toErrorData } from '../../../core/errors.ts';
import type { WorkerAnswer } from '../in-worker.ts';
import type { PassphraseJob } from './passphrase-job.ts';
import { openWithPassphrase, sealWithPassphrase } from './passphrase-seal.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;
const send = (answer: WorkerAnswer<Uint8Array>): void => worker.postMessage(answer);

worker.addEventListener('message', ({ data }: MessageEvent<PassphraseJob>) => {
  const { bytes, passphrase } = data;
  const made =
    data.type === 'seal'
      ? sealWithPassphrase(bytes, passphrase, data.work)
      : openWithPassphrase(bytes, passphrase);
  made.then(
    (result) => send({ result }),
    (error: unknown) => send({ error: toErrorData(error, 'unavailable') }),
  );
});
