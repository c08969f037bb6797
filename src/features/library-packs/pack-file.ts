// Reads and writes packs in a worker: they may be large, and one from elsewhere may be hostile.
import { type QueueWorker, WorkerQueue } from '../../base/worker-queue.ts';
import { Failure } from '../../core/errors.ts';
import type { LibraryPack } from '../../core/library-pack.ts';
import type { PackContents } from '../../tools/formats/write-library-pack.ts';
import type { PackAnswer, PackWork, WrittenPack } from './pack-messages.ts';

/** Milliseconds. 10,000 documents with 90 MB of text take 20 s to read, and 25 s to mask and write. */
const DEADLINE = 120_000;

const queue = new WorkerQueue<PackWork, PackAnswer>(startWorker, DEADLINE);

/** @throws Failure that says what is wrong with the file */
export async function readPack(file: File): Promise<LibraryPack> {
  const answer = await ask({ read: file });
  if (!('pack' in answer)) throw unanswered();
  return answer.pack;
}

/** @throws Failure `too_large` */
export async function writePack(contents: PackContents, masks: boolean): Promise<WrittenPack> {
  const answer = await ask({ write: contents, masks });
  if (!('written' in answer)) throw unanswered();
  return answer.written;
}

async function ask(work: PackWork): Promise<PackAnswer> {
  const answer = await queue.ask(work);
  if (answer === 'deadline')
    throw new Failure('timeout', 'The pack took over two minutes. Choose fewer documents.');
  if (typeof answer === 'string') throw unanswered();
  if ('error' in answer) throw new Failure(answer.error.code, answer.error.message, answer.error.details);
  return answer;
}

function unanswered(): Failure {
  return new Failure('unavailable', 'Couldn’t process the pack. Reload the page, then try again.');
}

function startWorker(): QueueWorker {
  return new Worker(new URL('./pack-worker.ts', import.meta.url), { type: 'module', name: 'pack' });
}
