// Has code read in a worker: a pattern of some language may run away on what a stranger wrote.
import { type QueueWorker, WorkerQueue } from '../../base/worker-queue.ts';
import type { ReadCode } from '../../core/code-stretch.ts';
import type { CodeAnswer, CodeRequest } from './code-messages.ts';

/** Longer code stays plain. Characters: 1,000 lines. */
const LONGEST = 60_000;
/** Code of that length takes 60 ms. Milliseconds. */
const DEADLINE = 2000;

const queue = new WorkerQueue<Omit<CodeRequest, 'id'>, CodeAnswer>(startWorker, DEADLINE);

export const readCode: ReadCode = async (code, language) => {
  if (code.length > LONGEST) return [];
  const answer = await queue.ask({ code, language });
  return typeof answer === 'string' ? [] : answer.stretches;
};

function startWorker(): QueueWorker {
  return new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module', name: 'code-colours' });
}
