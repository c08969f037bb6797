// Packed files in a terminal: read as in the app, in a thread that is ended when it hangs.
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { packedReader, type ReaderWorker } from '../../knowledge/extract/reader.ts';
import type { ReadPacked } from '../../knowledge/extract/extract.ts';

/** A PDF of many pages takes some hundred MiB while it is read. */
const MEMORY = { maxOldGenerationSizeMb: 1024 };

/** @param beside where a file lies that the build puts beside the program */
export function readPackedFiles(beside: (file: string) => URL): ReadPacked {
  const read = packedReader(() => {
    const thread = new Worker(fileURLToPath(beside('read-thread.js')), {
      env: {},
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: MEMORY,
    });
    thread.stdout.resume();
    thread.stderr.resume();
    // A thread that waits for the next file keeps no command from ending.
    thread.unref();
    return asPageWorker(thread);
  });
  return (kind, bytes, signal) => read(kind, bytes, signal);
}

function asPageWorker(thread: Worker): ReaderWorker {
  return {
    postMessage: (message, transfer) => thread.postMessage(message, transfer as never),
    addEventListener: (type: string, listener: (event: never) => void) => {
      if (type === 'message') thread.on('message', (data) => listener({ data } as never));
      else thread.on('error', ({ message }) => listener({ message } as never));
    },
    terminate: () => void thread.terminate(),
  };
}
