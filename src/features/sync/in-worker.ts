// Runs one job in a worker of its own, whose memory is freed with it.
import { Failure, type ErrorData } from '../../core/errors.ts';

/** What such a worker answers. */
export type WorkerAnswer<T> = { result: T } | { error: ErrorData };

/**
 * @param start starts the worker, which answers its first message with a `WorkerAnswer`
 * @param stopped the sentence for a worker that ends without an answer
 * @throws Failure that the worker answered
 */
export function inWorker<T>(start: () => Worker, job: unknown, stopped: string): Promise<T> {
  const worker = start();
  return new Promise<T>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer<T>>) => {
      if ('result' in data) resolve(data.result);
      else reject(new Failure(data.error.code, data.error.message, data.error.details));
    });
    worker.addEventListener('error', () => reject(new Failure('unavailable', stopped)));
    worker.postMessage(job);
  }).finally(() => worker.terminate());
}
