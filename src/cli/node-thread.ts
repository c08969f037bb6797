// Starts threads of the program: without the environment, arguments and output of the process.
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Printed output is discarded: tools have a log. */
export function startThread(
  file: string | URL,
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>,
): Worker {
  const thread = new Worker(file, {
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    ...options,
  });
  thread.stdout.resume();
  thread.stderr.resume();
  return thread;
}
