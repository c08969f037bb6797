// Reads imports in a worker: API documents may have 32 MB, and a hostile one may take forever.
import { type QueueWorker, WorkerQueue } from '../../base/worker-queue.ts';
import { Failure } from '../../core/errors.ts';
import type { ReadImport, UnpackImport } from '../../tools/tool-operations.ts';
import type { ImportAnswer, ImportAsked } from './import-messages.ts';
import { join } from './import-pieces.ts';

/** Milliseconds. GitHub's 13 MB take 5 s on a slow core. */
const DEADLINE = 120_000;

const queue = new WorkerQueue<ImportAsked, ImportAnswer>(startWorker, DEADLINE);

export const readImport: ReadImport = async (files, address) => {
  const { bundles = [], next: rest } = await ask({ files, address });
  for (let next = rest; next !== undefined;) {
    const piece = await ask({ next });
    join(bundles, piece.bundles ?? []);
    next = piece.next;
  }
  return bundles;
};

export const unpackImport: UnpackImport = async (files) => (await ask({ unpack: files })).unpacked ?? files;

async function ask(asked: ImportAsked): Promise<Exclude<ImportAnswer, { error: object }>> {
  const answer = await queue.ask(asked);
  if (answer === 'deadline')
    throw new Failure('timeout', 'Reading these files took over two minutes. Import fewer at a time.');
  if (typeof answer === 'string')
    throw new Failure('unavailable', 'Couldn’t read the import. Reload the page, then try again.');
  if (answer.error) throw new Failure(answer.error.code, answer.error.message, answer.error.details);
  return answer;
}

function startWorker(): QueueWorker {
  return new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module', name: 'import' });
}
