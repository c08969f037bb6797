// Tokenises code in a worker: some language's pattern may run away on untrusted text.
import { type QueueWorker, WorkerQueue } from '../../base/worker-queue.ts';
import type { ReadCode } from '../../core/code-stretch.ts';
import type { CodeAnswer, CodeRequest } from './code-messages.ts';

/** Characters (1,000 lines). Longer code stays plain. */
const LONGEST = 60_000;
/** Milliseconds. Code of the maximum length takes 60. */
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
