// Reads imports in a worker: API documents may have 32 MB, and a hostile one may take forever.
import { type QueueWorker, WorkerQueue } from '../../base/worker-queue.ts';
import { Failure } from '../../core/errors.ts';
import type { ReadImport } from '../../tools/tool-operations.ts';
import type { ImportAnswer, ImportRequest } from './import-messages.ts';

/** Milliseconds. GitHub's 13 MB take 5 s on a slow core. */
const DEADLINE = 120_000;

const queue = new WorkerQueue<Omit<ImportRequest, 'id'>, ImportAnswer>(startWorker, DEADLINE);

export const readImport: ReadImport = async (files, address) => {
  const answer = await queue.ask({ files, address });
  if (answer === 'deadline')
    throw new Failure('timeout', 'Reading these files took over two minutes. Import fewer at once.');
  if (typeof answer === 'string')
    throw new Failure('unavailable', 'The import could not be read. Reload the page, then try again.');
  if (answer.error) throw new Failure(answer.error.code, answer.error.message, answer.error.details);
  return answer.bundles;
};

function startWorker(): QueueWorker {
  return new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module', name: 'import' });
}
